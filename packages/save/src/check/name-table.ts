const SLOTS = 8192; // a power of two: the hash is masked
const LONGEST_NAME = 64;

/**
 * The names of a file: a save repeats a few hundred names of properties and types a million times. Finding one by its
 * words, four bytes at a time, is several times cheaper than decoding it, and equal names are one string. A name takes
 * the place of another with its hash, so no file can make the table grow.
 */
export class NameTable {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  /** Where the name of each slot stands in the file; 0 marks an empty slot, since a file begins with its header. */
  readonly #starts = new Int32Array(SLOTS);
  readonly #lengths = new Int32Array(SLOTS);
  readonly #texts: string[] = new Array<string>(SLOTS).fill('');
  readonly #keys: string[] = new Array<string>(SLOTS).fill('');

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** True when the table takes a text of that many bytes, its NUL among them. */
  takes(length: number): boolean {
    return length >= 4 && length <= LONGEST_NAME;
  }

  /** The text of `length` bytes at `start`, of which the last one is a NUL. */
  text(start: number, length: number): string {
    return this.#texts[this.#slotOf(start, length)] as string; // every slot is filled
  }

  /** The same in lower case. */
  key(start: number, length: number): string {
    return this.#keys[this.#slotOf(start, length)] as string; // every slot is filled
  }

  #slotOf(start: number, length: number): number {
    const view = this.#view;
    const last = start + length - 4;
    let hash = length ^ view.getInt32(last, true); // the last word may overlap the one before it
    for (let at = start; at < last; at += 4) hash = Math.imul(hash ^ view.getInt32(at, true), 0x9e3779b1);
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    if (!this.#isAt(slot, start, length)) this.#enter(slot, start, length);
    return slot;
  }

  #isAt(slot: number, start: number, length: number): boolean {
    const known = this.#starts[slot] as number;
    if (known === 0 || this.#lengths[slot] !== length) return false;
    const view = this.#view;
    const last = length - 4;
    if (view.getInt32(known + last, true) !== view.getInt32(start + last, true)) return false;
    for (let at = 0; at < last; at += 4) {
      if (view.getInt32(known + at, true) !== view.getInt32(start + at, true)) return false;
    }
    return true;
  }

  #enter(slot: number, start: number, length: number): void {
    const text = this.#bytes.toString('latin1', start, start + length - 1);
    this.#starts[slot] = start;
    this.#lengths[slot] = length;
    this.#texts[slot] = asPropertyKey(text);
    this.#keys[slot] = asPropertyKey(text.toLowerCase());
  }
}

// A string that has been a property key is unique inside the engine, so that comparing it with a literal is comparing
// two pointers.
function asPropertyKey(text: string): string {
  return Object.keys({ [text]: 0 })[0] ?? text;
}
