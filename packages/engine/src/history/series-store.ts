import type { DatabaseSync } from 'node:sqlite';
import { type MarkKind, SERIES_RESOLUTIONS, type SeriesName } from '@palatine/contract';

const [FINEST, ...COARSER] = SERIES_RESOLUTIONS;
const MAX_SECONDS = Math.max(...SERIES_RESOLUTIONS.map(({ keptSeconds }) => keptSeconds));

/** Values measured at one moment; undefined where there were none. */
export type SeriesValues = Readonly<Partial<Record<SeriesName, number>>>;

export interface Mark {
  /** Seconds since 1970. */
  readonly at: number;
  readonly kind: MarkKind;
}

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
    `select (at - ?1) / ?2 as slot, name, avg(value) as value from series
     where step = ?3 and at >= ?1 and at < ?4 group by slot, name`,
  );
  const mark = database.prepare('insert into marks (at, kind) values (?, ?)');
  const marks = database.prepare('select at, kind from marks where at >= ? and at < ? order by at, id');
  const forgetMarks = database.prepare('delete from marks where at < ?');

  const lastAt = (step: number) => (last.get(step) as { at: number | null }).at;

  /** Combines finished steps, or all with `unfinished`, up to the values at this time. */
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
      const before = lastAt(FINEST.stepSeconds);
      const now = stepOf(at, FINEST.stepSeconds);
      for (const [name, value] of Object.entries(values)) {
        if (Number.isFinite(value)) put.run(FINEST.stepSeconds, now, name, value);
      }
      const [coarser] = COARSER;
      if (before === null || stepOf(before, coarser.stepSeconds) === stepOf(at, coarser.stepSeconds)) return;
      combineAt(before);
      for (const { stepSeconds, keptSeconds } of SERIES_RESOLUTIONS)
        forget.run(stepSeconds, at - keptSeconds);
      forgetMarks.run(at - MAX_SECONDS);
    },

    mark({ at, kind }: Mark): void {
      mark.run(at, kind);
    },

    /** A list for each distinct name; null for a missing value. */
    read(names: readonly SeriesName[], range: SeriesRange): (number | null)[][] {
      const { step, stepSeconds, from, count } = range;
      const newest = lastAt(FINEST.stepSeconds);
      if (newest !== null) combineAt(newest); // includes the unfinished steps
      const lists = new Map<string, (number | null)[]>();
      for (const name of names) lists.set(name, new Array(count).fill(null));
      for (const row of read.iterate(from, stepSeconds, step, from + count * stepSeconds)) {
        const { slot, name, value } = row as unknown as { slot: number; name: string; value: number };
        const list = lists.get(name);
        if (list !== undefined) list[slot] = value;
      }
      return [...lists.values()];
    },

    marks(from: number, to: number): Mark[] {
      return marks.all(from, to) as unknown as Mark[]; // the columns of the query
    },
  };
}

function stepOf(at: number, stepSeconds: number): number {
  return Math.floor(at / stepSeconds) * stepSeconds;
}

/** Range of a chart. Times in seconds since 1970. */
interface SeriesRange {
  readonly step: number;
  /** Seconds between two values of the reply, a multiple of `step`. */
  readonly stepSeconds: number;
  readonly from: number;
  readonly count: number;
}

/** The finest resolution back to `from` with at most `points` values, else the coarsest, combined. */
export function seriesRange(
  { from, to, points }: { from: number; to: number; points: number },
  now: number,
): SeriesRange {
  const reaching = SERIES_RESOLUTIONS.filter(({ keptSeconds }) => from >= now - keptSeconds);
  const coarsest = SERIES_RESOLUTIONS[SERIES_RESOLUTIONS.length - 1] as (typeof SERIES_RESOLUTIONS)[number];
  const { stepSeconds: step } =
    reaching.find(({ stepSeconds }) => countOf(from, to, stepSeconds) <= points) ??
    reaching.at(-1) ??
    coarsest;
  const start = Math.floor(from / step) * step;
  const stepSeconds = step * Math.ceil(countOf(from, to, step) / points);
  return { step, stepSeconds, from: start, count: Math.max(1, Math.ceil((to - start) / stepSeconds)) };
}

function countOf(from: number, to: number, step: number): number {
  return Math.max(1, Math.ceil(to / step) - Math.floor(from / step));
}
