import type { SaveGuid } from '../format/save-types.ts';
import type { BlobVersions } from '../read/blob-versions.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { expectEnd, expectMark, type RecordBlob } from './record-blob.ts';
import { applySplices, int32Splice, type Splice } from './splice.ts';

const GUILD = 'EPalGroupType::Guild';

/** The lists of a group's blob (palworld-save 4.2). */
type GroupLists = ReturnType<typeof readGroupLists>;

/** `type` is the group's `GroupType`; a group other than a guild has `guild` null. Throws `CorruptDataError`. */
export function readGroupLists({ bytes, versions }: RecordBlob, type: string) {
  const reader = new ByteReader(bytes);
  reader.take(16); // the id
  reader.skipText(); // the founder
  const handles = readList(reader, 32, 16); // every character of the group
  expectMark(reader, versions);
  // The rest of groups of other types names no camp.
  return { handles, guild: type === GUILD ? readGuildLists(reader, versions) : null };
}

function readGuildLists(reader: ByteReader, versions: BlobVersions) {
  reader.u8(); // type of organisation
  const camps = readList(reader, 16, 0);
  expectMark(reader, versions);
  reader.i32(); // level of the camps
  const palboxes = readList(reader, 16, 0); // the map objects, one per camp
  reader.skipText(); // the name
  if (versions.guild >= 1) reader.take(16); // who set it
  if (versions.guild >= 2) {
    reader.skipArray(16 + 24 + 4 + 16); // markers
    reader.skipArray(1); // roles allowed to the chest
  }
  expectMark(reader, versions);
  reader.take(16); // the admin
  const members = readMembers(reader, versions);
  if (versions.guild >= 2) {
    reader.each(5, () => {
      reader.u8(); // role
      reader.skipArray(1); // its permissions
    });
  }
  expectMark(reader, versions);
  expectEnd(reader);
  return { camps, palboxes, members };
}

type BlobList = ReturnType<typeof readList>;

/** A list in a blob: a u32 count, and elements of equal size, each named by the GUID at its offset `idAt`. */
function readList(reader: ByteReader, elementBytes: number, idAt: number) {
  const countAt = reader.at;
  const ids = reader.each(elementBytes, () => {
    reader.take(idAt);
    return reader.guid();
  });
  return { countAt, elementBytes, ids };
}

function readMembers(reader: ByteReader, versions: BlobVersions): SaveGuid[] {
  return reader.each(16 + 8 + 4, () => {
    const uid = reader.guid();
    reader.take(8); // last online
    reader.skipText(); // the name
    if (versions.guild >= 2) reader.u8(); // role
    return uid;
  });
}

/** The blob of the group without the elements of its lists that name a removed identity. Every other byte stays. */
export function withoutListed(
  { bytes }: RecordBlob,
  { handles, guild }: GroupLists,
  removed: ReadonlySet<SaveGuid>,
): Buffer {
  const lists = guild === null ? [handles] : [handles, guild.camps, guild.palboxes];
  const splices = lists.flatMap((list) => splicesOf(list, removed));
  return applySplices(bytes, splices);
}

function splicesOf({ countAt, elementBytes, ids }: BlobList, removed: ReadonlySet<SaveGuid>): Splice[] {
  const splices = ids.flatMap((id, index) => {
    const start = countAt + 4 + index * elementBytes;
    return removed.has(id) ? [{ start, end: start + elementBytes, bytes: Buffer.alloc(0) }] : [];
  });
  return splices.length === 0 ? [] : [int32Splice(countAt, ids.length - splices.length), ...splices];
}
