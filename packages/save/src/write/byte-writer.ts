import { guidWords } from '../format/guid.ts';
import type { SaveVector } from '../format/save-types.ts';

/** Writes little-endian values one after another: the counterpart of `ByteReader`. */
export class ByteWriter {
  // Unsafe: each reserved byte is written at once. Small, because an edit writes thousands of small blobs.
  #bytes = Buffer.allocUnsafe(512);
  length = 0;

  /** A copy of the written bytes. */
  result(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.length));
  }

  /** Reserves that many bytes behind those written, and returns all. */
  #grow(bytes: number): Buffer {
    const start = this.length;
    this.length += bytes;
    if (this.length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.length, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, start);
      this.#bytes = larger;
    }
    return this.#bytes;
  }

  u8(value: number): void {
    this.#grow(1).writeUInt8(value, this.length - 1);
  }

  u16(value: number): void {
    this.#grow(2).writeUInt16LE(value, this.length - 2);
  }

  u32(value: number): void {
    this.#grow(4).writeUInt32LE(value, this.length - 4);
  }

  i32(value: number): void {
    this.#grow(4).writeInt32LE(value, this.length - 4);
  }

  i64(value: bigint): void {
    this.#grow(8).writeBigInt64LE(value, this.length - 8);
  }

  f32(value: number): void {
    this.#grow(4).writeFloatLE(value, this.length - 4);
  }

  f64(value: number): void {
    this.#grow(8).writeDoubleLE(value, this.length - 8);
  }

  raw(bytes: Uint8Array): void {
    this.#grow(bytes.length).set(bytes, this.length - bytes.length);
  }

  zeros(count: number): void {
    this.raw(Buffer.alloc(count));
  }

  /** Overwrites an earlier i32, such as the size before a value. */
  patchI32(at: number, value: number): void {
    this.#bytes.writeInt32LE(value, at);
  }

  guid(guid: string): void {
    for (const word of guidWords(guid)) this.u32(word);
  }

  vector({ x, y, z }: SaveVector): void {
    this.f64(x);
    this.f64(y);
    this.f64(z);
  }

  /** Writes an FString: one byte per character when all are ASCII, otherwise UTF-16. */
  text(text: string): void {
    const width = isAscii(text) ? 1 : -1;
    this.i32(text === '' ? 0 : width * (text.length + 1));
    if (text !== '') this.raw(Buffer.from(`${text}\0`, width === 1 ? 'latin1' : 'utf16le'));
  }

  texts(texts: readonly string[]): void {
    this.u32(texts.length);
    for (const text of texts) this.text(text);
  }
}

export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
