import { SERIES_RESOLUTIONS } from '@palatine/contract';

/** What to read for a chart. Times in seconds since 1970. */
export interface SeriesRange {
  /** The resolution that is read. */
  readonly step: number;
  /** Seconds between two values of the reply: a multiple of `step`. */
  readonly stepSeconds: number;
  /** Start of the first value. */
  readonly from: number;
  /** How many values. */
  readonly count: number;
}

/**
 * The finest resolution that goes back to `from` and has at most `points` values up to `to`. Where none has so few,
 * values of the coarsest are put together.
 */
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

/** How many steps a range touches. */
function countOf(from: number, to: number, step: number): number {
  return Math.max(1, Math.ceil(to / step) - Math.floor(from / step));
}
