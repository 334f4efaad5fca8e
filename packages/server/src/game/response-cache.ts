import type { CachedResponse } from './protocol.ts';

/** Answers kept for the present version of the world, in bytes. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** Answers to questions, as bytes, for as long as the world has not changed. */
export class ResponseCache {
  /** The shared number that the game thread changes with the world. */
  readonly #worldVersion: Int32Array<SharedArrayBuffer>;
  readonly #answers = new Map<string, CachedResponse>();
  #version = 0;
  #bytes = 0;

  constructor(worldVersion: Int32Array<SharedArrayBuffer>) {
    this.#worldVersion = worldVersion;
  }

  get(key: string): CachedResponse | undefined {
    return this.#isCurrent() ? this.#answers.get(key) : undefined;
  }

  /** Keeps an answer that was given for a version of the world, unless there is a newer one by now. */
  set(key: string, answer: CachedResponse, version: number): void {
    this.#isCurrent();
    if (version !== this.#version || this.#bytes + answer.bytes.byteLength > KEPT_BYTES) return;
    this.#answers.set(key, answer);
    this.#bytes += answer.bytes.byteLength;
  }

  /** Drops everything when the world is another one; false then. */
  #isCurrent(): boolean {
    const version = Atomics.load(this.#worldVersion, 0);
    if (version === this.#version) return true;
    this.#answers.clear();
    this.#bytes = 0;
    this.#version = version;
    return false;
  }
}
