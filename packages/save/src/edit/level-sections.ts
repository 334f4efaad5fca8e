import { typeNamesOf } from '../format/property-types.ts';
import { CorruptDataError, quoted } from '../format/save-error.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { expectGvasHeader, SAVE_CLASSES } from '../read/gvas-header.ts';
import { GUID_KEYED_MAPS } from '../tree/property-tree.ts';

/** The tag of a property and the offsets of its parts from the beginning of the file. */
export type Tag = Readonly<NonNullable<ReturnType<typeof readTag>>>;

/** Layout of the records of a section of `worldSaveData`. */
export interface SectionLayout {
  /** As the file spells it. */
  readonly name: string;
  readonly tag: Tag;
  /** How the records are keyed: not at all, by a GUID, or by a property list. */
  readonly keys: 'none' | 'guid' | 'list';
  /** Offset of the u32 count of records. */
  readonly countAt: number;
  /** Offset of the i32 size of all elements of an array of structs; null for a map. */
  readonly innerSizeAt: number | null;
  /** The begin of each record, and behind the last one the end of the section. */
  readonly starts: readonly number[];
}

export type WorldLayout = Readonly<ReturnType<typeof worldLayout>>;

/** Finds `worldSaveData` of Level.sav, and the tags of its sections and of what is beside it. Throws `CorruptDataError`. */
export function worldLayout(gvas: Buffer) {
  const reader = new ByteReader(gvas);
  expectGvasHeader(reader, SAVE_CLASSES.level);
  const tags = readTags(reader);
  const world = tags.find(
    ({ name, type }) => name.toLowerCase() === 'worldsavedata' && type === 'StructProperty',
  );
  if (world === undefined) throw new CorruptDataError('it holds no worldSaveData');
  reader.at = world.valueStart;
  const sections = readTags(reader);
  if (reader.at !== world.valueEnd) throw new CorruptDataError('worldSaveData does not end where it should');
  const end = sections.at(-1)?.valueEnd ?? world.valueStart;
  // `end`: offset of the `None` that ends it.
  return { tag: world, sections, beside: tags.filter((tag) => tag !== world), end };
}

/** Finds the records of a section that is a map or an array of structs. Throws `CorruptDataError` for any other. */
export function sectionLayout(gvas: Buffer, tag: Tag): SectionLayout {
  const reader = new ByteReader(gvas, tag.valueStart, tag.valueEnd);
  const layout = tag.type === 'MapProperty' ? mapLayout(reader, tag) : arrayLayout(reader, tag);
  if (layout.starts.at(-1) !== tag.valueEnd) {
    throw new CorruptDataError(`${quoted(tag.name)} does not end where it should`);
  }
  return layout;
}

function mapLayout(reader: ByteReader, tag: Tag): SectionLayout {
  if (tag.types[0] !== 'StructProperty' || tag.types[1] !== 'StructProperty') {
    throw new CorruptDataError(`${quoted(tag.name)} is not a map of structs`);
  }
  const keys = GUID_KEYED_MAPS.has(tag.name.toLowerCase()) ? 'guid' : 'list';
  if (reader.u32() !== 0) throw new CorruptDataError('removed keys, which no save has');
  const countAt = reader.at;
  const starts = recordStarts(reader, reader.count(keys === 'guid' ? 16 : 2), () => {
    if (keys === 'guid') reader.take(16);
    else skipList(reader);
    skipList(reader);
  });
  return { name: tag.name, tag, keys, countAt, innerSizeAt: null, starts };
}

function arrayLayout(reader: ByteReader, tag: Tag): SectionLayout {
  if (tag.type !== 'ArrayProperty' || tag.types[0] !== 'StructProperty') {
    throw new CorruptDataError(`${quoted(tag.name)} is not an array of structs`);
  }
  const countAt = reader.at;
  const count = reader.count(1);
  reader.skipText();
  reader.skipText();
  const innerSizeAt = reader.at;
  const size = reader.i32();
  reader.take(4);
  reader.skipText();
  reader.take(16 + 1);
  if (size !== reader.left)
    throw new CorruptDataError(`${quoted(tag.name)} has an inner tag of another size`);
  const starts = recordStarts(reader, count, () => skipList(reader));
  return { name: tag.name, tag, keys: 'none', countAt, innerSizeAt, starts };
}

function recordStarts(reader: ByteReader, count: number, skip: () => void): number[] {
  const starts = [reader.at];
  for (let index = 0; index < count; index += 1) {
    skip();
    starts.push(reader.at);
  }
  return starts;
}

/** Steps over a property list by the sizes of its properties. */
export function skipList(reader: ByteReader): void {
  for (let tag = readTag(reader); tag !== null; tag = readTag(reader)) reader.at = tag.valueEnd;
}

function readTags(reader: ByteReader): Tag[] {
  const tags: Tag[] = [];
  for (let tag = readTag(reader); tag !== null; tag = readTag(reader)) {
    tags.push(tag);
    reader.at = tag.valueEnd;
  }
  return tags;
}

/** Reads the tag of the next property and stops at its value; null for the `None` that ends a list. */
export function readTag(reader: ByteReader) {
  const start = reader.at;
  const name = reader.text();
  if (name === 'None') return null;
  const type = reader.text();
  const sizeAt = reader.at; // of the i32 that holds the size of the value
  const size = reader.i32();
  reader.take(4);
  if (type === 'BoolProperty') reader.take(1);
  const types: string[] = [];
  for (let left = typeNamesOf(type); left > 0; left -= 1) types.push(reader.text());
  if (type === 'StructProperty') reader.take(16);
  if (reader.u8() !== 0) reader.take(16);
  const valueStart = reader.at;
  if (size < 0 || size > reader.left)
    throw new CorruptDataError(`property ${quoted(name)} claims ${size} bytes`);
  return { name, type, types, start, sizeAt, valueStart, valueEnd: valueStart + size };
}

/** Id of a record of each editable section: its key, or the first bytes of a blob. */
export const RECORD_IDS = {
  CharacterSaveParameterMap: { in: 'key', property: 'InstanceId' },
  ItemContainerSaveData: { in: 'key', property: 'ID' },
  CharacterContainerSaveData: { in: 'key', property: 'ID' },
  GroupSaveDataMap: { in: 'guid' },
  BaseCampSaveData: { in: 'guid' },
  GuildExtraSaveDataMap: { in: 'guid' },
  InvaderSaveData: { in: 'guid' },
  DynamicItemSaveData: { in: 'blob', path: ['RawData'], offset: 16 },
  MapObjectSaveData: { in: 'blob', path: ['Model', 'RawData'], offset: 0 },
  WorkSaveData: { in: 'blob', path: ['RawData'], offset: 0 },
} as const satisfies Record<string, RecordId>;

export type RecordId =
  | { in: 'guid' }
  | { in: 'key'; property: string }
  | { in: 'blob'; path: readonly string[]; offset: number };

/** Reads the id of the record that begins there; undefined for a record without one. */
export function readRecordId(reader: ByteReader, id: RecordId): SaveGuid | undefined {
  if (id.in === 'guid') return reader.guid();
  // A blob begins with its length.
  return id.in === 'key' ? guidIn(reader, [id.property], 0) : guidIn(reader, id.path, 4 + id.offset);
}

function guidIn(
  reader: ByteReader,
  [name = '', ...rest]: readonly string[],
  offset: number,
): SaveGuid | undefined {
  for (let tag = readTag(reader); tag !== null; tag = readTag(reader)) {
    if (tag.name.toLowerCase() !== name.toLowerCase()) reader.at = tag.valueEnd;
    else if (rest.length > 0) return guidIn(reader, rest, offset);
    else if (tag.valueEnd - tag.valueStart < offset + 16) return undefined;
    else {
      reader.at = tag.valueStart + offset;
      return reader.guid();
    }
  }
  return undefined;
}
