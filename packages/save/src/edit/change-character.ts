import { ZERO_GUID } from '../format/guid.ts';
import { setFields } from './character-fields.ts';
import { type EditedCharacter, openCharacter, setSlot } from './character-records.ts';
import { type CharacterPlace, characterSlots, occupySlot, vacateSlot } from './character-slots.ts';
import { setOwner } from './owner.ts';
import { type ChangeCharacterEdit, SaveEditError } from './save-edit.ts';
import type { SaveEditor } from './save-editor.ts';

/** Frees the slot that a character is about to leave. All slots are freed before any is taken, so that Pals can swap. */
export function leaveSlot(editor: SaveEditor, { instanceId, fields }: ChangeCharacterEdit): void {
  if (fields.slot === undefined) return;
  const { slot } = openCharacter(editor, instanceId);
  if (slot === null || sameSlot(slot, fields.slot)) return;
  vacateSlot(editor, slot, instanceId);
}

/** Changes the named properties of a player's body or a Pal, its place and its owner (save-writing 4 c and e). */
export function changeCharacter(editor: SaveEditor, { instanceId, fields }: ChangeCharacterEdit): void {
  const character = openCharacter(editor, instanceId);
  const { slot, ownerPlayerUid, ...parameters } = fields;
  if (character.isPlayer && (slot !== undefined || ownerPlayerUid !== undefined)) {
    throw new SaveEditError(`${character.name} is a player: neither has an owner nor stands in a container`);
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
  if (slot === null) throw new SaveEditError(`${name} must stand in a container`);
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

function sameSlot(one: CharacterPlace | null, other: CharacterPlace | null): boolean {
  return one?.containerId === other?.containerId && one?.index === other?.index;
}
