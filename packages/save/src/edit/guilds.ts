import type { SaveGroup, SaveGuid } from '../format/save-types.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import { readGroupLists } from './group-lists.ts';
import type { LevelEditor, SectionEditor } from './level-editor.ts';
import { findProperty, textOf } from './property-list.ts';
import type { RecordBlob } from './record-blob.ts';
import { SaveEditError } from './save-edit.ts';

const SECTION = 'GroupSaveDataMap';

/** The groups of a save: which guild a player is in, and which characters each group lists. */
export class Guilds {
  readonly #section: SectionEditor | undefined;
  readonly #groups = new Map<SaveGuid, Group>();
  /** By member; null for a player in several guilds. */
  readonly #guildOf = new Map<SaveGuid, SaveGuid | null>();

  /** Throws a `SaveError` for a damaged group. */
  constructor(level: LevelEditor) {
    this.#section = level.find(SECTION);
    for (const id of this.#section?.ids() ?? []) this.#load(this.#section as SectionEditor, id);
  }

  /** The guild that a player is a member of. Throws a `SaveEditError` for a player in none, or in several. */
  guildOf(uid: SaveGuid): SaveGuid {
    const guild = this.#guildOf.get(uid);
    if (guild === undefined)
      throw new SaveEditError(`the player ${uid} is in no guild, and owned Pals need one`);
    if (guild === null) throw new SaveEditError(`the player ${uid} is in two guilds`);
    return guild;
  }

  /** Lists a character in a group. Throws a `SaveEditError` where there is no such group. */
  add(groupId: SaveGuid, handle: Handle): void {
    const group = this.#groups.get(groupId);
    if (group === undefined) throw new SaveEditError(`the save has no group ${groupId}`);
    group.add(handle);
  }

  /** Takes a character off the lists of all groups. Returns how they listed it, if any did. */
  remove(instanceId: SaveGuid): Handle | undefined {
    let removed: Handle | undefined;
    for (const group of this.#groups.values()) removed = group.remove(instanceId) ?? removed;
    return removed;
  }

  /** Writes the changed lists into the records. */
  finish(): void {
    for (const [id, group] of this.#groups) {
      if (group.changed) this.#section?.changeBlob(id, [], () => writeGroupBlob(group.blob()));
    }
  }

  #load(section: SectionEditor, id: SaveGuid): void {
    if ((section.blob(id, [])?.bytes.length ?? 0) === 0) return;
    this.#groups.set(id, new Group(section.requireBlob(id, [], readGroupBlob)));
    const type = findProperty(section.peek(id)?.properties ?? [], 'GroupType');
    if (type === undefined) return;
    const { guild } = section.requireBlob(id, [], (blob) => readGroupLists(blob, textOf(type.value)));
    for (const uid of guild?.members ?? []) this.#guildOf.set(uid, this.#guildOf.has(uid) ? null : id);
  }
}

/** The list of one group, kept apart from its bytes: a grant may add thousands of Pals. */
class Group {
  readonly #blob: GroupBlob;
  /** In the order of the file; null for one that was removed. */
  readonly #handles: (Handle | null)[];
  /** Position of each character in the list. */
  readonly #places = new Map<SaveGuid, number[]>();
  changed = false;

  constructor(blob: GroupBlob) {
    this.#blob = blob;
    this.#handles = [...blob.handles];
    for (const [place, { instanceId }] of blob.handles.entries()) this.#note(instanceId, place);
  }

  add(handle: Handle): void {
    this.#note(handle.instanceId, this.#handles.push(handle) - 1);
    this.changed = true;
  }

  remove(instanceId: SaveGuid): Handle | undefined {
    const places = this.#places.get(instanceId);
    if (places === undefined) return undefined;
    const handle = this.#handles[places[0] as number] as Handle; // a noted place holds a handle
    for (const place of places) this.#handles[place] = null;
    this.#places.delete(instanceId);
    this.changed = true;
    return handle;
  }

  blob(): GroupBlob {
    return { ...this.#blob, handles: this.#handles.filter((handle) => handle !== null) };
  }

  #note(instanceId: SaveGuid, place: number): void {
    const places = this.#places.get(instanceId);
    if (places === undefined) this.#places.set(instanceId, [place]);
    else places.push(place);
  }
}

/** A character as a group lists it. */
export type Handle = Readonly<SaveGroup['handles'][number]>;

type GroupBlob = ReturnType<typeof readGroupBlob>;

/** The handles of a group's blob, and the bytes on both sides (palworld-save 4.2). Throws `CorruptDataError`. */
function readGroupBlob({ bytes }: RecordBlob) {
  const reader = new ByteReader(bytes);
  reader.take(16);
  reader.skipText();
  const head = bytes.subarray(0, reader.at); // id and name
  const handles: Handle[] = reader.each(32, () => ({ playerUid: reader.guid(), instanceId: reader.guid() }));
  return { head, handles, rest: bytes.subarray(reader.at) };
}

function writeGroupBlob({ head, handles, rest }: GroupBlob): Buffer {
  const blob = new ByteWriter();
  blob.raw(head);
  blob.u32(handles.length);
  for (const { playerUid, instanceId } of handles) {
    blob.guid(playerUid);
    blob.guid(instanceId);
  }
  blob.raw(rest);
  return blob.result();
}
