import type { Token } from '../data-folder/tokens.ts';

export interface BucketSize {
  /** How fast a bucket refills. */
  perSecond: number;
  /** How much a full one holds; at least 1. */
  burst: number;
}

interface Bucket {
  left: number;
  filledAtMs: number;
}

/**
 * A token bucket for each bearer token. A bucket refills when something is taken from it, and is collected with the
 * token, so there is no timer and no growth beyond the token files.
 */
export class TokenBuckets {
  readonly #nowMs: () => number;
  readonly #buckets = new WeakMap<Token, Bucket>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Takes one from the bucket of a token. @returns 0, or the seconds until there is one when the bucket is empty. */
  take(token: Token, { perSecond, burst }: BucketSize): number {
    const nowMs = this.#nowMs();
    const most = Math.max(1, burst);
    const bucket = this.#buckets.get(token) ?? { left: most, filledAtMs: nowMs };
    this.#buckets.set(token, bucket);
    bucket.left = Math.min(most, bucket.left + ((nowMs - bucket.filledAtMs) / 1000) * perSecond);
    bucket.filledAtMs = nowMs;
    if (bucket.left < 1) return (1 - bucket.left) / perSecond;
    bucket.left--;
    return 0;
  }
}
