import type { SaveGroup, SaveGuid } from '../format/save-types.ts';
import type { BlobVersions } from '../read/blob-versions.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import { SaveEditError } from './edits.ts';
import type { LevelEditor } from './level-editor.ts';
import { textAt } from './property-list.ts';
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

function handlesOf({ bytes }: RecordBlob, { handles }: GroupLists): Handle[] {
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

/** The groups of a save: which guild a player is in, and which characters each group lists. */
export type Guilds = ReturnType<typeof openGuilds>;

/** Throws a `SaveError` for a damaged group. */
export function openGuilds(level: LevelEditor) {
  const section = level.section('GroupSaveDataMap');
  const groups = new Map<SaveGuid, ReturnType<typeof groupOf>>();
  /** By member; null for a player in several guilds. */
  const guilds = new Map<SaveGuid, SaveGuid | null>();
  for (const id of section.ids()) {
    if ((section.findBlob(id, [])?.bytes.length ?? 0) === 0) continue;
    const type = textAt(section.viewRecord(id)?.properties ?? [], 'GroupType');
    const group = section.readBlob(id, [], (blob) => groupOf(blob, type));
    groups.set(id, group);
    for (const uid of group.lists.guild?.members ?? []) guilds.set(uid, guilds.has(uid) ? null : id);
  }
  return {
    /** The guild that a player is a member of. Throws a `SaveEditError` for a player in none, or in several. */
    guildOf(uid: SaveGuid): SaveGuid {
      const guild = guilds.get(uid);
      if (guild === undefined)
        throw new SaveEditError(`the player ${uid} is in no guild, and owned Pals need one`);
      if (guild === null) throw new SaveEditError(`the player ${uid} is in two guilds`);
      return guild;
    },

    /** Lists a character in a group. Throws a `SaveEditError` where there is no such group. */
    add(groupId: SaveGuid, handle: Handle): void {
      const group = groups.get(groupId);
      if (group === undefined) throw new SaveEditError(`the save has no group ${groupId}`);
      group.added.set(handle.instanceId, handle);
    },

    /** Takes a character off the lists of all groups. Returns how they listed it, if any did. */
    remove(instanceId: SaveGuid): Handle | undefined {
      let handle: Handle | undefined;
      for (const { listed, removed, added } of groups.values()) {
        const stored = removed.has(instanceId) ? undefined : listed.get(instanceId);
        handle = stored ?? added.get(instanceId) ?? handle;
        added.delete(instanceId);
        if (stored !== undefined) removed.add(instanceId);
      }
      return handle;
    },

    finish(): void {
      for (const [id, { lists, removed, added }] of groups) {
        if (added.size + removed.size === 0) continue;
        section.changeBlob(id, [], (blob) => changedLists(blob, lists, removed, added.values()));
      }
    },
  };
}

/** A group, and the changes of its characters, kept apart from its bytes: a grant may add thousands of Pals. */
function groupOf(blob: RecordBlob, type: string) {
  const lists = readGroupLists(blob, type);
  // Some saves list a character twice: the first counts.
  const lastFirst = handlesOf(blob, lists).toReversed();
  const listed = new Map(lastFirst.map((handle) => [handle.instanceId, handle]));
  return { lists, listed, removed: new Set<SaveGuid>(), added: new Map<SaveGuid, Handle>() };
}
