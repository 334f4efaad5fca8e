import type { CachedResponse } from './protocol.ts';

/** Most bytes of the responses in the cache. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Responses to queries, as bytes, for as long as the world has not changed. */
export class ResponseCache {
  /** The shared number that the game loop changes with the world. */
  readonly #worldVersion: Int32Array<SharedArrayBuffer>;
  readonly #responses = new Map<string, CachedResponse>();
  #version = 0;
  #bytes = 0;

  constructor(worldVersion: Int32Array<SharedArrayBuffer>) {
    this.#worldVersion = worldVersion;
  }

  get(key: string): CachedResponse | undefined {
    return this.#isCurrent() ? this.#responses.get(key) : undefined;
  }

  /** Keeps a response that was read from a version of the world, unless there is a newer one by now. */
  set(key: string, response: CachedResponse, version: number): void {
    this.#isCurrent();
    if (version !== this.#version || this.#bytes + response.bytes.byteLength > MAX_BYTES) return;
    this.#responses.set(key, response);
    this.#bytes += response.bytes.byteLength;
  }

  /** Drops everything, and is false, when the world has changed. */
  #isCurrent(): boolean {
    const version = Atomics.load(this.#worldVersion, 0);
    if (version === this.#version) return true;
    this.#responses.clear();
    this.#bytes = 0;
    this.#version = version;
    return false;
  }
}
