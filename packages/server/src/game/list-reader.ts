import { createHash } from 'node:crypto';
import type { Fragment, ListInFragments } from '@palatine/world';
import type { CachedResponse, VersionedResponse } from './protocol.ts';

export interface ListOptions {
  /** The list as it is when the last part ends. */
  list(): Generator<void, ListInFragments>;
  /** The reply around the entries, in the form of the token. */
  format(outline: object): unknown;
  /** The version of the world, as the list sees it. */
  version(): number;
  /** Answers the calls of these slots. */
  answer(slots: readonly number[], response: VersionedResponse): void;
  refuse(slots: readonly number[], error: unknown): void;
  /** Runs a part in a turn of its own of the event loop. */
  later(part: () => void): void;
}

/** Whom a list is made for. */
export interface ListOrder {
  /** In the turn whose world the list shows. */
  onMoment?(): void;
  onMade(response: VersionedResponse): void;
  onFailed(error: unknown): void;
}

/**
 * Answers queries of a list. A list of 10,000 is serialised in parts, one a turn of the event loop, and other requests
 * run in between; it shows the world of one moment all the same. Queries that arrive meanwhile share the next list, so
 * that there is one at a time.
 */
export class ListReader {
  readonly #options: ListOptions;
  /** Slots of the queries that the next list answers. */
  #waiting: number[] = [];
  #list: Iterator<void> | undefined;
  #scheduled = false;

  constructor(options: ListOptions) {
    this.#options = options;
  }

  /** Answers the call of a slot: at once when the list is short and no other is being made. */
  read(slot: number): void {
    this.#waiting.push(slot);
    if (!this.#scheduled) this.#runPart();
  }

  /** Makes the list for nobody who waits. False while it is made already. */
  make(order: ListOrder): boolean {
    if (this.#busy) return false;
    this.#list = this.#makeList(order);
    if (!this.#scheduled) this.#runPart();
    return true;
  }

  /** Answers every query that was not answered yet. */
  finish(): void {
    while (this.#busy) this.#makePart();
  }

  /** Makes no further part. */
  abandon(): void {
    this.#waiting = [];
    this.#list = undefined;
  }

  get #busy(): boolean {
    return this.#list !== undefined || this.#waiting.length > 0;
  }

  #runPart(): void {
    this.#scheduled = false;
    if (this.#busy) this.#makePart();
    if (!this.#busy) return;
    this.#scheduled = true;
    this.#options.later(() => this.#runPart());
  }

  #makePart(): void {
    this.#list ??= this.#makeList(this.#orderOf(this.#waiting.splice(0)));
    if (this.#list.next().done === true) this.#list = undefined;
  }

  #orderOf(slots: readonly number[]): ListOrder {
    const { answer, refuse } = this.#options;
    return {
      onMade: (response) => answer(slots, response),
      onFailed: (error) => refuse(slots, error),
    };
  }

  *#makeList(order: ListOrder): Generator<void> {
    const { list, format, version } = this.#options;
    try {
      const { outline, fragments, perPart } = yield* list();
      const listVersion = version(); // of the same turn
      order.onMoment?.();
      const response = yield* joinFragments(JSON.stringify(format(outline)), fragments, perPart);
      order.onMade({ ...response, version: listVersion });
    } catch (error) {
      order.onFailed(error);
    }
  }
}

/** Serialised fragments are read and written faster than others are made: so many take a millisecond or two. */
const WRITTEN_PER_PART = 4000;

/** Joins fragments in a memory of their own, into which each is written once. */
function* joinFragments(
  outline: string,
  fragments: readonly Fragment[],
  perPart: number,
): Generator<void, CachedResponse> {
  let length = Buffer.byteLength(outline) + Math.max(0, fragments.length - 1); // the commas
  for (let from = 0; from < fragments.length; from += perPart) {
    if (from > 0) yield;
    length += lengthOf(fragments.slice(from, from + perPart));
  }
  const closing = /[\]}]+$/.exec(outline)?.[0] ?? ''; // the entries belong right before it
  const text = new Utf8Writer(length);
  text.write(outline.slice(0, -closing.length));
  for (let from = 0; from < fragments.length; from += WRITTEN_PER_PART) {
    if (from > 0) yield;
    if (from > 0) text.write(',');
    text.writeList(fragments.slice(from, from + WRITTEN_PER_PART));
  }
  text.write(closing);
  return text.finish();
}

/** Serialises those fragments that are not JSON yet. */
function lengthOf(fragments: readonly Fragment[]): number {
  let length = 0;
  for (const { byteLength } of fragments) length += byteLength;
  return length;
}

const COMMA = 0x2c;

/** Writes text of a length that is known before, and hashes it on the way. */
class Utf8Writer {
  readonly #bytes: Buffer<ArrayBuffer>;
  readonly #hash = createHash('sha1');
  #at = 0;

  constructor(length: number) {
    this.#bytes = Buffer.allocUnsafeSlow(length); // a memory of its own; every byte of it is written
  }

  write(text: string): void {
    const from = this.#at;
    this.#at += this.#bytes.write(text, from);
    this.#hash.update(this.#bytes.subarray(from, this.#at));
  }

  /** With commas in between. */
  writeList(fragments: readonly Fragment[]): void {
    const bytes = this.#bytes;
    let at = this.#at;
    for (const { json } of fragments) {
      if (at > this.#at) bytes[at++] = COMMA;
      at += bytes.write(json, at);
    }
    this.#hash.update(bytes.subarray(this.#at, at));
    this.#at = at;
  }

  finish(): CachedResponse {
    const { length } = this.#bytes;
    if (this.#at !== length) throw new Error(`${length} bytes were to be written, and there are ${this.#at}`);
    return { bytes: this.#bytes, etag: `"${this.#hash.digest('base64url')}"` };
  }
}
