import { ZERO_GUID } from '../format/guid.ts';
import { CorruptDataError } from '../format/save-error.ts';
import type { SaveCharacter, SaveGuid } from '../format/save-types.ts';
import { ByteReader } from '../read/byte-reader.ts';
import type { TreeValue } from '../tree/property-tree.ts';
import { versionsOf } from './blob-sibling.ts';
import { SaveEditError } from './edits.ts';
import { type Handle, handleBytes } from './guilds.ts';
import { bytesProperty, intProperty } from './make-property.ts';
import {
  blobAt,
  bytesOf,
  elementsAt,
  findProperty,
  listOf,
  numberAt,
  requireProperty,
} from './property-list.ts';
import type { SaveEditor } from './save-editor.ts';

const SECTION = 'CharacterContainerSaveData';
const NOBODY: Handle = { playerUid: ZERO_GUID, instanceId: ZERO_GUID };

type CharacterSlots = Readonly<ReturnType<typeof characterSlots>>;

export type CharacterPlace = Readonly<NonNullable<SaveCharacter['slot']>>;

/** A team, a Palbox or the workers of a camp (docs/save-format.md#character-containers). Throws a `SaveEditError`. */
export function characterSlots(editor: SaveEditor, id: SaveGuid) {
  const place = `the container ${id} of Pals`;
  const record = editor.level.section(SECTION).findRecord(id);
  if (record === undefined) throw new SaveEditError(`the save has no container ${id} of Pals`);
  const elements = elementsAt(record.properties, 'Slots');
  const table = editor.slotTable(elements, slotIndex, place);
  const dense = findProperty(record.properties, 'SlotNum') === undefined; // saves of 2024 store empty slots too
  return { place, table, dense, capacity: numberAt(record.properties, 'SlotNum', elements.length) };
}

/** Puts a character into a slot. Throws a `SaveEditError` for a slot that does not exist or that another one has. */
export function occupySlot(editor: SaveEditor, slots: CharacterSlots, index: number, pal: Handle): void {
  const { table, capacity, place, dense } = slots;
  if (!Number.isInteger(index) || index < 0 || index >= capacity) {
    throw new SaveEditError(`${place} has ${capacity} slots; slot ${index} does not exist`);
  }
  const slot = table.find(index);
  const occupant = slot === undefined ? NOBODY : occupantOf(slot);
  if (occupant.instanceId !== pal.instanceId && isAlive(editor, occupant.instanceId)) {
    throw new SaveEditError(`slot ${index} of ${place} has a Pal already`);
  }
  // A slot that names no existing character is free: its record is used again.
  if (slot !== undefined) setOccupant(slot, pal);
  else if (dense) throw new SaveEditError(`${place} does not store its slot ${index}`);
  else table.put(index, newSlot(editor, index, pal));
}

/** Frees the slot of a character; does nothing where the slot or container does not name it. */
export function vacateSlot(editor: SaveEditor, { containerId, index }: CharacterPlace, instanceId: SaveGuid) {
  if (!editor.level.section(SECTION).has(containerId)) return;
  const { table, dense } = characterSlots(editor, containerId);
  const slot = table.find(index);
  if (slot === undefined || occupantOf(slot).instanceId !== instanceId) return;
  if (dense) setOccupant(slot, NOBODY);
  else table.remove(index);
}

function isAlive({ level }: SaveEditor, instanceId: SaveGuid): boolean {
  return instanceId !== ZERO_GUID && level.section('CharacterSaveParameterMap').has(instanceId);
}

/** Saves of 2024 give a slot no index but its position. */
function slotIndex(slot: TreeValue, position: number): number {
  return numberAt(listOf(slot), 'SlotIndex', position);
}

function occupantOf(slot: TreeValue): Handle {
  const blob = blobAt(listOf(slot));
  if (blob.length === 0) return NOBODY;
  const reader = new ByteReader(blob);
  return { playerUid: reader.guid(), instanceId: reader.guid() };
}

/** Changes the two GUIDs of a slot, which saves of 2024 hold twice: in the blob and beside it. */
function setOccupant(slot: TreeValue, { playerUid, instanceId }: Handle): void {
  const properties = listOf(slot);
  const blob = requireProperty(properties, 'RawData');
  const bytes = bytesOf(blob.value);
  if (bytes.length < 32) throw new CorruptDataError('the slot is too short');
  blob.value = Buffer.concat([handleBytes({ playerUid, instanceId }), bytes.subarray(32)]);
  const beside = findProperty(properties, 'IndividualId');
  if (beside === undefined) return;
  requireProperty(listOf(beside.value), 'PlayerUId').value = playerUid;
  requireProperty(listOf(beside.value), 'InstanceId').value = instanceId;
}

function newSlot(editor: SaveEditor, index: number, pal: Handle): TreeValue {
  const form = editor.form('characterSlot');
  const { known, mark } = form.versions;
  const rest = Buffer.alloc(1 + (known ? 1 : 0) + (mark ? 4 : 0)); // the tribe, one byte more, the mark
  const blob = bytesProperty('RawData', Buffer.concat([handleBytes(pal), rest]));
  return { kind: 'list', properties: [intProperty('SlotIndex', index), blob, ...versionsOf(form)] };
}
