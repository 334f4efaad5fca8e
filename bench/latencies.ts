/** Each bucket is 1 % wider than the previous one; the last holds durations above 200 seconds. */
const GROWTH = Math.log(1.01);
const BUCKETS = 1920;

/** A histogram of durations. Quantiles are accurate to 1 %. */
export class Latencies {
  readonly #counts = new Uint32Array(BUCKETS);
  #total = 0;

  get total(): number {
    return this.#total;
  }

  add(ms: number): void {
    const micros = ms * 1000;
    const bucket = micros <= 1 ? 0 : Math.min(BUCKETS - 1, (Math.log(micros) / GROWTH) | 0);
    this.#counts[bucket] = (this.#counts[bucket] as number) + 1;
    this.#total++;
  }

  /** In ms; `share` is 0.5 for the median. NaN without durations. */
  quantile(share: number): number {
    const wanted = Math.ceil(this.#total * share);
    let seen = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      seen += this.#counts[bucket] as number;
      if (seen > 0 && seen >= wanted) return Math.exp((bucket + 0.5) * GROWTH) / 1000;
    }
    return Number.NaN;
  }

  clear(): void {
    this.#counts.fill(0);
    this.#total = 0;
  }
}
