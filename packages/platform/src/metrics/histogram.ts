/** A line of a metric, as prom-client prints it. */
export interface Sample {
  metricName: string;
  labels: Record<string, string | number>;
  value: number;
}

/** A histogram: observations counted by bucket. Counting allocates nothing. */
export class Histogram {
  /** Upper bounds, ascending; greater values go to an extra bucket. */
  readonly bounds: readonly number[];
  /** One count per bucket, then the sum of the observations. */
  readonly #cells: Float64Array;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#cells = new Float64Array(bounds.length + 2);
  }

  observe(value: number): void {
    const { bounds } = this;
    let at = 0;
    while (at < bounds.length && value > (bounds[at] as number)) at += 1;
    const cells = this.#cells;
    cells[at] = (cells[at] as number) + 1;
    const sumAt = bounds.length + 1;
    cells[sumAt] = (cells[sumAt] as number) + value;
  }

  /** Observations in a bucket; the one after the last bound holds those above it. */
  countOf(bucket: number): number {
    return this.#cells[bucket] ?? 0;
  }

  /** As Prometheus counts them: each bucket holds those below it too. */
  samples(name: string, labels: Record<string, string> = {}): Sample[] {
    let count = 0;
    const buckets = [...this.bounds, '+Inf'].map((le, at) => {
      count += this.#cells[at] ?? 0;
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#cells.at(-1) ?? 0 },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}

/** Seconds since a `performance.now()`. */
export function secondsSince(startedMs: number): number {
  return (performance.now() - startedMs) / 1000;
}

/** Observations of one or several histograms with the same bounds since the last `take`. */
export class HistogramWindow {
  readonly #histograms: () => readonly Histogram[];
  #before: readonly number[] = [];

  constructor(histograms: () => readonly Histogram[]) {
    this.#histograms = histograms;
    this.take(0); // discards earlier observations
  }

  /** The value below which this share of observations is, interpolated; undefined without any. */
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
