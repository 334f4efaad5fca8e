import { printGuid } from '../format/guid.ts';
import { CorruptDataError, ValueLimitError } from '../format/save-error.ts';
import { SAVE_LIMITS } from '../format/save-limits.ts';
import type { SaveGuid, SaveVector } from '../format/save-types.ts';

const TWO_32 = 0x1_0000_0000;

/** Reads little-endian values one after another. Throws `CorruptDataError` rather than read beyond `end`. */
export class ByteReader {
  readonly bytes: Buffer;
  readonly #view: DataView;
  at: number;
  end: number;
  /** Values that lists and records may still announce. */
  valuesLeft = Number.POSITIVE_INFINITY;
  /** UTF-16 units of a text that are kept. */
  readonly maxTextUnits: number = SAVE_LIMITS.textUnits;
  /** Called for a text that is longer and was cut. */
  onLongText: (units: number) => void = () => {};

  constructor(bytes: Uint8Array, at = 0, end = bytes.byteLength) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
    this.end = end;
  }

  get left(): number {
    return this.end - this.at;
  }

  /** Steps over `length` bytes and returns the offset of the first. */
  take(length: number): number {
    const start = this.at;
    if (length > this.end - start || length < 0) this.#tooShort(length);
    this.at = start + length;
    return start;
  }

  #tooShort(length: number): never {
    throw new CorruptDataError(`${length} bytes expected at byte ${this.at}, ${this.end - this.at} are left`);
  }

  u8(): number {
    return this.#view.getUint8(this.take(1));
  }

  u16(): number {
    return this.#view.getUint16(this.take(2), true);
  }

  u32(): number {
    return this.#view.getUint32(this.take(4), true);
  }

  i32(): number {
    return this.#view.getInt32(this.take(4), true);
  }

  /** Rounded beyond 2^53; use `bigI64` where precision matters. */
  i64(): number {
    const start = this.take(8);
    return this.#view.getInt32(start + 4, true) * TWO_32 + this.#view.getUint32(start, true);
  }

  bigI64(): bigint {
    return this.#view.getBigInt64(this.take(8), true);
  }

  f32(): number {
    return this.#view.getFloat32(this.take(4), true);
  }

  f64(): number {
    return this.#view.getFloat64(this.take(8), true);
  }

  guid(): SaveGuid {
    const start = this.take(16);
    return printGuid(
      this.#view.getUint32(start, true),
      this.#view.getUint32(start + 4, true),
      this.#view.getUint32(start + 8, true),
      this.#view.getUint32(start + 12, true),
    );
  }

  vector(): SaveVector {
    return { x: this.f64(), y: this.f64(), z: this.f64() };
  }

  /** Reads a Transform (quaternion, translation, scale: ten f64) and returns its translation. */
  transformLocation(): SaveVector {
    this.take(32);
    const location = this.vector();
    this.take(24);
    return location;
  }

  /** Reads a count of elements of at least `elementBytes`. Throws where fewer can follow. */
  count(elementBytes: number): number {
    const count = this.#fittingCount(elementBytes);
    this.spendValues(count);
    return count;
  }

  /** Counts values that are about to be read and kept. Throws when the file announces too many. */
  spendValues(count: number): void {
    this.valuesLeft -= count;
    if (this.valuesLeft < 0) throw new ValueLimitError();
  }

  #fittingCount(elementBytes: number): number {
    const count = this.u32();
    if (count * elementBytes > this.end - this.at) {
      throw new CorruptDataError(
        `${count} elements announced at byte ${this.at - 4}, ${this.end - this.at} bytes are left`,
      );
    }
    return count;
  }

  /** Reads an FString: its length, negative for UTF-16, then the text and a NUL. */
  text(): string {
    const length = this.i32();
    if (length < 0) return this.#wideText(-length);
    const start = this.#textBytes(length);
    if (length <= 1) return '';
    if (length > MAX_CACHED_TEXT) return this.#longText(start, length - 1);
    return texts[slotOf(this.bytes, start, length - 1)] as string; // a slot below SLOTS
  }

  /** Reads an FString in lower case, for comparing. */
  key(): string {
    const length = this.i32();
    if (length < 0) return this.#wideText(-length).toLowerCase();
    const start = this.#textBytes(length);
    if (length <= 1) return '';
    if (length > MAX_CACHED_TEXT) return this.#longText(start, length - 1).toLowerCase();
    return lowerCased[slotOf(this.bytes, start, length - 1)] as string; // a slot below SLOTS
  }

  skipText(): void {
    const length = this.i32();
    this.take(length < 0 ? length * -2 : length);
  }

  #textBytes(length: number): number {
    const start = this.take(length);
    if (length > 0 && this.bytes[start + length - 1] !== 0) {
      throw new CorruptDataError(`the text at byte ${start} does not end in NUL`);
    }
    return start;
  }

  #longText(start: number, units: number): string {
    const length = this.#limitUnits(units);
    return this.bytes.toString('latin1', start, start + length);
  }

  /** Charges a text to the values by its length, and cuts it at `maxTextUnits`. */
  #limitUnits(units: number): number {
    const limited = Math.min(units, this.maxTextUnits);
    this.spendValues(Math.trunc(limited / SAVE_LIMITS.unitsPerValue));
    if (limited < units) this.onLongText(units);
    return limited;
  }

  #wideText(units: number): string {
    const start = this.take(units * 2);
    const end = start + units * 2 - 2;
    if (this.bytes[end] !== 0 || this.bytes[end + 1] !== 0) {
      throw new CorruptDataError(`the text at byte ${start} does not end in NUL`);
    }
    const length = this.#limitUnits(units - 1);
    const text = this.bytes.toString('utf16le', start, start + length * 2);
    return length === units - 1 ? text : text.replace(/[\uD800-\uDBFF]$/, ''); // half a surrogate pair
  }

  /** Reads an array: a count of elements of at least `elementBytes`, then each of them. */
  array<T>(elementBytes: number, read: () => T): T[] {
    const count = this.count(elementBytes);
    const elements: T[] = [];
    for (let index = 0; index < count; index += 1) elements.push(read());
    return elements;
  }

  texts(): string[] {
    return this.array(4, () => this.text());
  }

  /** Steps over an array of elements of equal size. */
  skipArray(elementBytes: number): void {
    const count = this.#fittingCount(elementBytes);
    this.take(count * elementBytes);
  }

  skipTexts(): void {
    const count = this.#fittingCount(4);
    for (let index = 0; index < count; index += 1) this.skipText();
  }
}

/** Longest text (bytes, without NUL) worth caching: property names and ids are shorter. */
const MAX_CACHED_TEXT = 64;

const SLOTS = 8192; // a power of two: the hash is masked
const texts: string[] = new Array<string>(SLOTS).fill('');
const lowerCased: string[] = new Array<string>(SLOTS).fill('');

// One slot per hash, the newest text wins. A save repeats a few hundred names and ids a million times;
// finding one here is several times cheaper than decoding it, and equal texts share their memory. The size
// is fixed, so a malicious file cannot make it grow.
function slotOf(bytes: Buffer, start: number, length: number): number {
  let hash = length;
  const end = start + length;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
  const cached = texts[slot] as string;
  if (cached.length === length && sameText(cached, bytes, start)) return slot;
  const text = bytes.toString('latin1', start, end);
  texts[slot] = text;
  lowerCased[slot] = asPropertyKey(text.toLowerCase());
  return slot;
}

function sameText(text: string, bytes: Buffer, start: number): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) !== bytes[start + at]) return false;
  return true;
}

// A string that has been a property key is unique inside the engine, so that comparing it with a literal
// is comparing two pointers.
function asPropertyKey(text: string): string {
  return Object.keys({ [text]: 0 })[0] ?? text;
}
