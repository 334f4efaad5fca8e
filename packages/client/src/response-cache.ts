/** Maximum responses in the cache, and their maximum total length in characters. */
const MAX_RESPONSES = 100;
const MAX_CHARACTERS = 8 * 1024 * 1024;

export interface CachedResponse {
  etag: string;
  text: string;
}

/** Last responses by URL with their ETags, so that the service need not send again what has not changed. LRU. */
export class ResponseCache {
  readonly #responses = new Map<string, CachedResponse>();
  #characters = 0;

  get(target: string): CachedResponse | undefined {
    const response = this.#responses.get(target);
    if (response === undefined) return undefined;
    this.#responses.delete(target);
    this.#responses.set(target, response);
    return response;
  }

  set(target: string, response: CachedResponse): void {
    this.#delete(target);
    if (response.text.length > MAX_CHARACTERS) return;
    this.#responses.set(target, response);
    this.#characters += response.text.length;
    for (const leastRecent of this.#responses.keys()) {
      if (this.#responses.size <= MAX_RESPONSES && this.#characters <= MAX_CHARACTERS) return;
      this.#delete(leastRecent);
    }
  }

  #delete(target: string): void {
    this.#characters -= this.#responses.get(target)?.text.length ?? 0;
    this.#responses.delete(target);
  }
}
