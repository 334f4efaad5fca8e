import { CorruptDataError } from '../format/save-error.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { type BlobVersions, blobVersions, NO_VERSIONS } from '../read/blob-versions.ts';
import { ByteReader } from '../read/byte-reader.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import { readTag, type Tag } from './level-sections.ts';
import { bytesOf, findProperty, listOf, requireProperty } from './property-list.ts';
import { int32Splice, type Splice } from './splice.ts';

/** A `RawData` with the versions that its `CustomVersionData` lists. */
export type RecordBlob = Readonly<{ bytes: Buffer; versions: BlobVersions }>;

type Properties = readonly TreeProperty[];

/** Finds the blob of the struct at that path of a record. Throws `CorruptDataError`. */
export function blobInTree(properties: Properties, holder: readonly string[]): RecordBlob | undefined {
  const list = listAt(properties, holder);
  const blob = list && findProperty(list, 'RawData');
  if (blob === undefined) return undefined;
  const versions = findProperty(list as TreeProperty[], 'CustomVersionData');
  return recordBlob(asBuffer(bytesOf(blob.value)), versions && asBuffer(bytesOf(versions.value)));
}

/** Replaces the blob of the struct at that path of a record. Throws `CorruptDataError`. */
export function setBlobInTree(properties: Properties, holder: readonly string[], bytes: Uint8Array): void {
  const list = listAt(properties, holder);
  if (list === undefined) throw new CorruptDataError(`it has no ${holder.join('.')}`);
  requireProperty(list, 'RawData').value = bytes;
}

function listAt(properties: Properties, path: readonly string[]): Properties | undefined {
  let list = properties;
  for (const name of path) {
    const property = findProperty(list, name);
    if (property === undefined) return undefined;
    list = listOf(property.value);
  }
  return list;
}

/** Finds the blob of the struct at that path from `reader.at`. Throws `CorruptDataError`. */
export function blobInBytes(reader: ByteReader, holder: readonly string[]): RecordBlob | undefined {
  const [name, ...rest] = holder;
  let bytes: Buffer | undefined;
  let versions: Buffer | undefined;
  for (let tag = readTag(reader); tag !== null; tag = readTag(reader)) {
    const key = tag.name.toLowerCase();
    if (name !== undefined && key === name.toLowerCase()) return blobInBytes(reader, rest);
    if (name === undefined && key === 'rawdata') bytes = byteArray(reader, tag);
    if (name === undefined && key === 'customversiondata') versions = byteArray(reader, tag);
    reader.at = tag.valueEnd;
  }
  return bytes && recordBlob(bytes, versions);
}

function byteArray(reader: ByteReader, { name, type, types }: Tag): Buffer {
  if (type !== 'ArrayProperty' || types[0] !== 'ByteProperty')
    throw new CorruptDataError(`${name} is not a byte array`);
  const length = reader.count(1);
  const start = reader.take(length);
  return reader.bytes.subarray(start, start + length);
}

function recordBlob(bytes: Buffer, versions: Buffer | undefined): RecordBlob {
  return { bytes, versions: versions ? blobVersions(versions, 0, versions.length) : NO_VERSIONS };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Reads the mark, a u32 of 0 that ends each class level of a blob since mid 2025. Throws for any other number. */
export function expectMark(reader: ByteReader, { mark }: BlobVersions): void {
  if (mark && reader.u32() !== 0) throw new CorruptDataError(`an unknown mark at byte ${reader.at - 4}`);
}

/** Reads a blob up to its closing mark. Throws `CorruptDataError` for one of another length. */
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

type BlobList = Readonly<ReturnType<typeof readList>>;

/** Reads a list: a u32 count, and elements of equal size, each named by the GUID at its offset `idAt`. */
export function readList(reader: ByteReader, elementBytes: number, idAt = 0) {
  const countAt = reader.at;
  const ids = reader.array(elementBytes, () => {
    reader.take(idAt);
    const id = reader.guid();
    reader.take(elementBytes - idAt - 16);
    return id;
  });
  return { countAt, elementBytes, ids };
}

/** The splices that take elements of removed identities out of a list, and append others. */
export function listSplices(
  { countAt, elementBytes, ids }: BlobList,
  removed: Pick<ReadonlySet<SaveGuid>, 'has'>,
  added: readonly Buffer[] = [],
): Splice[] {
  const first = countAt + 4;
  const splices = ids.flatMap((id, index) => {
    const start = first + index * elementBytes;
    return removed.has(id) ? [{ start, end: start + elementBytes, bytes: Buffer.alloc(0) }] : [];
  });
  if (splices.length + added.length === 0) return [];
  const end = first + ids.length * elementBytes;
  const count = ids.length - splices.length + added.length;
  return [int32Splice(countAt, count), ...splices, { start: end, end, bytes: Buffer.concat(added) }];
}
