/** The middle one; of an even number the mean of the middle two. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2;
}

export interface Ratio {
  median: number;
  /** How far the rounds were apart: a wide range tells of a machine that was busy with something else. */
  least: number;
  most: number;
}

/** Ratios of values to a baseline, round by round: what disturbed a round disturbed both. */
export function ratioOf(values: readonly number[], baseline: readonly number[]): Ratio {
  const ratios = values.map((value, round) => value / (baseline[round] as number));
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
}
