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

  /** Reserves that many bytes and returns the offset of the first. */
  #reserve(bytes: number): number {
    const start = this.length;
    this.length += bytes;
    if (this.length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.length, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, start);
      this.#bytes = larger;
    }
    return start;
  }

  u8(value: number): void {
    const at = this.#reserve(1);
    this.#bytes.writeUInt8(value, at);
  }

  u16(value: number): void {
    const at = this.#reserve(2);
    this.#bytes.writeUInt16LE(value, at);
  }

  u32(value: number): void {
    const at = this.#reserve(4);
    this.#bytes.writeUInt32LE(value, at);
  }

  i32(value: number): void {
    const at = this.#reserve(4);
    this.#bytes.writeInt32LE(value, at);
  }

  i64(value: bigint): void {
    const at = this.#reserve(8);
    this.#bytes.writeBigInt64LE(value, at);
  }

  f32(value: number): void {
    const at = this.#reserve(4);
    this.#bytes.writeFloatLE(value, at);
  }

  f64(value: number): void {
    const at = this.#reserve(8);
    this.#bytes.writeDoubleLE(value, at);
  }

  raw(bytes: Uint8Array): void {
    const at = this.#reserve(bytes.length);
    this.#bytes.set(bytes, at);
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
    if (text === '') {
      this.i32(0);
      return;
    }
    if (isAscii(text)) {
      this.i32(text.length + 1);
      this.raw(Buffer.from(text, 'latin1'));
      this.u8(0);
      return;
    }
    this.i32(-(text.length + 1));
    this.raw(Buffer.from(text, 'utf16le'));
    this.u16(0);
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
