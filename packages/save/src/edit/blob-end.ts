import { CorruptDataError } from '../format/save-error.ts';
import type { BlobVersions } from '../read/blob-versions.ts';
import { ByteReader } from '../read/byte-reader.ts';
import type { RecordBlob } from './record-blob.ts';

/** Reads the mark, a u32 of 0 that ends each class level of a blob since mid 2025. Throws for any other number. */
export function expectMark(reader: ByteReader, { mark }: BlobVersions): void {
  if (mark && reader.u32() !== 0) throw new CorruptDataError(`an unknown mark at byte ${reader.at - 4}`);
}

/** Reads a blob to its end, where the mark stands. Throws `CorruptDataError` for one of another length. */
export function readWhole<T>({ bytes, versions }: RecordBlob, read: (reader: ByteReader) => T): T {
  const reader = new ByteReader(bytes);
  const value = read(reader);
  expectMark(reader, versions);
  expectEnd(reader);
  return value;
}

/** Throws when bytes are left: the blob is then of a newer version, and an edit could only guess. */
export function expectEnd(reader: ByteReader): void {
  if (reader.left > 0) throw new CorruptDataError(`${reader.left} unknown bytes at the end of a blob`);
}
