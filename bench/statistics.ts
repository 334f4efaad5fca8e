/** The middle value; for an even count the mean of the middle two. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2;
}

/** The value that `share` of all values do not exceed; 0.95 for the 95th of 100. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

export interface Spread {
  median: number;
  /** The spread of the rounds: wide when the machine was busy with something else. */
  least: number;
  most: number;
}

/** The spread of ratios. */
export type Ratio = Spread;

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}

/** Ratios of values to a baseline, round by round: a disturbance in a round affects both. */
export function ratioOf(values: readonly number[], baseline: readonly number[]): Ratio {
  return spreadOf(values.map((value, round) => value / (baseline[round] as number)));
}
