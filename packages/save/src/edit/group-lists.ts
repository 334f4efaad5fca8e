import type { SaveGroup, SaveGuid } from '../format/save-types.ts';
import type { BlobVersions } from '../read/blob-versions.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import { expectEnd, expectMark, listSplices, type RecordBlob, readList } from './record-blob.ts';
import { applySplices } from './splice.ts';

const GUILD = 'EPalGroupType::Guild';

/** A character as a group lists it. */
export type Handle = Readonly<SaveGroup['handles'][number]>;

/** The lists of a group's blob (docs/save-format.md#groups). */
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
  reader.u8(); // type of organization
  const camps = readList(reader, 16);
  expectMark(reader, versions);
  reader.i32(); // level of the camps
  const palboxes = readList(reader, 16); // the map objects, one per camp
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
    reader.array(5, () => {
      reader.u8(); // role
      reader.skipArray(1); // its permissions
    });
  }
  expectMark(reader, versions);
  expectEnd(reader);
  return { camps, palboxes, members };
}

function readMembers(reader: ByteReader, versions: BlobVersions): SaveGuid[] {
  return reader.array(16 + 8 + 4, () => {
    const uid = reader.guid();
    reader.take(8); // last online
    reader.skipText(); // the name
    if (versions.guild >= 2) reader.u8(); // role
    return uid;
  });
}

/** The characters that a group lists. */
export function handlesOf({ bytes }: RecordBlob, { handles }: GroupLists): Handle[] {
  const read = new ByteReader(bytes, handles.countAt);
  return read.array(32, () => ({ playerUid: read.guid(), instanceId: read.guid() }));
}

/** The blob of a group without list elements that name a removed identity, and with added characters. */
export function changedLists(
  { bytes }: RecordBlob,
  { handles, guild }: GroupLists,
  removed: ReadonlySet<SaveGuid>,
  added: Iterable<Handle> = [],
): Buffer {
  const lists = guild === null ? [] : [guild.camps, guild.palboxes];
  const splices = lists.flatMap((list) => listSplices(list, removed));
  return applySplices(bytes, [...listSplices(handles, removed, [...added].map(handleBytes)), ...splices]);
}

/** The two GUIDs by which groups and slots name a character. */
export function handleBytes({ playerUid, instanceId }: Handle): Buffer {
  const writer = new ByteWriter();
  writer.guid(playerUid);
  writer.guid(instanceId);
  return writer.result();
}
