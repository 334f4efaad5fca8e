export interface ReadsInPartsOptions<Call> {
  /** Answers a call with the reply that its last part has returned, in the turn of that part. */
  answer(call: Call, reply: unknown): void;
  refuse(call: Call, error: unknown): void;
  /** Runs work in a turn of its own of the event loop. */
  later(work: () => void): void;
}

interface Read<Call> {
  readonly call: Call;
  readonly parts: Iterator<void, unknown>;
}

/**
 * Reads that are made in parts, one a turn of the event loop: other requests run in between, and several reads take
 * turns.
 */
export class ReadsInParts<Call> {
  readonly #options: ReadsInPartsOptions<Call>;
  /** The next one first. */
  #reads: Read<Call>[] = [];
  #scheduled = false;

  constructor(options: ReadsInPartsOptions<Call>) {
    this.#options = options;
  }

  /** Begins a read; one of a single part is answered at once, unless others are under way. */
  add(call: Call, parts: Iterator<void, unknown>): void {
    this.#reads.push({ call, parts });
    if (!this.#scheduled) this.#runPart();
  }

  /** Answers every read that was not answered yet. */
  finish(): void {
    while (this.#reads.length > 0) this.#makePart();
  }

  /** Makes no further part. */
  abandon(): void {
    this.#reads = [];
  }

  #runPart(): void {
    this.#scheduled = false;
    if (this.#reads.length > 0) this.#makePart();
    if (this.#reads.length === 0) return;
    this.#scheduled = true;
    this.#options.later(() => this.#runPart());
  }

  #makePart(): void {
    const read = this.#reads.shift();
    if (read === undefined) return;
    try {
      const part = read.parts.next();
      if (part.done === true) this.#options.answer(read.call, part.value);
      else this.#reads.push(read);
    } catch (error) {
      this.#options.refuse(read.call, error);
    }
  }
}
