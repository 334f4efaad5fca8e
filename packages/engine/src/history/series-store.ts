import type { DatabaseSync } from 'node:sqlite';
import { type MarkKind, SERIES_RESOLUTIONS, type Series, type SeriesName } from '@palatine/contract';

const [FINEST, ...COARSER] = SERIES_RESOLUTIONS;
const COARSEST = SERIES_RESOLUTIONS[2];
const SHOWN_DIGITS = 4;

/** Times in ms since 1970. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface SeriesQuery extends TimeRange {
  readonly names: readonly SeriesName[];
  readonly points: number;
}

/** Values measured at one moment; undefined where there were none. */
export type SeriesValues = Readonly<Partial<Record<SeriesName, number>>>;

/** Series in three resolutions of one table: each coarser value is the mean of finer ones. */
export function seriesStore(database: DatabaseSync) {
  const put = database.prepare('insert or replace into series (step, at, name, value) values (?, ?, ?, ?)');
  const last = database.prepare('select max(at) as at from series where step = ?');
  const combine = database.prepare(
    `insert or replace into series (step, at, name, value)
     select ?, ?, name, avg(value) from series where step = ? and at >= ? and at < ? group by name`,
  );
  const forget = database.prepare('delete from series where step = ? and at < ?');
  const read = database.prepare(
    `select cast((at - ?1) / ?2 as integer) as slot, name, avg(value) as value from series
     where step = ?3 and at >= ?1 and at < ?4 group by slot, name`,
  );
  const mark = database.prepare('insert into marks (at, kind) values (?, ?)');
  const marks = database.prepare('select at, kind from marks where at >= ? and at < ? order by at, id');
  const forgetMarks = database.prepare('delete from marks where at < ?');
  const lastAt = () => (last.get(FINEST.stepSeconds) as { at: number | null }).at;

  /** Combines the steps, finished or not, with the values at this time. */
  function combineAt(at: number): void {
    let finer: number = FINEST.stepSeconds;
    for (const { stepSeconds } of COARSER) {
      const begin = stepOf(at, stepSeconds);
      combine.run(stepSeconds, begin, finer, begin, begin + stepSeconds);
      finer = stepSeconds;
    }
  }

  return {
    /** Adds values. `at`: seconds since 1970. */
    add(at: number, values: SeriesValues): void {
      const before = lastAt();
      const now = stepOf(at, FINEST.stepSeconds);
      for (const [name, value] of Object.entries(values)) {
        if (Number.isFinite(value)) put.run(FINEST.stepSeconds, now, name, value);
      }
      const [{ stepSeconds: minute }] = COARSER;
      if (before === null || stepOf(before, minute) === stepOf(at, minute)) return;
      combineAt(before);
      for (const { stepSeconds, keptSeconds } of SERIES_RESOLUTIONS)
        forget.run(stepSeconds, at - keptSeconds);
      forgetMarks.run(at - COARSEST.keptSeconds);
    },

    mark: (at: number, kind: MarkKind) => void mark.run(at, kind),

    /** A list for each distinct name; null for a missing value. */
    read({ names, fromMs, toMs, points }: SeriesQuery, nowMs: number): Series {
      const range = { from: fromMs / 1000, to: toMs / 1000, points };
      const { step, stepSeconds, from, count } = seriesRange(range, nowMs / 1000);
      const to = from + count * stepSeconds;
      const newest = lastAt();
      if (newest !== null) combineAt(newest); // includes the unfinished steps
      const noValues = () => new Array<number | null>(count).fill(null);
      const lists = new Map<string, (number | null)[]>(names.map((name) => [name, noValues()]));
      for (const row of read.iterate(from, stepSeconds, step, to)) {
        const { slot, name, value } = row as unknown as { slot: number; name: string; value: number };
        const list = lists.get(name);
        if (list !== undefined) list[slot] = value && Number(value.toPrecision(SHOWN_DIGITS));
      }
      return {
        Names: [...names],
        From: timeOf(from),
        StepSeconds: stepSeconds,
        Values: [...lists.values()],
        Marks: marks
          .all(from, to)
          .map(({ at, kind }) => ({ At: timeOf(Number(at)), Kind: kind as MarkKind })),
      };
    },
  };
}

export const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
const stepOf = (at: number, stepSeconds: number) => Math.floor(at / stepSeconds) * stepSeconds;
const countOf = (from: number, to: number, step: number) =>
  Math.max(1, Math.ceil(to / step) - Math.floor(from / step));

/**
 * The finest resolution back to `from` with at most `points` values, else the coarsest, combined: `stepSeconds` between
 * two values of the reply is a multiple of its `step`. Times in seconds since 1970.
 */
export function seriesRange({ from, to, points }: { from: number; to: number; points: number }, now: number) {
  const steps = SERIES_RESOLUTIONS.filter(({ keptSeconds }) => from >= now - keptSeconds).map(
    ({ stepSeconds }) => stepSeconds,
  );
  const step =
    steps.find((seconds) => countOf(from, to, seconds) <= points) ?? steps.at(-1) ?? COARSEST.stepSeconds;
  const start = stepOf(from, step);
  const stepSeconds = step * Math.ceil(countOf(from, to, step) / points);
  return { step, stepSeconds, from: start, count: Math.max(1, Math.ceil((to - start) / stepSeconds)) };
}
