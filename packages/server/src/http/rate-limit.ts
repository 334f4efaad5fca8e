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
    const waitSeconds = this.#take(token);
    if (waitSeconds === 0) return;
    const message = `the token ${token.name} may send ${this.#perSecond()} requests a second`;
    throw new Refusal('RATE_LIMITED', message, { RetryAfter: Math.max(1, Math.ceil(waitSeconds)) });
  }

  /** Counts a request of a token, unless there are too many. */
  allows(token: Token): boolean {
    return this.#take(token) === 0;
  }

  /** The seconds until the next request may come; 0 when this one was counted. */
  #take(token: Token): number {
    const perSecond = this.#perSecond();
    if (perSecond === 0) return 0;
    return this.#buckets.take(token, { perSecond, burst: perSecond * BURST_SECONDS });
  }
}
