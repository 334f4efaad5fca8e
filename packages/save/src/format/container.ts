import { inflateSync } from 'node:zlib';
import { decompressUnsafe } from 'ooz-wasm';
import { CorruptDataError } from './save-error.ts';
import { SAVE_LIMITS } from './save-limits.ts';

/** The packing of a .sav file: zlib once, zlib twice, Oodle, or none (docs/save-format.md#container). */
export type SaveContainer = 'PlZ1' | 'PlZ2' | 'PlM1' | 'GVAS';

const HEADER_BYTES = 12;
// Upper bounds of the bytes that one packed byte unpacks to: deflate repeats 258 bytes with 2 bits, an Oodle
// block of 256 KiB has at least 2 bytes. A length beyond that is refused before anything is allocated.
const DEFLATE_GAIN = 1040;
const OODLE_GAIN = 128 * 1024;

type Header = ReturnType<typeof readHeader>;

/**
 * Unpacks a .sav file to its GVAS bytes; those of a `PlM1` file are valid until the next call. Throws `CorruptDataError`
 * when lengths or contents do not fit, before anything is allocated when a stage would exceed `maxBytes`.
 */
export function unpack(
  file: Buffer,
  maxBytes: number = SAVE_LIMITS.fileBytes,
): { container: SaveContainer; gvas: Uint8Array } {
  if (file.toString('latin1', 0, 4) === 'GVAS') return { container: 'GVAS', gvas: file };
  const header = readHeader(file, maxBytes);
  const gvas = header.container === 'PlM1' ? unpackOodle(header) : unpackZlib(header);
  if (gvas.length !== header.rawBytes) {
    throw new CorruptDataError(`${gvas.length} bytes came out, the header promises ${header.rawBytes}`);
  }
  if (Buffer.from(gvas.buffer, gvas.byteOffset, 4).toString('latin1') !== 'GVAS') {
    throw new CorruptDataError('what came out does not begin with GVAS');
  }
  return { container: header.container, gvas };
}

const GIT_LFS = 'version https://git-lfs.';

/** The message for the text that Git LFS leaves in place of a file; null for any other bytes. */
export function gitLfsProblem(file: Buffer): string | null {
  const isPointer = file.toString('latin1', 0, GIT_LFS.length) === GIT_LFS;
  return isPointer ? 'a Git LFS pointer, not the file: run git lfs pull' : null;
}

/** Whether 12 bytes of Game Pass precede the real header. Their contents are unknown. */
export function hasGamePassHead(file: Buffer): boolean {
  return file.toString('latin1', 8, 11) === 'CNK';
}

function readHeader(file: Buffer, maxBytes: number) {
  if (file.length === 0) throw new CorruptDataError('the file is empty');
  if (file.length < HEADER_BYTES)
    throw new CorruptDataError(`only ${file.length} bytes, the header alone has 12`);
  const pointer = gitLfsProblem(file);
  if (pointer !== null) throw new CorruptDataError(pointer);
  const start = hasGamePassHead(file) ? HEADER_BYTES : 0;
  if (file.length < start + HEADER_BYTES) throw new CorruptDataError('it ends inside its header');
  const container = file.toString('latin1', start + 8, start + HEADER_BYTES);
  if (container !== 'PlZ1' && container !== 'PlZ2' && container !== 'PlM1') {
    throw new CorruptDataError('not a Palworld save: neither GVAS, PlZ nor PlM');
  }
  const rawBytes = file.readUInt32LE(start);
  const packedBytes = file.readUInt32LE(start + 4);
  const payload = file.subarray(start + HEADER_BYTES);
  const limit = Math.min(maxBytes, SAVE_LIMITS.fileBytes);
  const gain = container === 'PlM1' ? OODLE_GAIN : DEFLATE_GAIN;
  const packed = container === 'PlZ2' ? Math.min(packedBytes, payload.length * DEFLATE_GAIN) : payload.length;
  if (rawBytes > Math.min(limit, packed * gain)) {
    throw new CorruptDataError(
      `an unpacked size of ${rawBytes} bytes is absurd for ${payload.length} packed ones`,
    );
  }
  if (container === 'PlZ2' && packedBytes > limit) {
    throw new CorruptDataError(
      `an inner stream of ${packedBytes} bytes is absurd for ${payload.length} packed ones`,
    );
  }
  if (rawBytes < 4) throw new CorruptDataError(`an unpacked size of ${rawBytes} bytes is too small`);
  if (container !== 'PlZ2' && packedBytes !== payload.length) {
    throw new CorruptDataError(`${payload.length} packed bytes, the header promises ${packedBytes}`);
  }
  return { container, rawBytes, packedBytes, payload } as const;
}

function unpackZlib({ container, rawBytes, packedBytes, payload }: Header): Buffer {
  if (container === 'PlZ1') return inflate(payload, rawBytes);
  const inner = inflate(payload, packedBytes);
  if (inner.length !== packedBytes) {
    throw new CorruptDataError(
      `the outer zlib stream gave ${inner.length} bytes, the header promises ${packedBytes}`,
    );
  }
  return inflate(inner, rawBytes);
}

function inflate(packed: Buffer, bytes: number): Buffer {
  if (bytes < 1) throw new CorruptDataError('a zlib stream of 0 bytes is absurd');
  try {
    // One chunk with a little room: no chunks to join, and a bomb ends at the promised length.
    return inflateSync(packed, { maxOutputLength: bytes, chunkSize: bytes + 64 });
  } catch (error) {
    throw new CorruptDataError('the zlib stream is damaged or incomplete', { cause: error });
  }
}

function unpackOodle({ rawBytes, payload }: Header): Uint8Array {
  try {
    return decompressUnsafe(payload, rawBytes);
  } catch (error) {
    throw new CorruptDataError('the Oodle stream is damaged or incomplete', { cause: error });
  }
}
