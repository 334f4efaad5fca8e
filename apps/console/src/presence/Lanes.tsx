import { getSessions } from '@palatine/contract';
import type { ComponentChildren, TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { formatDay, formatTime } from '../data/format.ts';
import { hueOf } from '../data/guilds.ts';
import type { Resource } from '../data/resource.ts';
import { allRows } from '../data/rows.ts';
import { useRefreshOn, useResource } from '../data/use-resource.ts';
import { PlayerSeal } from '../glyphs/Seals.tsx';
import { Chips } from '../kit/Chips.tsx';
import { optionsOf } from '../kit/Fields.tsx';
import { hrefOf } from '../navigation/router.ts';
import { client } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { NameLink } from '../views/Values.tsx';
import {
  countAt,
  type Lane,
  lanesOf,
  percentAt,
  type SpanName,
  STEP_MS,
  spanAt,
  type TimeRange,
  ticksOf,
} from './presence.ts';
import './presence.css';

const MAX_SESSIONS = 4000;

/** The lanes of a range, read again when a player comes or goes, and when `key` has changed. */
export function useLanes(rangeNow: () => TimeRange, key: string): Resource<Lane[]> {
  const lanes = useResource(
    async (signal) => {
      const { fromMs, toMs } = rangeNow();
      const range = { From: new Date(fromMs).toISOString(), To: new Date(toMs).toISOString() };
      const sessions = await allRows(async (page) => {
        const query = { ...range, ...page };
        const { Sessions, Next } = await client().call(getSessions, { query, signal });
        return { Rows: Sessions, Next };
      }, MAX_SESSIONS);
      return lanesOf(sessions, toMs);
    },
    [key],
  );
  useRefreshOn(lanes, /^player\.(joined|left)$/);
  return lanes;
}

/** Sessions of players over time, with a cursor at a moment. Arrows move it ten minutes, Page keys an hour. */
export function Lanes(props: {
  lanes: readonly Lane[];
  span: SpanName;
  range: TimeRange;
  /** The moment of the cursor; undefined without one. */
  atMs: number | undefined;
  /** The pointer is at a moment, or a key has moved the cursor there; undefined when the pointer leaves. */
  onPoint: (atMs: number | undefined, by: 'pointer' | 'key') => void;
  /** A moment was clicked, or Enter was pressed. */
  onChoose: (atMs: number) => void;
  seals?: boolean;
  /** Over the lanes, in the same columns. */
  children?: ComponentChildren;
}) {
  const { lanes, span, range, atMs, onPoint, onChoose, seals = false, children } = props;
  const text = texts.value.presence;
  const within = (moment: number) => Math.min(range.toMs, Math.max(range.fromMs, moment));
  const momentOf = ({ currentTarget, clientX }: TargetedPointerEvent<HTMLElement> | MouseEvent) => {
    const { left, width } = (currentTarget as HTMLElement).getBoundingClientRect(); // where the listener is
    const moment = range.fromMs + ((clientX - left) / width) * (range.toMs - range.fromMs);
    return within(Math.round(moment / 60_000) * 60_000);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const from = atMs ?? range.toMs;
    if (event.key === 'Enter') return onChoose(from);
    const steps = STEPS[event.key];
    if (steps === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onPoint(within(Math.round(from / STEP_MS) * STEP_MS + steps * STEP_MS), 'key');
  };
  const label = atMs === undefined ? '' : text.at(formatTime(atMs), countAt(lanes, atMs));
  return (
    <div class={seals ? 'lanes with-seals' : 'lanes'}>
      {children}
      <ol>
        {lanes.map((lane) => (
          <LaneRow key={lane.Uid} {...{ lane, range, atMs, seals }} />
        ))}
      </ol>
      <Axis span={span} range={range} />
      <div
        class="lane-plot"
        role="slider"
        tabIndex={0}
        aria-label={text.moment}
        aria-valuemin={range.fromMs}
        aria-valuemax={range.toMs}
        aria-valuenow={atMs ?? range.toMs}
        aria-valuetext={label === '' ? text.now : `${formatDay(atMs ?? 0)}, ${label}`}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => event.pointerType === 'mouse' && onPoint(momentOf(event), 'pointer')}
        onPointerLeave={() => onPoint(undefined, 'pointer')}
        onClick={(event) => onChoose(momentOf(event))}
      >
        {atMs !== undefined && (
          <div class="lane-cursor" style={{ insetInlineStart: `${percentAt(atMs, range)}%` }}>
            <span>{label}</span>
          </div>
        )}
      </div>
    </div>
  );
}

/** The steps of the keys: ten minutes, an hour, and to the ends. */
const STEPS: Readonly<Record<string, number>> = {
  ...{ ArrowLeft: -1, ArrowRight: 1, PageDown: -6, PageUp: 6 },
  ...{ Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY },
};

function LaneRow(props: { lane: Lane; range: TimeRange; atMs: number | undefined; seals: boolean }) {
  const { lane, range, atMs, seals } = props;
  const { Uid, Name, GuildId = '', spans } = lane;
  const isFaint = spanAt(lane, atMs ?? range.toMs) === undefined;
  return (
    <li class={isFaint ? 'lane faint-lane' : 'lane'} data-cursor={seals && atMs !== undefined}>
      <span class="lane-name row plain-links">
        {seals && <PlayerSeal uid={Uid} name={Name} size={20} />}
        <NameLink href={hrefOf(`/players/${Uid}`)} text={Name} tabIndex={seals ? 0 : -1} />
      </span>
      <span
        class="lane-track"
        {...(GuildId !== '' && { style: { '--hue': String(hueOf(GuildId)) }, 'data-guild': true })}
      >
        {spans.map((span) => {
          const [from, to] = [percentAt(span.fromMs, range), percentAt(span.toMs, range)];
          const style = { insetInlineStart: `${from}%`, inlineSize: `${to - from}%` };
          return <i key={span.fromMs} style={style} data-running={span.running} />;
        })}
      </span>
    </li>
  );
}

function Axis({ span, range }: { span: SpanName; range: TimeRange }) {
  return (
    <div class="lane lane-axis" aria-hidden="true">
      <span />
      <span class="lane-ticks">
        {ticksOf(span, range).map((atMs) => (
          <span key={atMs} style={{ insetInlineStart: `${percentAt(atMs, range)}%` }}>
            {span === 'day' ? formatTime(atMs) : formatDay(atMs)}
          </span>
        ))}
      </span>
    </div>
  );
}

export function SpanChips({ value, onChange }: { value: SpanName; onChange: (span: SpanName) => void }) {
  const text = texts.value.presence;
  return <Chips label={text.span} value={value} options={optionsOf(text.spans)} onChange={onChange} />;
}
