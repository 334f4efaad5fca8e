import { sectionLayout, type Tag, worldLayout } from '../edit/level-sections.ts';
import { CorruptDataError, withSaveErrors } from '../format/save-error.ts';
import { LEVEL } from '../read/folder-files.ts';
import type { OpenSave } from '../read/open-save.ts';
import type { RecordDifference } from './byte-range.ts';
import { type ByteRange, differingBytes, sameBytes, tagRange, valueRange } from './byte-range.ts';
import { changedProperties, propertyRange } from './changed-properties.ts';
import { diffSection } from './diff-section.ts';

/**
 * The records that differ between two states of a save: those of Level.sav one by one, the other files as one record
 * each. Empty when all bytes are equal, and only then. Sizes and counts around a changed record are not counted.
 * Throws a `SaveError` for a file whose structure is damaged.
 */
export function diffSaves(before: OpenSave, after: OpenSave): RecordDifference[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].sort().flatMap((path) => {
    const one = before.get(path)?.gvas;
    const other = after.get(path)?.gvas;
    if (one === undefined) return [fileDiff(path, 'added', other)];
    if (other === undefined) return [fileDiff(path, 'removed', one)];
    return one === other || one.equals(other) ? [] : diffFile(path, one, other);
  });
}

function fileDiff(file: string, change: 'added' | 'removed', gvas: Buffer | undefined): RecordDifference {
  return { file, section: '', id: '', change, properties: [], bytes: gvas?.length ?? 0 };
}

function diffFile(file: string, before: Buffer, after: Buffer): RecordDifference[] {
  const diff = (properties: string[]): RecordDifference => ({
    file,
    section: '',
    id: '',
    change: 'changed',
    properties,
    bytes: differingBytes(rangeOf(before), rangeOf(after)),
  });
  return withSaveErrors(() => {
    if (file !== LEVEL) return [diff(changedProperties(propertyRange(before), propertyRange(after), false))];
    const changes = diffLevel(before, after).map((change) => ({ file, ...change }));
    return changes.length > 0 ? changes : [diff([])]; // its header, or the order of its sections
  }, file);
}

function rangeOf(bytes: Buffer): ByteRange {
  return { bytes, start: 0, end: bytes.length };
}

type Change = Omit<RecordDifference, 'file'>;

/** Differences between two Level.sav, record by record. Throws `CorruptDataError`. */
function diffLevel(before: Buffer, after: Buffer): Change[] {
  const old = worldLayout(before);
  const world = worldLayout(after);
  const around = (file: Buffer) =>
    propertyRange(file).tags.filter(({ name }) => name.toLowerCase() !== 'worldsavedata');
  return [
    ...diffLists(before, around(before), after, around(after), diffRootProperty),
    ...diffLists(before, old.sections, after, world.sections, diffSectionTags),
  ];
}

type DiffTags = (before: ByteRange, one: Tag, after: ByteRange, other: Tag) => Change[];

/** Pairs the properties of two lists by name. `diff` is called for pairs whose bytes differ. */
function diffLists(
  before: Buffer,
  oldTags: readonly Tag[],
  after: Buffer,
  tags: readonly Tag[],
  diff: DiffTags,
): Change[] {
  const unmatched = new Map(oldTags.map((tag) => [tag.name.toLowerCase(), tag]));
  const changes: Change[] = [];
  for (const tag of tags) {
    const key = tag.name.toLowerCase();
    const other = unmatched.get(key);
    unmatched.delete(key);
    if (other === undefined) changes.push(propertyChange(tag, 'added'));
    else {
      const one = tagRange(before, other);
      const two = tagRange(after, tag);
      if (!sameBytes(one, two)) changes.push(...diff(one, other, two, tag));
    }
  }
  return [...changes, ...[...unmatched.values()].map((tag) => propertyChange(tag, 'removed'))];
}

function propertyChange(tag: Tag, change: 'added' | 'removed'): Change {
  return { section: tag.name, id: '', change, properties: [], bytes: tag.valueEnd - tag.start };
}

/** The version, the build and the time of the save. */
function diffRootProperty(before: ByteRange, _one: Tag, after: ByteRange, { name }: Tag): Change[] {
  return [{ section: name, id: '', change: 'changed', properties: [], bytes: differingBytes(before, after) }];
}

function diffSectionTags(before: ByteRange, one: Tag, after: ByteRange, other: Tag): Change[] {
  const section = other.name;
  const records = recordChanges(before.bytes, one, after.bytes, other);
  if (records.length > 0) return records.map((change) => ({ section, ...change }));
  // No section of records, or the same records in another order.
  const values = [valueRange(before.bytes, one), valueRange(after.bytes, other)] as const;
  const properties = one.type === 'StructProperty' ? changedProperties(...values, false) : [];
  return [{ section, id: '', change: 'changed', properties, bytes: differingBytes(before, after) }];
}

function recordChanges(before: Buffer, one: Tag, after: Buffer, other: Tag): Omit<Change, 'section'>[] {
  if (!hasRecords(one) || !hasRecords(other)) return [];
  try {
    return diffSection(
      { bytes: before, layout: sectionLayout(before, one) },
      { bytes: after, layout: sectionLayout(after, other) },
    );
  } catch (error) {
    if (!(error instanceof CorruptDataError)) throw error;
    return []; // the records of a newer version, or damaged ones: the section is compared as one
  }
}

function hasRecords({ type, types }: Tag): boolean {
  const isArray = type === 'ArrayProperty' && types[0] === 'StructProperty';
  return isArray || (type === 'MapProperty' && types.every((part) => part === 'StructProperty'));
}
