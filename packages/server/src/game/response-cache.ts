import type { CachedResponse } from './protocol.ts';

/** What the cache may hold at once; beyond it a response is not kept. */
export interface CacheBounds {
  /** Of memory: bytes of the responses, their keys and ENTRY_BYTES for each. */
  bytes: number;
  entries: number;
}

const BOUNDS: CacheBounds = { bytes: 64 * 1024 * 1024, entries: 50_000 };

/** What an entry takes beside its bytes and its key: the array, its memory's header, the tag, the place in the map. */
export const ENTRY_BYTES = 512;

/** A character of a key takes two bytes, unless all are Latin-1. */
const KEY_CHAR_BYTES = 2;

/** Responses to queries, as bytes, for as long as the world has not changed. */
export class ResponseCache {
  /** The shared number that the game loop changes with the world. */
  readonly #worldVersion: Int32Array<SharedArrayBuffer>;
  readonly #bounds: CacheBounds;
  readonly #responses = new Map<string, CachedResponse>();
  #version = 0;
  #bytes = 0;

  constructor(worldVersion: Int32Array<SharedArrayBuffer>, bounds: CacheBounds = BOUNDS) {
    this.#worldVersion = worldVersion;
    this.#bounds = bounds;
  }

  /** The memory that the cache holds. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many responses the cache holds. */
  get entries(): number {
    return this.#responses.size;
  }

  /** The version of the world as it is now. */
  get worldVersion(): number {
    return Atomics.load(this.#worldVersion, 0);
  }

  get(key: string): CachedResponse | undefined {
    return this.#isCurrent() ? this.#responses.get(key) : undefined;
  }

  /** Keeps a response that was read from a version of the world, unless there is a newer one or no room. */
  set(key: string, response: CachedResponse, version: number): void {
    this.#isCurrent();
    if (version !== this.#version || this.#responses.has(key)) return;
    const bytes = heldBy(key, response);
    if (this.#responses.size >= this.#bounds.entries || this.#bytes + bytes > this.#bounds.bytes) return;
    this.#responses.set(key, response);
    this.#bytes += bytes;
  }

  /** Drops everything, and is false, when the world has changed. */
  #isCurrent(): boolean {
    const version = this.worldVersion;
    if (version === this.#version) return true;
    this.#responses.clear();
    this.#bytes = 0;
    this.#version = version;
    return false;
  }
}

/** The memory of an entry: the whole memory its bytes lie in, not only the part they fill. */
export function heldBy(key: string, { bytes }: CachedResponse): number {
  return bytes.buffer.byteLength + key.length * KEY_CHAR_BYTES + ENTRY_BYTES;
}
