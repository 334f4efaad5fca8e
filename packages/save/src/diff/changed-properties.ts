import { readTag, type Tag } from '../edit/level-sections.ts';
import { CorruptDataError } from '../format/save-error.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { readGvasHeader } from '../read/gvas-header.ts';
import { NUMBER_STRUCTS } from '../tree/property-tree.ts';
import { type ByteRange, sameBytes, tagRange, valueRange } from './byte-range.ts';

/** A property list and the bytes behind its `None`. */
export interface ListRange extends ByteRange {
  readonly tags: readonly Tag[];
  readonly listEnd: number;
}

/** Reads the tags of the property list that begins a range. Throws `CorruptDataError`. */
export function readList({ bytes, start, end }: ByteRange): ListRange {
  const reader = new ByteReader(bytes, start, end);
  const tags: Tag[] = [];
  for (let tag = readTag(reader); tag !== null; tag = readTag(reader)) {
    tags.push(tag);
    reader.at = tag.valueEnd;
  }
  return { bytes, start, end, tags, listEnd: reader.at };
}

/** The properties of a whole file, behind its header. Throws `CorruptDataError`. */
export function propertyRange(gvas: Buffer): ListRange {
  const reader = new ByteReader(gvas);
  readGvasHeader(reader);
  return readList({ bytes: gvas, start: reader.at, end: gvas.length });
}

/**
 * Paths of the properties that differ between two property lists, including nested structs and arrays of equal length.
 * With `blobs` the lists at the beginning of `RawData` blobs are compared too, as if they were inline. Throws
 * `CorruptDataError`.
 */
export function changedProperties(before: ByteRange, after: ByteRange, blobs: boolean): string[] {
  const paths: string[] = [];
  compareLists(readList(before), readList(after), '', blobs, paths);
  return paths;
}

function compareLists(
  before: ListRange,
  after: ListRange,
  path: string,
  blobs: boolean,
  paths: string[],
): void {
  const old = new Map(before.tags.map((tag) => [tag.name.toLowerCase(), tag]));
  for (const tag of after.tags) {
    const key = tag.name.toLowerCase();
    const other = old.get(key);
    old.delete(key);
    if (other === undefined) paths.push(path + tag.name);
    else compareProperties(before, other, after, tag, path, blobs, paths);
  }
  for (const tag of old.values()) paths.push(path + tag.name);
}

function compareProperties(
  before: ByteRange,
  one: Tag,
  after: ByteRange,
  other: Tag,
  path: string,
  blobs: boolean,
  paths: string[],
): void {
  if (sameBytes(tagRange(before.bytes, one), tagRange(after.bytes, other))) return;
  const deeper: string[] = [];
  const isDescended =
    one.type === other.type &&
    one.types.join() === other.types.join() &&
    descend(valueRange(before.bytes, one), valueRange(after.bytes, other), other, path, blobs, deeper);
  // A tag alone may differ too, in its spelling for one.
  if (isDescended && deeper.length > 0) paths.push(...deeper);
  else paths.push(path + other.name);
}

/** True when the values were compared by their parts. */
function descend(
  before: ByteRange,
  after: ByteRange,
  { name, type, types }: Tag,
  path: string,
  blobs: boolean,
  paths: string[],
): boolean {
  const [first = ''] = types;
  if (type === 'StructProperty' && isList(first)) {
    compareLists(readList(before), readList(after), `${path}${name}.`, blobs, paths);
    return true;
  }
  if (type !== 'ArrayProperty') return false;
  if (first === 'StructProperty') return descendArray(before, after, `${path}${name}`, blobs, paths);
  return blobs && name.toLowerCase() === 'rawdata' && descendBlob(before, after, path, blobs, paths);
}

function isList(structType: string): boolean {
  return !['Guid', 'DateTime', 'Timespan'].includes(structType) && !Object.hasOwn(NUMBER_STRUCTS, structType);
}

function descendArray(
  before: ByteRange,
  after: ByteRange,
  path: string,
  blobs: boolean,
  paths: string[],
): boolean {
  const old = elementsOf(before);
  const elements = elementsOf(after);
  if (old === null || elements === null || old.length !== elements.length) return false;
  elements.forEach((element, index) => {
    const other = old[index] as ListRange; // there are as many
    if (!sameBytes(other, element)) compareLists(other, element, `${path}[${index}].`, blobs, paths);
  });
  return true;
}

/** The elements of an array of structs; null when they are not property lists. */
function elementsOf({ bytes, start, end }: ByteRange): ListRange[] | null {
  const reader = new ByteReader(bytes, start, end);
  const count = reader.count(1);
  reader.skipText();
  reader.skipText();
  reader.take(8);
  if (!isList(reader.text())) return null;
  reader.take(17);
  const elements: ListRange[] = [];
  let at = reader.at;
  for (let index = 0; index < count; index += 1) {
    const element = readList({ bytes, start: at, end });
    at = element.listEnd;
    elements.push({ ...element, end: at });
  }
  return elements;
}

function descendBlob(
  before: ByteRange,
  after: ByteRange,
  path: string,
  blobs: boolean,
  paths: string[],
): boolean {
  const one = listOfBlob(before);
  const other = listOfBlob(after);
  if (one === null || other === null) return false;
  compareLists(one, other, path, blobs, paths);
  const isRestSame = sameBytes({ ...one, start: one.listEnd }, { ...other, start: other.listEnd });
  if (!isRestSame) paths.push(`${path}RawData`);
  return true;
}

/** The property list that begins a blob; null when none does. The value of a byte array begins with its length. */
function listOfBlob({ bytes, start, end }: ByteRange): ListRange | null {
  try {
    return readList({ bytes, start: start + 4, end });
  } catch (error) {
    if (error instanceof CorruptDataError) return null;
    throw error;
  }
}
