/** One line of a metric as prom-client prints it. */
export interface Sample {
  metricName: string;
  labels: Record<string, string | number>;
  value: number;
}

/** A histogram: observations counted by the bucket they fall in. Counting allocates nothing. */
export class Histogram {
  /** Upper bounds, ascending; values above the last have a bucket of their own. */
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

  /** How many observations fell into a bucket; the one after the last bound has those above it. */
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
