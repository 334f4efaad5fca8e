import type { ListedSession } from '@palatine/contract';

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** A key moves the cursor by this many ms. */
export const STEP_MS = 10 * 60_000;

/** A moment, or a duration, in whole minutes. Times in ms. */
export const minuteOf = (ms: number): number => Math.floor(ms / 60_000) * 60_000;

export const isoAt = (atMs: number | undefined) =>
  atMs === undefined ? undefined : new Date(atMs).toISOString();

/** The lengths of a timeline in ms. */
export const SPANS = { day: DAY_MS, week: 7 * DAY_MS } as const;
export type SpanName = keyof typeof SPANS;

/** Times in ms since 1970. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

interface Span extends TimeRange {
  readonly running: boolean;
}

/** The sessions of a player, the oldest first. */
export interface Lane extends Pick<ListedSession, 'Uid' | 'Name' | 'GuildId' | 'GuildName'> {
  readonly spans: readonly Span[];
}

/** A lane for each player, those seen last first. `nowMs`: the end of what is not over. */
export function lanesOf(sessions: readonly ListedSession[], nowMs: number): Lane[] {
  const lanes = Array.from(Map.groupBy(sessions, ({ Uid }) => Uid).values(), (own): Lane => {
    const spans = own.map(({ From, To }): Span => {
      const toMs = To === undefined ? nowMs : Date.parse(To);
      return { fromMs: Date.parse(From), toMs, running: To === undefined };
    });
    return { ...(own[0] as ListedSession), spans: spans.sort((a, b) => a.fromMs - b.fromMs) }; // a group has one
  });
  const endMs = ({ spans }: Lane) => Math.max(...spans.map(({ toMs }) => toMs));
  const startMs = ({ spans }: Lane) => spans.at(-1)?.fromMs ?? 0;
  return lanes.sort((a, b) => endMs(b) - endMs(a) || startMs(a) - startMs(b));
}

export function spanAt({ spans }: Lane, atMs: number): Span | undefined {
  return spans.find(({ fromMs, toMs, running }) => fromMs <= atMs && (running || atMs < toMs));
}

export const countAt = (lanes: readonly Lane[], atMs: number): number =>
  lanes.filter((lane) => spanAt(lane, atMs)).length;

/** The lanes with those first who were online at a moment. */
export function presentFirst(lanes: readonly Lane[], atMs: number): Lane[] {
  const isAbsent = (lane: Lane) => Number(spanAt(lane, atMs) === undefined);
  return lanes.toSorted((a, b) => isAbsent(a) - isAbsent(b));
}

/** The session nearest to a moment at which nobody was online, and the moment of it that is nearest. */
export function nearest(lanes: readonly Lane[], atMs: number): { lane: Lane; atMs: number } | undefined {
  const ends = lanes.flatMap((lane) =>
    lane.spans.map(({ fromMs, toMs }) => ({ lane, atMs: fromMs > atMs ? fromMs : toMs - 1 })),
  );
  return ends.sort((a, b) => Math.abs(a.atMs - atMs) - Math.abs(b.atMs - atMs))[0];
}

/** The moments at which a player comes or goes, in order. */
export function changesOf(lanes: readonly Lane[]): number[] {
  const moments = lanes.flatMap(({ spans }) =>
    spans.flatMap(({ fromMs, toMs, running }) => (running ? [fromMs] : [fromMs, toMs])),
  );
  return [...new Set(moments)].sort((a, b) => a - b);
}

/** How many were online, as a line of steps in a box of 100 by 100, and the largest count. */
export function countLine(lanes: readonly Lane[], { fromMs, toMs }: TimeRange) {
  const inside = changesOf(lanes).filter((atMs) => atMs > fromMs && atMs < toMs);
  const steps = [fromMs, ...inside].map((atMs) => ({ atMs, count: countAt(lanes, atMs) }));
  const max = Math.max(2, ...steps.map(({ count }) => count));
  const points = steps.map(({ atMs, count }) => {
    const down = (100 - (count / max) * 100).toFixed(1);
    return `H${percentAt(atMs, { fromMs, toMs }).toFixed(2)}V${down}`;
  });
  return { max, path: `M0 100${points.join('')}H100` };
}

export function percentAt(atMs: number, { fromMs, toMs }: TimeRange): number {
  return Math.min(100, Math.max(0, ((atMs - fromMs) / (toMs - fromMs)) * 100));
}

/**
 * The range that a timeline shows: up to now, or where that leaves out the moment, up to the end of its day in the time
 * zone of the browser.
 */
export function rangeOf(span: SpanName, atMs: number | undefined, nowMs: number): TimeRange {
  if (atMs === undefined || atMs >= nowMs - SPANS[span]) return { fromMs: nowMs - SPANS[span], toMs: nowMs };
  const toMs = new Date(atMs).setHours(24, 0, 0, 0);
  return { fromMs: toMs - SPANS[span], toMs };
}

/** The moments that an axis names: every third hour of a day, and each midnight of a week. */
export function ticksOf(span: SpanName, { fromMs, toMs }: TimeRange): number[] {
  const tick = new Date(fromMs);
  tick.setHours(span === 'day' ? tick.getHours() - (tick.getHours() % 3) : 0, 0, 0, 0);
  const ticks: number[] = [];
  for (; tick.getTime() < toMs; tick.setHours(tick.getHours() + (span === 'day' ? 3 : 24))) {
    if (tick.getTime() >= fromMs) ticks.push(tick.getTime());
  }
  return ticks;
}
