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
  #greatest = 0;

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
    this.#greatest = Math.max(this.#greatest, value);
  }

  /** Runs work and observes how many seconds it took, also when it fails. */
  time<T>(work: () => T): T {
    const startedMs = performance.now();
    try {
      return work();
    } finally {
      this.observe(secondsSince(startedMs));
    }
  }

  /** The greatest observation since the last call; 0 without any. */
  takeGreatest(): number {
    const greatest = this.#greatest;
    this.#greatest = 0;
    return greatest;
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

/** @returns the value below which a share of the observations since the last call is, interpolated; undefined without any. */
export function histogramWindow(histograms: () => readonly Histogram[]) {
  const countsNow = () => {
    const [bounds = [], all] = [histograms()[0]?.bounds, histograms()];
    const countOf = (bucket: number) => all.reduce((sum, histogram) => sum + histogram.countOf(bucket), 0);
    return { bounds, counts: Array.from({ length: bounds.length + 1 }, (_, bucket) => countOf(bucket)) };
  };
  let before = countsNow().counts;

  return (share: number): number | undefined => {
    const { bounds, counts } = countsNow();
    const since = counts.map((count, bucket) => count - (before[bucket] ?? 0));
    before = counts;
    return quantile(since, bounds, share);
  };
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
