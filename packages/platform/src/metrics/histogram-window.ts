import type { Histogram } from './histogram.ts';

/** What one or several histograms of the same bounds have observed since the last look. */
export class HistogramWindow {
  readonly #histograms: () => readonly Histogram[];
  #before: readonly number[] = [];

  constructor(histograms: () => readonly Histogram[]) {
    this.#histograms = histograms;
    this.take(0); // what was before counts in no window
  }

  /** The value below which this share of observations lies, interpolated; undefined without any. */
  take(share: number): number | undefined {
    const histograms = this.#histograms();
    const bounds = histograms[0]?.bounds ?? [];
    const counts = Array.from({ length: bounds.length + 1 }, (_, bucket) =>
      histograms.reduce((sum, histogram) => sum + histogram.countOf(bucket), 0),
    );
    const since = counts.map((count, bucket) => count - (this.#before[bucket] ?? 0));
    this.#before = counts;
    return quantile(since, bounds, share);
  }
}

function quantile(counts: readonly number[], bounds: readonly number[], share: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= 0) return undefined;
  let below = 0;
  for (const [bucket, count] of counts.entries()) {
    if (count > 0 && below + count >= share * total) {
      const [low, high] = [bounds[bucket - 1] ?? 0, bounds[bucket] ?? bounds.at(-1) ?? 0];
      return low + ((high - low) * (share * total - below)) / count;
    }
    below += count;
  }
  return bounds.at(-1);
}
