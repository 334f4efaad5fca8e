import type { CachedResponse } from './protocol.ts';
import { type CacheBounds, heldBy } from './response-cache.ts';

/** The responses that were used last, by key. Beyond its bounds it drops those that nobody used for longest. */
export class RecentResponses {
  readonly #bounds: CacheBounds;
  /** In the order of their last use. */
  readonly #responses = new Map<string, CachedResponse>();
  #bytes = 0;

  constructor(bounds: CacheBounds) {
    this.#bounds = bounds;
  }

  /** The memory that the responses hold. */
  get bytes(): number {
    return this.#bytes;
  }

  get entries(): number {
    return this.#responses.size;
  }

  get(key: string): CachedResponse | undefined {
    const response = this.#responses.get(key);
    if (response === undefined) return undefined;
    this.#responses.delete(key);
    this.#responses.set(key, response);
    return response;
  }

  set(key: string, response: CachedResponse): void {
    this.#drop(key);
    this.#responses.set(key, response);
    this.#bytes += heldBy(key, response);
    for (const oldest of this.#responses.keys()) {
      if (this.#bytes <= this.#bounds.bytes && this.#responses.size <= this.#bounds.entries) return;
      this.#drop(oldest);
    }
  }

  clear(): void {
    this.#responses.clear();
    this.#bytes = 0;
  }

  #drop(key: string): void {
    const response = this.#responses.get(key);
    if (response === undefined) return;
    this.#responses.delete(key);
    this.#bytes -= heldBy(key, response);
  }
}
