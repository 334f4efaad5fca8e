import type { Series, SeriesName } from '@palatine/contract';

const HOUR_MS = 3_600_000;

/** The ranges of the charts, in ms. */
export const RANGES = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  month: 30 * 24 * HOUR_MS,
} as const;
export type Range = keyof typeof RANGES;

/** The times of a reply, in ms since 1970: when each value begins. */
export function timesOf({ From, StepSeconds, Values }: Series): number[] {
  const from = Date.parse(From);
  return (Values[0] ?? []).map((_, at) => from + at * StepSeconds * 1000);
}

/** The values of one series; empty when the reply does not have it. */
export function valuesOf({ Names, Values }: Series, name: SeriesName): readonly (number | null)[] {
  return Values[Names.indexOf(name)] ?? [];
}

/** How much a series has grown from its first known value to its last; undefined with fewer than two. */
export function changeOf(values: readonly (number | null)[]): number | undefined {
  const numbers = values.filter((value) => value !== null);
  const [first, last] = [numbers[0], numbers.at(-1)];
  return first === undefined || last === undefined || numbers.length < 2 ? undefined : last - first;
}
