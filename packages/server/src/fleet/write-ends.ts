/** The response to a write, whole. */
export interface WriteResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Uint8Array;
}

/** A gateway asks within seconds. */
const KEPT_MS = 10 * 60_000;
const MOST_WRITES = 20_000;

/** What became of the writes of this start, for a gateway that did not hear of it. */
export class WriteEnds {
  readonly #now: () => number;
  readonly #writes = new Map<string, { response: WriteResponse | undefined; atMs: number }>();

  /** `now` in ms, of a clock that never goes back. */
  constructor(now: () => number) {
    this.#now = now;
  }

  begin(id: string): void {
    this.#forgetOld();
    this.#writes.set(id, { response: undefined, atMs: this.#now() });
  }

  end(id: string, response: WriteResponse): void {
    if (this.#writes.has(id)) this.#writes.set(id, { response, atMs: this.#now() });
  }

  /** Nothing is known of its end here: the store says what became of it. */
  forget(id: string): void {
    this.#writes.delete(id);
  }

  /** Undefined for a write that this start has not seen, or has forgotten. */
  of(id: string): { response: WriteResponse | undefined } | undefined {
    return this.#writes.get(id);
  }

  /** Those that came first, once they have ended and are old. */
  #forgetOld(): void {
    const oldMs = this.#now() - KEPT_MS;
    for (const [id, { response, atMs }] of this.#writes) {
      if (response === undefined || (atMs >= oldMs && this.#writes.size < MOST_WRITES)) return;
      this.#writes.delete(id);
    }
  }
}
