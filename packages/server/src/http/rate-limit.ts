import { Refusal } from '@palatine/contract';
import type { Token } from '../data-folder/tokens.ts';

/** A token may send this many seconds' worth of requests at once after a pause. */
const BURST_SECONDS = 2;

interface Bucket {
  left: number;
  filledAtMs: number;
}

/**
 * Limits the requests per token, by a token bucket. A bucket refills when its token sends, and is collected with the
 * token, so there is no timer and no growth beyond the token files.
 */
export class RateLimit {
  readonly #perSecond: () => number;
  readonly #nowMs: () => number;
  readonly #buckets = new WeakMap<Token, Bucket>();

  /** `perSecond` is read at each request; 0 lets everything through. */
  constructor(perSecond: () => number, nowMs: () => number = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#nowMs = nowMs;
  }

  /** Counts a request of a token. Throws RATE_LIMITED when there are too many. */
  count(token: Token): void {
    const perSecond = this.#perSecond();
    if (perSecond === 0) return;
    const nowMs = this.#nowMs();
    const most = Math.max(1, perSecond * BURST_SECONDS);
    const bucket = this.#buckets.get(token) ?? { left: most, filledAtMs: nowMs };
    this.#buckets.set(token, bucket);
    bucket.left = Math.min(most, bucket.left + ((nowMs - bucket.filledAtMs) / 1000) * perSecond);
    bucket.filledAtMs = nowMs;
    if (bucket.left < 1) {
      const RetryAfter = Math.max(1, Math.ceil((1 - bucket.left) / perSecond));
      throw new Refusal('RATE_LIMITED', `the token ${token.name} may send ${perSecond} requests a second`, {
        RetryAfter,
      });
    }
    bucket.left--;
  }
}
