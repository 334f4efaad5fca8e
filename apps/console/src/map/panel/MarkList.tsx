import { useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { dotted, formatNumber } from '../../data/format.ts';
import { hueOf } from '../../data/guilds.ts';
import { MAP_MARKS } from '../../glyphs/shapes.ts';
import { Icon } from '../../kit/Button.tsx';
import { Bar } from '../../kit/Meter.tsx';
import { scrolledTo, visibleRows } from '../../table/table-state.ts';
import { texts } from '../../texts/texts.ts';
import { Name } from '../../views/Values.tsx';
import { LOOKS } from '../draw/pen.ts';
import { distanceText } from '../labels.ts';
import type { MapState } from '../map-state.ts';
import { keyOf, type Mark, type Near } from '../marks/mark.ts';

/** Height of a row in pixels, as the style sheet has it. */
const ROW_PX = 40;

/** Everything that is drawn, as a list: the nearest to the middle first. It is the map for screen readers. */
export function MarkList({ state, onOpen }: { state: MapState; onOpen: (mark: Mark) => void }) {
  const text = texts.value.map;
  const rows = state.listed.value;
  const searching = state.find.value.trim() !== '';
  const reading = state.shownReads.value.some(
    ({ read }) => read.loading.value && read.value.value === undefined,
  );
  const list = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(400);
  const current = useSignal(0);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => (height.value = element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [height]);

  const last = Math.max(0, rows.length - 1);
  const at = Math.min(current.value, last);
  const window = { rowPx: ROW_PX, topPx: top.value, heightPx: height.value };
  const { start, end } = visibleRows({ count: rows.length, ...window });
  const move = (next: number) => {
    current.value = Math.max(0, Math.min(last, next));
    const mark = rows[current.value]?.item;
    if (mark !== undefined) state.hovered.value = keyOf(mark);
    list.current?.scrollTo({ top: scrolledTo(current.value, window) });
  };
  const page = Math.max(1, Math.floor(height.value / ROW_PX) - 1);
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page },
    ...{ Home: 0, End: last },
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const next = steps[event.key];
    const mark = rows[at]?.item;
    if (next !== undefined) move(next);
    else if (event.key === 'Enter' && mark !== undefined) onOpen(mark);
    else return;
    event.preventDefault();
    event.stopPropagation(); // arrows move the list, not the map
  };
  return (
    <section class="map-list" aria-label={text.list} aria-busy={reading}>
      <h2 aria-live="polite">
        {reading
          ? texts.value.views.loading
          : (searching ? text.found : text.inView)(formatNumber(rows.length))}
      </h2>
      {rows.length === 0 && !reading && (
        <p class="map-list-empty quiet">{searching ? text.nothingFound : text.nothingInView}</p>
      )}
      <div
        class="map-rows"
        ref={list}
        role="listbox"
        aria-label={text.list}
        tabIndex={0}
        aria-activedescendant={rows.length > 0 ? `map-row-${at}` : undefined}
        onScroll={({ currentTarget: { scrollTop } }) => (top.value = scrollTop)}
        onKeyDown={onKeyDown}
        data-count={rows.length}
      >
        <div class="map-rows-room" style={{ blockSize: `${rows.length * ROW_PX}px` }}>
          {rows.slice(start, end).map((row, index) => (
            <Row
              key={keyOf(row.item)}
              {...{ row, rows, state, onOpen }}
              at={start + index}
              current={start + index === at}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

function Row(props: {
  row: Near<Mark>;
  /** All of the list, with counts the largest first. */
  rows: readonly Near<Mark>[];
  at: number;
  current: boolean;
  state: MapState;
  onOpen: (mark: Mark) => void;
}) {
  const { rows, at, current, state, onOpen } = props;
  const { item: mark, distanceCm } = props.row;
  const text = texts.value.map;
  const key = keyOf(mark);
  const facts = dotted(
    mark.layer !== 'holders' && mark.layer !== 'plans' && text.layer[mark.layer],
    mark.level !== undefined && text.level(formatNumber(mark.level)),
    mark.note,
    mark.done !== undefined && text.done[mark.done ? 'true' : 'false'],
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list box above takes the keys
    <div
      id={`map-row-${at}`}
      class="map-row"
      role="option"
      tabIndex={-1}
      aria-selected={state.selected.value === key}
      aria-setsize={rows.length}
      aria-posinset={at + 1}
      data-current={current}
      style={{ insetBlockStart: `${at * ROW_PX}px` }}
      onClick={() => onOpen(mark)}
      onPointerEnter={() => (state.hovered.value = key)}
    >
      <MarkGlyph mark={mark} />
      <span class="map-row-name">
        <Name text={mark.name || mark.note} otherwise={text.unnamedPlayer} />
        <span class="faint">{facts}</span>
      </span>
      {mark.count === undefined ? (
        <span class="faint">{distanceText(distanceCm)}</span>
      ) : (
        <>
          <b>{formatNumber(mark.count)}</b>
          <Bar share={mark.count / (rows[0]?.item.count ?? 1)} />
        </>
      )}
    </div>
  );
}

export function MarkGlyph({ mark }: { mark: Mark }) {
  const { layer, guildId = '', done } = mark;
  const hasGuild = !/^[0-]*$/.test(guildId);
  return (
    <span
      class="map-glyph"
      data-layer={layer}
      data-done={done}
      style={hasGuild ? { '--hue': String(hueOf(guildId)) } : {}}
      data-guild={hasGuild}
      aria-hidden="true"
    >
      {layer === 'online' || layer === 'offline' ? (
        <span class="map-dot" />
      ) : (
        <Icon shape={MAP_MARKS[LOOKS[layer].glyph]} size={16} />
      )}
    </span>
  );
}
