import { emptySharedBytes } from '../format/shared-bytes.ts';

/** Replacement of the bytes from `start` to `end` of a file. */
export type Splice = Readonly<{ start: number; end: number; bytes: Uint8Array }>;

/** Applies splices in order; those at one offset as given. Throws a RangeError for overlapping ones. */
export function applySplices(file: Buffer, splices: readonly Splice[]): Buffer {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, bytes } of splices.toSorted((a, b) => a.start - b.start)) {
    if (start < at || end < start || end > file.length) {
      throw new RangeError(`bytes ${start} to ${end} are edited twice, or are outside the file`);
    }
    parts.push(file.subarray(at, start), bytes);
    at = end;
  }
  parts.push(file.subarray(at));
  return joined(parts);
}

/** Joins them where another thread can check them, so that a large file is copied once. */
function joined(parts: readonly Uint8Array[]): Buffer {
  const result = emptySharedBytes(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

export function int32Splice(at: number, value: number): Splice {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return { start: at, end: at + 4, bytes };
}
