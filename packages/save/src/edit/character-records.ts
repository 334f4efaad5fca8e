import type { SaveGuid } from '../format/save-types.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import { parametersOf, readCharacterBlob, writeCharacterBlob } from './character-blob.ts';
import { CharacterParameters } from './character-parameters.ts';
import type { CharacterPlace } from './character-slots.ts';
import { SaveEditError } from './edits.ts';
import { guidProperty, intProperty, structProperty } from './make-property.ts';
import {
  bytesOf,
  findProperty,
  listOf,
  numberAt,
  orderOf,
  requireProperty,
  setProperty,
  structAt,
  textAt,
  textOf,
} from './property-list.ts';
import type { SaveEditor } from './save-editor.ts';

/** A character of the save as it is edited. `write` puts its changed blob back into the record. */
export type EditedCharacter = Readonly<ReturnType<typeof openCharacter>>;

/** Reads a character for an edit. Throws a `SaveEditError` if it is absent, or if two have one id. */
export function openCharacter(editor: SaveEditor, instanceId: SaveGuid) {
  const record = editor.level.section('CharacterSaveParameterMap').findRecord(instanceId);
  if (record === undefined) throw new SaveEditError(`the save has no character ${instanceId}`);
  const raw = requireProperty(record.properties, 'RawData');
  const blob = readCharacterBlob(bytesOf(raw.value));
  const list = parametersOf(blob);
  const name = textAt(list, 'NickName') || textAt(list, 'CharacterID') || instanceId;
  return {
    name,
    // Characters are keyed by a list.
    keyUid: textOf(requireProperty(record.key as TreeProperty[], 'PlayerUId').value),
    isPlayer: findProperty(list, 'IsPlayer')?.value === true,
    groupId: blob.groupId,
    slot: slotOf(list),
    parameters: new CharacterParameters(list, () => editor.census, name),
    write(groupId = blob.groupId): void {
      raw.value = writeCharacterBlob({ ...blob, groupId });
    },
  };
}

function slotOf(list: readonly TreeProperty[]): CharacterPlace | null {
  const present = findProperty(list, 'SlotId');
  if (present === undefined) return null;
  const slot = listOf(present.value);
  const containerId = textOf(requireProperty(structAt(slot, 'ContainerId'), 'ID').value);
  return { containerId, index: numberAt(slot, 'SlotIndex', -1) };
}

const SLOT_ORDER = orderOf('ContainerId SlotIndex');

/** Writes the place of a character, which must match its slot. */
export function setSlot(parameters: CharacterParameters, { containerId, index }: CharacterPlace): void {
  const present = findProperty(parameters.list, 'SlotId');
  if (present === undefined) {
    const container = structProperty('ContainerId', 'PalContainerId', [guidProperty('ID', containerId)]);
    const slot = [container, intProperty('SlotIndex', index)];
    return parameters.set(structProperty('SlotId', 'PalCharacterSlotId', slot));
  }
  const slot = listOf(present.value);
  requireProperty(structAt(slot, 'ContainerId'), 'ID').value = containerId;
  setProperty(slot, SLOT_ORDER, intProperty('SlotIndex', index));
}
