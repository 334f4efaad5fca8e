import type { SaveGuid } from '../format/save-types.ts';
import { SaveEditError } from './edits.ts';
import { changedLists, type Handle, handlesOf, readGroupLists } from './group-lists.ts';
import type { LevelEditor } from './level-editor.ts';
import { textAt } from './property-list.ts';
import type { RecordBlob } from './record-blob.ts';

/** The groups of a save: which guild a player is in, and which characters each group lists. */
export type Guilds = ReturnType<typeof openGuilds>;

/** Throws a `SaveError` for a damaged group. */
export function openGuilds(level: LevelEditor) {
  const section = level.find('GroupSaveDataMap');
  const groups = new Map<SaveGuid, ReturnType<typeof groupOf>>();
  /** By member; null for a player in several guilds. */
  const guilds = new Map<SaveGuid, SaveGuid | null>();
  for (const id of section?.ids() ?? []) {
    if (section === undefined || (section.findBlob(id, [])?.bytes.length ?? 0) === 0) continue;
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

    /** Writes the changed lists into the records. */
    finish(): void {
      for (const [id, { lists, removed, added }] of groups) {
        if (added.size + removed.size === 0) continue;
        section?.changeBlob(id, [], (blob) => changedLists(blob, lists, removed, added.values()));
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
