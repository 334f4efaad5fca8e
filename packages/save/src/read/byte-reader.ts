import { printGuid } from '../format/guid.ts';
import { CorruptDataError } from '../format/save-error.ts';
import type { SaveGuid, SaveVector } from '../format/save-types.ts';
import { cachedKey, cachedText, LONGEST_CACHED_TEXT } from './text-cache.ts';

const TWO_32 = 0x1_0000_0000;

/** Reads little-endian values one after another. Throws `CorruptDataError` rather than read beyond `end`. */
export class ByteReader {
  readonly bytes: Buffer;
  readonly #view: DataView;
  at: number;
  end: number;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
    this.end = bytes.byteLength;
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

  /** Rounded beyond 2^53; use `bigI64` where every unit counts. */
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

  /** Reads the count of elements of at least `elementBytes` each. Throws when they cannot fit, before any loop. */
  count(elementBytes: number): number {
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
    return length <= LONGEST_CACHED_TEXT
      ? cachedText(this.bytes, start, length - 1)
      : this.bytes.toString('latin1', start, start + length - 1);
  }

  /** Reads an FString in lower case, for comparing. */
  key(): string {
    const length = this.i32();
    if (length < 0) return this.#wideText(-length).toLowerCase();
    const start = this.#textBytes(length);
    if (length <= 1) return '';
    return length <= LONGEST_CACHED_TEXT
      ? cachedKey(this.bytes, start, length - 1)
      : this.bytes.toString('latin1', start, start + length - 1).toLowerCase();
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

  #wideText(units: number): string {
    const start = this.take(units * 2);
    const end = start + units * 2 - 2;
    if (this.bytes[end] !== 0 || this.bytes[end + 1] !== 0) {
      throw new CorruptDataError(`the text at byte ${start} does not end in NUL`);
    }
    return this.bytes.toString('utf16le', start, end);
  }

  texts(): string[] {
    const count = this.count(4);
    const texts: string[] = [];
    for (let index = 0; index < count; index += 1) texts.push(this.text());
    return texts;
  }

  /** Steps over an array of elements of equal size. */
  skipArray(elementBytes: number): void {
    const count = this.count(elementBytes);
    this.take(count * elementBytes);
  }

  skipTexts(): void {
    const count = this.count(4);
    for (let index = 0; index < count; index += 1) this.skipText();
  }
}
