import { isDeepStrictEqual } from 'node:util';
import {
  RECORD_IDS,
  type RecordId,
  readRecordId,
  type SectionLayout,
  sectionLayout,
  type Tag,
  worldLayout,
} from '../edit/level-sections.ts';
import { parseRecord } from '../edit/record-tree.ts';
import { CorruptDataError, withSaveErrors } from '../format/save-error.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { LEVEL } from '../read/folder-files.ts';
import type { OpenSave } from '../read/open-save.ts';
import { isKind, type TreeProperty, type TreeValue } from '../tree/property-tree.ts';
import { readProperties, readPropertyList } from '../tree/read-properties.ts';

export interface RecordDifference {
  /** Path of the file inside the save folder, with forward slashes. */
  readonly file: string;
  /** The section of Level.sav, such as `ItemContainerSaveData`, or a property beside them; '' in other files. */
  readonly section: string;
  /** The GUID of the record, else its key or its index; '' where a file or a section is compared as one. */
  readonly id: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** Differing properties of a changed record, such as `SaveParameter.Exp` or `Slots[2].RawData`. */
  readonly properties: readonly string[];
  /** Bytes that differ: from the first to the last one, by the longer of the two; all of an added or removed record. */
  readonly bytes: number;
}

/**
 * The records that differ between two states of a save; the files of players are one record each. Empty only when all
 * bytes are equal. Sizes and counts around a changed record are not counted. Throws a `SaveError` for a damaged file.
 */
export function diffSaves(before: OpenSave, after: OpenSave): RecordDifference[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].sort().flatMap((path) => {
    const former = before.get(path)?.gvas;
    const present = after.get(path)?.gvas;
    if (former === undefined) return [fileDiff(path, 'added', present)];
    if (present === undefined) return [fileDiff(path, 'removed', former)];
    return former === present || former.equals(present) ? [] : diffFile(path, former, present);
  });
}

function fileDiff(file: string, change: 'added' | 'removed', gvas: Buffer | undefined): RecordDifference {
  return { file, section: '', id: '', change, properties: [], bytes: gvas?.length ?? 0 };
}

function diffFile(file: string, before: Buffer, after: Buffer): RecordDifference[] {
  const diff = (properties: string[]): RecordDifference => {
    return { file, section: '', id: '', change: 'changed', properties, bytes: differingBytes(before, after) };
  };
  if (file !== LEVEL) {
    const [former, present] = [readProperties(before, file), readProperties(after, file)];
    return [diff(changedProperties(former.properties, present.properties, false))];
  }
  return withSaveErrors(() => {
    const changes = diffLevel(before, after).map((change) => ({ file, ...change }));
    return changes.length > 0 ? changes : [diff([])]; // its header, or the order of its sections
  }, file);
}

type Change = Omit<RecordDifference, 'file'>;
type RecordChange = Omit<Change, 'section'>;

/** Differences between two Level.sav, record by record. Throws `CorruptDataError`. */
function diffLevel(before: Buffer, after: Buffer): Change[] {
  const old = worldLayout(before);
  const world = worldLayout(after);
  return [
    // The version, the build and the time of the save.
    ...diffLists(before, old.beside, after, world.beside, (was, is) => [sectionChange(was, is, [])]),
    ...diffLists(before, old.sections, after, world.sections, diffSectionTags),
  ];
}

type Tagged = Readonly<{ file: Buffer; tag: Tag }>;

function bytesOf({ file, tag }: Tagged): Buffer {
  return file.subarray(tag.start, tag.valueEnd);
}

/** Pairs the properties of two lists by name. `diff` is called for pairs whose bytes differ. */
function diffLists(
  before: Buffer,
  oldTags: readonly Tag[],
  after: Buffer,
  tags: readonly Tag[],
  diff: (before: Tagged, after: Tagged) => Change[],
): Change[] {
  const unmatched = new Map(oldTags.map((tag) => [tag.name.toLowerCase(), tag]));
  const changes = tags.flatMap((tag) => {
    const key = tag.name.toLowerCase();
    const oldTag = unmatched.get(key);
    unmatched.delete(key);
    if (oldTag === undefined) return [propertyChange(tag, 'added')];
    const former = { file: before, tag: oldTag };
    const present = { file: after, tag };
    return bytesOf(former).equals(bytesOf(present)) ? [] : diff(former, present);
  });
  return [...changes, ...[...unmatched.values()].map((tag) => propertyChange(tag, 'removed'))];
}

function propertyChange(tag: Tag, change: 'added' | 'removed'): Change {
  return { section: tag.name, id: '', change, properties: [], bytes: tag.valueEnd - tag.start };
}

function sectionChange(before: Tagged, after: Tagged, properties: string[]): Change {
  const bytes = differingBytes(bytesOf(before), bytesOf(after));
  return { section: after.tag.name, id: '', change: 'changed', properties, bytes };
}

function diffSectionTags(before: Tagged, after: Tagged): Change[] {
  const section = after.tag.name;
  const records = recordChanges(before, after);
  if (records.length > 0) return records.map((change) => ({ section, ...change }));
  // No section of records, or the same records in another order.
  const isStruct = before.tag.type === 'StructProperty';
  const listOf = ({ file, tag }: Tagged) => readPropertyList(file.subarray(tag.valueStart, tag.valueEnd));
  const properties = isStruct
    ? changedProperties(listOf(before).properties, listOf(after).properties, false)
    : [];
  return [sectionChange(before, after, properties)];
}

function recordChanges(before: Tagged, after: Tagged): RecordChange[] {
  if (!hasRecords(before.tag) || !hasRecords(after.tag)) return [];
  try {
    return diffSection(recordsOf(before), recordsOf(after));
  } catch (error) {
    if (!(error instanceof CorruptDataError)) throw error;
    return []; // the records of a newer version, or damaged ones: the section is compared as one
  }
}

function hasRecords({ type, types }: Tag): boolean {
  const isArray = type === 'ArrayProperty' && types[0] === 'StructProperty';
  return isArray || (type === 'MapProperty' && types.every((part) => part === 'StructProperty'));
}

type Section = ReturnType<typeof recordsOf>;

function recordsOf({ file, tag }: Tagged) {
  const layout = sectionLayout(file, tag);
  const { starts } = layout;
  const records = starts.slice(0, -1).map((start, index) => file.subarray(start, starts[index + 1]));
  return { layout, records };
}

/** The records of a section that differ. Only the range between the first and the last difference is compared. */
function diffSection(before: Section, after: Section): RecordChange[] {
  const fewer = Math.min(before.records.length, after.records.length);
  const isSame = (index: number) => {
    const record = after.records.at(index);
    return record !== undefined && before.records.at(index)?.equals(record) === true;
  };
  let head = 0;
  while (head < fewer && isSame(head)) head += 1;
  let tail = 0;
  while (tail < fewer - head && isSame(-1 - tail)) tail += 1;
  const changed = ({ layout, records }: Section) =>
    records.slice(head, records.length - tail).map((record, index) => {
      return { id: idOf(layout, record) ?? `${head + index}`, record };
    });
  return diffRecords(changed(before), changed(after), after.layout);
}

type Identified = Readonly<{ id: string; record: Buffer }>;

function diffRecords(old: Identified[], records: Identified[], layout: SectionLayout): RecordChange[] {
  const unmatched = Map.groupBy(old, ({ id }) => id);
  const changes = records.flatMap(({ id, record }): RecordChange[] => {
    const former = unmatched.get(id)?.shift()?.record;
    if (former === undefined) return [{ id, change: 'added', properties: [], bytes: record.length }];
    if (former.equals(record)) return [];
    const properties = propertiesOf(former, record, layout);
    return [{ id, change: 'changed', properties, bytes: differingBytes(former, record) }];
  });
  const removed = [...unmatched.values()].flat().map(({ id, record }): RecordChange => {
    return { id, change: 'removed', properties: [], bytes: record.length };
  });
  return [...changes, ...removed];
}

function propertiesOf(before: Buffer, after: Buffer, { keys, name }: SectionLayout): string[] {
  const [former, present] = [parseRecord(before, keys), parseRecord(after, keys)];
  const isKeySame = isDeepStrictEqual(former.key, present.key);
  const isCharacter = name.toLowerCase() === 'charactersaveparametermap';
  const properties = changedProperties(former.properties, present.properties, isCharacter);
  return isKeySame ? properties : ['key', ...properties];
}

/** The id of a record, or its key in words; undefined for one without. */
function idOf({ keys, name }: SectionLayout, record: Buffer): string | undefined {
  if (keys === 'list') return keyText(readPropertyList(record).properties);
  const known = Object.entries(RECORD_IDS).find(([section]) => section.toLowerCase() === name.toLowerCase());
  const id: RecordId | undefined = keys === 'guid' ? { in: 'guid' } : known?.[1];
  return id && readRecordId(new ByteReader(record), id);
}

/** Text of a key of several properties: its last GUID, the id of an instance, or else all its values. */
function keyText(key: readonly TreeProperty[]): string {
  const id = key.findLast(({ types }) => types[0] === 'Guid')?.value;
  if (typeof id === 'string') return id;
  const printed = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  return key.map(({ name, value }) => `${name}=${printed(value)}`).join(' ');
}

/** The bytes from the first to the last difference, by the longer of the two. */
function differingBytes(left: Buffer, right: Buffer): number {
  const shorter = Math.min(left.length, right.length);
  let before = 0;
  while (before < shorter && left[before] === right[before]) before += 1;
  let behind = 0;
  while (behind < shorter - before && left.at(-1 - behind) === right.at(-1 - behind)) behind += 1;
  return Math.max(left.length, right.length) - before - behind;
}

type Properties = readonly TreeProperty[];

/** Paths of differing properties, in structs and equally long arrays too; with `blobs` in lists that begin `RawData`. */
function changedProperties(before: Properties, after: Properties, blobs: boolean, path = ''): string[] {
  const unmatched = new Map(before.map((property) => [property.name.toLowerCase(), property]));
  const changed = after.flatMap((property) => {
    const key = property.name.toLowerCase();
    const former = unmatched.get(key);
    unmatched.delete(key);
    if (isDeepStrictEqual(former, property)) return [];
    const isSameType = former?.type === property.type && former.types.join() === property.types.join();
    const deeper = isSameType ? changedParts(former, property, blobs, path) : [];
    // A tag alone may differ too, in its spelling for one.
    return deeper.length > 0 ? deeper : [path + property.name];
  });
  return [...changed, ...[...unmatched.values()].map(({ name }) => path + name)];
}

/** Paths of the differing parts of two values of one type; none when the value has no parts to compare. */
function changedParts(
  { value: before }: TreeProperty,
  { name, value: after }: TreeProperty,
  blobs: boolean,
  path: string,
): string[] {
  if (isKind(before, 'list') && isKind(after, 'list')) {
    return changedProperties(before.properties, after.properties, blobs, `${path}${name}.`);
  }
  if (isKind(before, 'array') && isKind(after, 'array') && after.structs !== null) {
    return changedElements(before.elements, after.elements, blobs, `${path}${name}`);
  }
  const areBlobs = before instanceof Uint8Array && after instanceof Uint8Array;
  return blobs && areBlobs && name.toLowerCase() === 'rawdata' ? changedInBlob(before, after, path) : [];
}

function changedElements(
  before: readonly TreeValue[],
  after: readonly TreeValue[],
  blobs: boolean,
  path: string,
): string[] {
  if (before.length !== after.length) return [];
  return after.flatMap((element, index) => {
    const former = before[index];
    if (former === undefined || !isKind(former, 'list') || !isKind(element, 'list')) return [];
    return changedProperties(former.properties, element.properties, blobs, `${path}[${index}].`);
  });
}

function changedInBlob(before: Uint8Array, after: Uint8Array, path: string): string[] {
  try {
    const [former, present] = [readPropertyList(before), readPropertyList(after)];
    const isRestSame = isDeepStrictEqual(before.slice(former.end), after.slice(present.end));
    const properties = changedProperties(former.properties, present.properties, true, path);
    return isRestSame ? properties : [...properties, `${path}RawData`];
  } catch (error) {
    if (error instanceof CorruptDataError) return []; // no property list begins the blob
    throw error;
  }
}
