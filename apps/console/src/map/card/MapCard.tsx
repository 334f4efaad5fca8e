import type { ReadonlySignal } from '@preact/signals';
import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { openAction } from '../../actions/dialog.ts';
import { nameOf } from '../../data/catalogue.ts';
import { formatNumber, formatShownPlace } from '../../data/format.ts';
import { regionAt } from '../../ground/regions.ts';
import { pixelOf, type View } from '../../ground/view.ts';
import { Button } from '../../kit/Button.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { Facts } from '../../kit/Layout.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { texts } from '../../texts/texts.ts';
import { Name } from '../../views/Values.tsx';
import type { MapState } from '../map-state.ts';
import { keyOf, type Mark } from '../marks/mark.ts';
import { MarkGlyph } from '../panel/MarkList.tsx';
import { BaseFacts } from './BaseFacts.tsx';
import './card.css';

interface MapCardProps {
  state: MapState;
  onOpen: (mark: Mark) => void;
  onCenter: (mark: Mark) => void;
}

/** The facts of the clicked mark, or the marks of a heap; nothing while none is chosen. */
export function MapCard(props: MapCardProps) {
  const { state } = props;
  const text = texts.value.map;
  const mark = state.markOf(state.selected.value);
  const heap = state.heap.value;
  if (mark === undefined && heap.length === 0) return null;
  return (
    <section
      class="map-card"
      data-over-map
      aria-label={mark === undefined ? text.heap(heap.length) : text.layer[mark.layer]}
    >
      <header class="row">
        {mark && <MarkGlyph mark={mark} />}
        <h2 class="truncate">{mark ? <MarkName mark={mark} /> : text.heap(heap.length)}</h2>
        <IconButton icon={X} label={texts.value.shell.close} onClick={state.closeCard} />
      </header>
      {mark === undefined ? <Heap {...props} marks={heap} /> : <Details {...props} mark={mark} />}
    </section>
  );
}

function MarkName({ mark }: { mark: Mark }) {
  return <Name text={mark.name || mark.note} otherwise={texts.value.map.unnamedPlayer} />;
}

/** Maximum of listed marks of a heap; the list beside the map has them all. */
const HEAP_ROWS = 60;

function Heap({ marks, onOpen }: MapCardProps & { marks: readonly Mark[] }) {
  return (
    <ul>
      {marks.slice(0, HEAP_ROWS).map((mark) => (
        <li key={keyOf(mark)}>
          <button type="button" class="map-line" onClick={() => onOpen(mark)}>
            <MarkGlyph mark={mark} />
            <MarkName mark={mark} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Details({ mark, state, onCenter }: MapCardProps & { mark: Mark }) {
  const text = texts.value.map;
  const { x: X, y: Y, z, level, note, name, done, count } = mark;
  const facts: readonly (readonly [string, ComponentChildren | undefined])[] = [
    [text.kind, mark.layer === 'bases' ? undefined : text.layer[mark.layer]],
    [text.levelFact, level === undefined || mark.layer === 'bases' ? undefined : formatNumber(level)],
    [text.count, count === undefined ? undefined : formatNumber(count)],
    [text.note, note === '' || name === '' ? undefined : <Name text={note} />],
    [text.state, done === undefined ? undefined : text.done[done ? 'true' : 'false']],
    [text.place, `${formatShownPlace({ X, Y })} · ${text.regions[regionAt(mark)]}`],
    [text.height, z === undefined ? undefined : text.distance(formatNumber(z / 100))],
  ];
  return (
    <>
      {mark.layer === 'bases' && <BaseFacts mark={mark} state={state} />}
      {mark.layer === 'plans' && <ChestItems mark={mark} state={state} />}
      <Facts facts={facts} />
      <div class="cluster">
        {mark.href !== undefined && (
          <a class="button" href={hrefOf(mark.href)}>
            {text.open}
          </a>
        )}
        {(mark.layer === 'online' || mark.layer === 'offline') && <PlayerActions mark={mark} state={state} />}
        <Button onClick={() => onCenter(mark)}>{text.center}</Button>
      </div>
    </>
  );
}

function PlayerActions({ mark, state }: { mark: Mark; state: MapState }) {
  const text = texts.value.map;
  const { id, name } = mark;
  const [followed, chosen] = [state.followed.value === id, state.chosen.value === id];
  const online = mark.layer === 'online';
  return (
    <>
      <Button
        disabled={!online}
        onClick={() => openAction('message', { kind: 'player', uid: id, name, online })}
      >
        {text.message}
      </Button>
      <Button aria-pressed={followed} onClick={() => (state.followed.value = followed ? '' : id)}>
        {followed ? text.unfollow : text.follow}
      </Button>
      <Button aria-pressed={chosen} onClick={() => (state.chosen.value = chosen ? '' : id)}>
        {text.progress}
      </Button>
    </>
  );
}

/** Items that are named at the pointer. */
const MAX_ITEMS = 3;

/** The contents of a chest of a floor plan, the most first. */
function ChestItems({ mark, state, limit = 12 }: { mark: Mark; state: MapState; limit?: number }) {
  const text = texts.value.map;
  const storages = state.plans.value.flatMap((plan) => plan.storages);
  const slots = storages.find(({ ContainerId }) => ContainerId === mark.id)?.Slots ?? [];
  const counts = [...Map.groupBy(slots, ({ ItemID }) => ItemID)]
    .map(([id, same]) => ({ id, count: same.reduce((sum, { Count }) => sum + Count, 0) }))
    .sort((a, b) => b.count - a.count);
  return (
    <>
      <ul>
        {counts.slice(0, limit).map(({ id, count }) => (
          <li key={id} class="row between">
            {nameOf('Items', id)} <b>{formatNumber(count)}</b>
          </li>
        ))}
      </ul>
      {counts.length > limit && <p class="faint">{text.moreItems(counts.length - limit)}</p>}
    </>
  );
}

/** The contents of the chest under the pointer or under the cursor of the list. */
export function ChestTip({ state, view }: { state: MapState; view: ReadonlySignal<View | undefined> }) {
  const mark = state.markOf(state.hovered.value);
  if (mark?.layer !== 'plans' || view.value === undefined || state.selected.value === keyOf(mark))
    return null;
  const [across, down] = pixelOf(view.value, mark);
  return (
    <section
      class="map-tip floating"
      aria-label={mark.name}
      style={{ insetInlineStart: `${across}px`, insetBlockStart: `${down}px` }}
    >
      <h3>{mark.name}</h3>
      <p class="faint">{mark.note}</p>
      <ChestItems mark={mark} state={state} limit={MAX_ITEMS} />
    </section>
  );
}
