import { hasGamePassHead } from '../format/container.ts';
import { guidFinder, ZERO_GUID } from '../format/guid.ts';
import { CorruptDataError, SaveError, withSaveErrors } from '../format/save-error.ts';
import { LEVEL } from '../read/folder-files.ts';
import type { OpenSave } from '../read/open-save.ts';
import { addPal } from './add-pal.ts';
import { readObjectModel } from './camp/object-model.ts';
import { equipmentOf } from './character-blob.ts';
import { setFields } from './character-fields.ts';
import { setOwner } from './character-parameters.ts';
import { type EditedCharacter, openCharacter, setSlot } from './character-records.ts';
import { type CharacterPlace, characterSlots, occupySlot, vacateSlot } from './character-slots.ts';
import { deleteCamp } from './delete-camp.ts';
import {
  type ChangeCharacterEdit,
  type EditContext,
  type RemovePalEdit,
  type SaveEdit,
  SaveEditError,
} from './edits.ts';
import { editItemContainer, releaseItems } from './item-container.ts';
import { LevelEditor } from './level-editor.ts';
import { sectionLayout, type Tag, worldLayout } from './level-sections.ts';
import { editPlayerFile } from './player-file.ts';
import { requireProperty, textOf } from './property-list.ts';
import { blobInTree } from './record-blob.ts';
import { readRecord } from './record-tree.ts';
import { SaveEditor } from './save-editor.ts';

export type PatchedFile = Readonly<{ path: string; gvas: Buffer }>;

/** Applies edits. @returns the files whose bytes differ. Throws a SaveEditError for a refused edit, or a SaveError. */
export function patchSave(files: OpenSave, edits: readonly SaveEdit[], context: EditContext): PatchedFile[] {
  const level = files.get(LEVEL);
  if (level === undefined) throw new SaveError(LEVEL, '', 'the file does not exist');
  const editor = new SaveEditor(files, new LevelEditor(level.gvas, LEVEL), context);
  const forEachEdit = (apply: (edit: SaveEdit) => void) => {
    for (const edit of edits) {
      const file = edit.kind === 'playerFile' ? edit.file : LEVEL;
      const place = () => recordOf(edit);
      withSaveErrors(() => apply(edit), file, place);
    }
  };
  // Edits have no order: they are the differences between two states of a world. So slots are freed before any
  // is taken, and bases are deleted last, when everything that moves out of them has left.
  forEachEdit((edit) => {
    if (edit.kind === 'removePal') removePal(editor, edit);
    if (edit.kind === 'changeCharacter') leaveSlot(editor, edit);
  });
  forEachEdit((edit) => {
    if (edit.kind === 'itemContainer') editItemContainer(editor, edit);
    if (edit.kind === 'addPal') addPal(editor, edit);
    if (edit.kind === 'changeCharacter') changeCharacter(editor, edit);
    if (edit.kind === 'playerFile') editPlayerFile(editor, edit);
  });
  editor.finish();
  forEachEdit((edit) => {
    if (edit.kind === 'deleteCamp') deleteCamp(editor, edit);
  });
  const gvas = editor.level.write();
  assertUnnamed(editor, gvas);
  const edited = [...(gvas === level.gvas ? [] : [{ path: LEVEL, gvas }]), ...editor.playerFiles.written()];
  for (const { path } of edited) assertPlainHead(files, path);
  return edited;
}

function assertPlainHead(files: OpenSave, path: string): void {
  const file = files.get(path);
  if (file === undefined || !hasGamePassHead(file.packed)) return;
  throw new SaveEditError(
    `${path} begins with the CNK head of a Game Pass save, and its valid contents after a change are unknown; ` +
      'a dedicated server reads the file without its first 12 bytes: cut them off in a copy of the save, and change that',
  );
}

function recordOf(edit: SaveEdit): string {
  if (edit.kind === 'itemContainer') return `ItemContainerSaveData ${edit.containerId}`;
  if (edit.kind === 'playerFile') return 'SaveData';
  if (edit.kind === 'deleteCamp') return `BaseCampSaveData ${edit.campId}`;
  return `CharacterSaveParameterMap ${edit.kind === 'addPal' ? edit.pal.instanceId : edit.instanceId}`;
}

/** Removes a Pal with its slot, its handle and its own containers. Its work is removed at the end. */
function removePal(editor: SaveEditor, { instanceId }: RemovePalEdit): void {
  const { level, guilds, removed, removedPals } = editor;
  const { name, isPlayer, slot, parameters } = openCharacter(editor, instanceId);
  if (isPlayer) throw new SaveEditError(`${name} is a player, and only Pals can be removed`);
  if (parameters.has('MapObjectConcreteInstanceIdAssignedToExpedition')) {
    throw new SaveEditError(`${name} is on an expedition, and its station would go on naming it`);
  }
  if (slot !== null) vacateSlot(editor, slot, instanceId);
  guilds.remove(instanceId);
  for (const id of equipmentOf(parameters.list)) {
    const containers = level.section('ItemContainerSaveData');
    if (!containers.has(id)) continue; // some Pals name a container that the game has removed already
    releaseItems(editor, id);
    containers.remove(id);
  }
  level.section('CharacterSaveParameterMap').remove(instanceId);
  removedPals.add(instanceId);
  removed.set(instanceId, `the Pal ${name} ${instanceId}`);
}

/** The game fails at some dangling ids, and how to change what may name a Pal, such as a locker, is unknown. */
function assertUnnamed({ files, playerFiles, removed }: SaveEditor, level: Buffer): void {
  if (removed.size === 0) return;
  const find = guidFinder(removed.keys());
  const edited = new Map(playerFiles.written().map(({ path, gvas }) => [path, gvas]));
  for (const { path, gvas } of files.values()) {
    const [reference] = find(path === LEVEL ? level : (edited.get(path) ?? gvas));
    if (reference === undefined) continue;
    const [id, offset] = reference;
    const reason = path === LEVEL ? referenceInLevel(level, offset) : `${path} still names it`;
    throw new SaveEditError(`${removed.get(id)} cannot be removed: ${reason}`);
  }
}

function referenceInLevel(level: Buffer, offset: number): string {
  const { sections } = worldLayout(level);
  const section = sections.find(({ start, valueEnd }) => offset >= start && offset < valueEnd);
  if (section === undefined) return `${LEVEL} still names it`;
  const object = section.name.toLowerCase() === 'mapobjectsavedata' && objectAt(level, section, offset);
  if (!object) return `${section.name} of ${LEVEL} still names it`;
  return `${object} still names it; in the game, take the Pal out of it, or take it down, first`;
}

/** The map object whose record is there, such as `the BreedFarm … of the base camp …`; undefined for a damaged one. */
function objectAt(level: Buffer, section: Tag, offset: number): string | undefined {
  try {
    const { starts, keys } = sectionLayout(level, section);
    const index = starts.findLastIndex((start) => start <= offset);
    const { properties } = readRecord(level.subarray(starts[index], starts[index + 1]), keys);
    const name = textOf(requireProperty(properties, 'MapObjectId').value);
    const model = blobInTree(properties, ['Model']);
    if (model === undefined) return `a ${name}`;
    const { instanceId, campId } = readObjectModel(model);
    return `the ${name} ${instanceId} of the base camp ${campId}`;
  } catch (error) {
    if (!(error instanceof CorruptDataError)) throw error;
    return undefined;
  }
}

/** Frees the slot that a character leaves. All slots are freed before any is taken, so that Pals can swap. */
function leaveSlot(editor: SaveEditor, { instanceId, fields }: ChangeCharacterEdit): void {
  if (fields.slot === undefined) return;
  const { slot } = openCharacter(editor, instanceId);
  if (slot === null || sameSlot(slot, fields.slot)) return;
  vacateSlot(editor, slot, instanceId);
}

/** Changes the named properties of a player's body or a Pal, its place and its owner. */
function changeCharacter(editor: SaveEditor, { instanceId, fields }: ChangeCharacterEdit): void {
  const character = openCharacter(editor, instanceId);
  const { slot, ownerPlayerUid, ...parameters } = fields;
  if (character.isPlayer && (slot !== undefined || ownerPlayerUid !== undefined)) {
    throw new SaveEditError(`${character.name} is a player: has no owner and is not in a container`);
  }
  if (slot !== undefined) move(editor, instanceId, character, slot);
  const groupId =
    ownerPlayerUid === undefined ? undefined : giveTo(editor, instanceId, character, ownerPlayerUid);
  setFields(character.parameters, parameters, editor.era);
  character.write(groupId);
}

function move(
  editor: SaveEditor,
  instanceId: string,
  { parameters, slot: before, keyUid, name }: EditedCharacter,
  slot: CharacterPlace | null,
): void {
  if (slot === null) throw new SaveEditError(`${name} must be in a container`);
  if (sameSlot(before, slot)) return;
  occupySlot(editor, characterSlots(editor, slot.containerId), slot.index, { playerUid: keyUid, instanceId });
  setSlot(parameters, slot);
}

/** Returns the guild of the Pal then: that of its owner. One that loses its owner stays in its guild. */
function giveTo(
  { guilds, nowMs }: SaveEditor,
  instanceId: string,
  { parameters, keyUid, groupId }: EditedCharacter,
  owner: string,
): string {
  if (parameters.guid('OwnerPlayerUId') === owner) return groupId;
  const guild = owner === ZERO_GUID ? groupId : guilds.guildOf(owner);
  setOwner(parameters, owner, nowMs);
  if (guild === groupId) return groupId;
  const handle = guilds.remove(instanceId) ?? { playerUid: keyUid, instanceId };
  guilds.add(guild, handle);
  return guild;
}

function sameSlot(a: CharacterPlace | null, b: CharacterPlace | null): boolean {
  return a?.containerId === b?.containerId && a?.index === b?.index;
}
