import { Refusal } from '@palatine/contract';
import type { Token } from '../data-folder/tokens.ts';
import { TokenBuckets } from './token-buckets.ts';

/** A token may send this many seconds' worth of requests at once after a pause. */
const BURST_SECONDS = 2;

/** Limits the requests per token. */
export class RateLimit {
  readonly #perSecond: () => number;
  readonly #buckets: TokenBuckets;

  /** `perSecond` is read at each request; 0 lets everything through. */
  constructor(perSecond: () => number, nowMs: () => number = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#buckets = new TokenBuckets(nowMs);
  }

  /** Counts a request of a token. Throws RATE_LIMITED when there are too many. */
  count(token: Token): void {
    const perSecond = this.#perSecond();
    if (perSecond === 0) return;
    const waitSeconds = this.#buckets.take(token, { perSecond, burst: perSecond * BURST_SECONDS });
    if (waitSeconds === 0) return;
    throw new Refusal('RATE_LIMITED', `the token ${token.name} may send ${perSecond} requests a second`, {
      RetryAfter: Math.max(1, Math.ceil(waitSeconds)),
    });
  }
}
