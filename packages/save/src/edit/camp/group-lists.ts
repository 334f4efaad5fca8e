import type { SaveGuid } from '../../format/save-types.ts';
import type { BlobVersions } from '../../read/blob-versions.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import type { RecordBlob } from '../record-blob.ts';
import { applySplices, int32Splice, type Splice } from '../splice.ts';
import { expectEnd, expectMark } from './blob-end.ts';

/** A list in a blob: a u32 that counts, and elements of equal size, each named by a GUID. */
interface BlobList {
  readonly countAt: number;
  readonly elementBytes: number;
  readonly ids: readonly SaveGuid[];
}

/** The lists of a group's blob that name characters, camps and objects (palworld-save 4.2). */
export interface GroupLists {
  readonly handles: BlobList;
  /** Only of guilds. */
  readonly camps: BlobList | null;
  /** The map objects of the palboxes, one per camp. Only of guilds. */
  readonly palboxes: BlobList | null;
}

/** `type` is the group's `GroupType`, an `EPalGroupType::…`. Throws `CorruptDataError`. */
export function readGroupLists({ bytes, versions }: RecordBlob, type: string): GroupLists {
  const reader = new ByteReader(bytes);
  reader.take(16); // the id
  reader.skipText(); // the founder
  const handles = readList(reader, 32, 16);
  expectMark(reader, versions);
  // What follows in groups of other types names no camp.
  if (type !== 'EPalGroupType::Guild') return { handles, camps: null, palboxes: null };
  reader.u8(); // type of organisation
  const camps = readList(reader, 16, 0);
  expectMark(reader, versions);
  reader.i32(); // level of the camps
  const palboxes = readList(reader, 16, 0);
  skipGuild(reader, versions);
  expectEnd(reader);
  return { handles, camps, palboxes };
}

/** `idAt` is the offset of the GUID in an element. */
function readList(reader: ByteReader, elementBytes: number, idAt: number): BlobList {
  const countAt = reader.at;
  const ids: SaveGuid[] = [];
  const count = reader.count(elementBytes);
  for (let index = 0; index < count; index += 1) {
    reader.take(idAt);
    ids.push(reader.guid());
  }
  return { countAt, elementBytes, ids };
}

/** Steps from the guild's name to the end. */
function skipGuild(reader: ByteReader, versions: BlobVersions): void {
  reader.skipText();
  if (versions.guild >= 1) reader.take(16); // who gave the name
  if (versions.guild >= 2) {
    reader.skipArray(16 + 24 + 4 + 16); // markers
    reader.skipArray(1); // roles allowed to the chest
  }
  expectMark(reader, versions);
  reader.take(16); // the admin
  skipEach(reader, () => {
    reader.take(16 + 8);
    reader.skipText();
    if (versions.guild >= 2) reader.u8();
  });
  if (versions.guild >= 2) {
    skipEach(reader, () => {
      reader.u8();
      reader.skipArray(1);
    });
  }
  expectMark(reader, versions);
}

function skipEach(reader: ByteReader, skip: () => void): void {
  const count = reader.count(5);
  for (let index = 0; index < count; index += 1) skip();
}

/** The blob of the group without the elements of its lists that name a removed identity. Every other byte stays. */
export function withoutListed(
  { bytes }: RecordBlob,
  { handles, camps, palboxes }: GroupLists,
  removed: ReadonlySet<SaveGuid>,
): Buffer {
  const lists = [handles, camps, palboxes].filter((list) => list !== null);
  return applySplices(
    bytes,
    lists.flatMap((list) => splicesOf(list, removed)),
  );
}

function splicesOf({ countAt, elementBytes, ids }: BlobList, removed: ReadonlySet<SaveGuid>): Splice[] {
  const splices = ids.flatMap((id, index) => {
    const start = countAt + 4 + index * elementBytes;
    return removed.has(id) ? [{ start, end: start + elementBytes, bytes: Buffer.alloc(0) }] : [];
  });
  return splices.length === 0 ? [] : [int32Splice(countAt, ids.length - splices.length), ...splices];
}
