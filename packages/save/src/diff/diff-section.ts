import { type SectionLayout, skipList } from '../edit/level-sections.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { readPropertyList } from '../tree/read-properties.ts';
import type { RecordDifference } from './byte-range.ts';
import { type ByteRange, differingBytes, lengthOf, sameBytes, valueRange } from './byte-range.ts';
import { changedProperties, readList } from './changed-properties.ts';

/** A section of Level.sav in one of two states. */
export interface SectionState {
  readonly bytes: Buffer;
  readonly layout: SectionLayout;
}

type Change = Omit<RecordDifference, 'file' | 'section'>;

/** Id of a record without a key: in a blob, this many bytes behind its beginning. */
const BLOB_IDS: ReadonlyMap<string, { readonly path: readonly string[]; readonly offset: number }> = new Map([
  ['dynamicitemsavedata', { path: ['rawdata'], offset: 16 }],
  ['mapobjectsavedata', { path: ['model', 'rawdata'], offset: 0 }],
  ['worksavedata', { path: ['rawdata'], offset: 0 }],
]);

/** The records of a section that differ. Only the range between the first and the last difference is compared. */
export function diffSection(before: SectionState, after: SectionState): Change[] {
  const old = recordsOf(before);
  const records = recordsOf(after);
  const fewer = Math.min(old.length, records.length);
  let head = 0;
  while (head < fewer && sameBytes(nth(old, head), nth(records, head))) head += 1;
  let tail = 0;
  while (
    tail < fewer - head &&
    sameBytes(nth(old, old.length - 1 - tail), nth(records, records.length - 1 - tail))
  ) {
    tail += 1;
  }
  return diffRecords(
    old.slice(head, old.length - tail).map((range, index) => withId(before, range, head + index)),
    records.slice(head, records.length - tail).map((range, index) => withId(after, range, head + index)),
    after.layout,
  );
}

interface Ranged {
  readonly id: string;
  readonly range: ByteRange;
}

function diffRecords(old: readonly Ranged[], records: readonly Ranged[], layout: SectionLayout): Change[] {
  const unmatched = Map.groupBy(old, ({ id }) => id);
  const changes: Change[] = [];
  for (const { id, range } of records) {
    const other = unmatched.get(id)?.shift();
    if (other === undefined) {
      changes.push({ id, change: 'added', properties: [], bytes: lengthOf(range) });
    } else if (!sameBytes(other.range, range)) {
      const properties = propertiesOf(other.range, range, layout);
      changes.push({ id, change: 'changed', properties, bytes: differingBytes(other.range, range) });
    }
  }
  for (const { id, range } of [...unmatched.values()].flat()) {
    changes.push({ id, change: 'removed', properties: [], bytes: lengthOf(range) });
  }
  return changes;
}

function propertiesOf(before: ByteRange, after: ByteRange, { keys, name }: SectionLayout): string[] {
  const one = withoutKey(before, keys);
  const other = withoutKey(after, keys);
  const isKeySame = sameBytes({ ...before, end: one.start }, { ...after, end: other.start });
  const isCharacter = name.toLowerCase() === 'charactersaveparametermap';
  return [...(isKeySame ? [] : ['key']), ...changedProperties(one, other, isCharacter)];
}

function withoutKey(range: ByteRange, keys: SectionLayout['keys']): ByteRange {
  if (keys === 'none') return range;
  return { ...range, start: keys === 'guid' ? range.start + 16 : readList(range).listEnd };
}

function recordsOf({ bytes, layout: { starts } }: SectionState): ByteRange[] {
  return starts.slice(0, -1).map((start, index) => ({ bytes, start, end: starts[index + 1] as number }));
}

function withId({ layout }: SectionState, range: ByteRange, index: number): Ranged {
  return { id: idOf(layout, range) ?? `${index}`, range };
}

function idOf({ keys, name }: SectionLayout, range: ByteRange): string | null {
  const reader = new ByteReader(range.bytes, range.start, range.end);
  if (keys === 'guid') return reader.guid();
  if (keys === 'list') return keyText(range, reader);
  const blob = BLOB_IDS.get(name.toLowerCase());
  return blob === undefined ? null : guidInBlob(range, blob.path, blob.offset);
}

/** Text of a key of several properties: its last GUID, the id of an instance, or else all its values. */
function keyText({ bytes, start }: ByteRange, reader: ByteReader): string {
  skipList(reader);
  const { properties } = readPropertyList(bytes.subarray(start, reader.at));
  const guids = properties.filter(({ types }) => types[0] === 'Guid');
  const id = guids.at(-1)?.value;
  if (typeof id === 'string') return id;
  return properties.map(({ name, value }) => `${name}=${printed(value)}`).join(' ');
}

function printed(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function guidInBlob(range: ByteRange, path: readonly string[], offset: number): string | null {
  const [name, ...rest] = path;
  const tag = readList(range).tags.find((other) => other.name.toLowerCase() === name);
  if (tag === undefined) return null;
  if (rest.length > 0) return guidInBlob(valueRange(range.bytes, tag), rest, offset);
  const reader = new ByteReader(range.bytes, tag.valueStart + 4 + offset); // a byte array begins with its length
  return reader.at + 16 <= tag.valueEnd ? reader.guid() : null;
}

function nth(ranges: readonly ByteRange[], index: number): ByteRange {
  return ranges[index] as ByteRange; // callers stay within the list
}
