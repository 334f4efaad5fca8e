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
  compareLists(readList(before), readList(after), { path: '', blobs, paths });
  return paths;
}

interface Comparison {
  /** The path of the ranges that are compared. */
  readonly path: string;
  readonly blobs: boolean;
  /** Collects what differs. */
  readonly paths: string[];
}

function compareLists(before: ListRange, after: ListRange, comparison: Comparison): void {
  const { path, paths } = comparison;
  const old = new Map(before.tags.map((tag) => [tag.name.toLowerCase(), tag]));
  for (const tag of after.tags) {
    const key = tag.name.toLowerCase();
    const other = old.get(key);
    old.delete(key);
    const deeper: string[] = [];
    if (other !== undefined && sameBytes(tagRange(before.bytes, other), tagRange(after.bytes, tag))) continue;
    const isDescended =
      other?.type === tag.type &&
      other.types.join() === tag.types.join() &&
      descend(valueRange(before.bytes, other), valueRange(after.bytes, tag), tag, {
        ...comparison,
        paths: deeper,
      });
    // A tag alone may differ too, in its spelling for one.
    if (isDescended && deeper.length > 0) paths.push(...deeper);
    else paths.push(path + tag.name);
  }
  for (const tag of old.values()) paths.push(path + tag.name);
}

/** True when the values were compared by their parts. */
function descend(before: ByteRange, after: ByteRange, tag: Tag, comparison: Comparison): boolean {
  const { name, type } = tag;
  const [first = ''] = tag.types;
  const path = `${comparison.path}${name}`;
  if (type === 'StructProperty' && isList(first)) {
    compareLists(readList(before), readList(after), { ...comparison, path: `${path}.` });
    return true;
  }
  if (type !== 'ArrayProperty') return false;
  if (first === 'StructProperty') return descendArray(before, after, { ...comparison, path });
  return comparison.blobs && name.toLowerCase() === 'rawdata' && descendBlob(before, after, comparison);
}

function isList(structType: string): boolean {
  return !['Guid', 'DateTime', 'Timespan'].includes(structType) && !Object.hasOwn(NUMBER_STRUCTS, structType);
}

function descendArray(before: ByteRange, after: ByteRange, comparison: Comparison): boolean {
  const old = elementsOf(before);
  const elements = elementsOf(after);
  if (old === null || elements === null || old.length !== elements.length) return false;
  elements.forEach((element, index) => {
    const other = old[index] as ListRange; // there are as many
    const path = `${comparison.path}[${index}].`;
    if (!sameBytes(other, element)) compareLists(other, element, { ...comparison, path });
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

function descendBlob(before: ByteRange, after: ByteRange, comparison: Comparison): boolean {
  const one = listOfBlob(before);
  const other = listOfBlob(after);
  if (one === null || other === null) return false;
  compareLists(one, other, comparison);
  const isRestSame = sameBytes({ ...one, start: one.listEnd }, { ...other, start: other.listEnd });
  if (!isRestSame) comparison.paths.push(`${comparison.path}RawData`);
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
