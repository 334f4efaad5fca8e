import { ZERO_GUID } from '../format/guid.ts';
import { CorruptDataError } from '../format/save-error.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { ByteReader } from '../read/byte-reader.ts';
import type { TreeProperty, TreeValue } from '../tree/property-tree.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import { versionsOf } from './blob-sibling.ts';
import type { Handle } from './guilds.ts';
import { bytesProperty, intProperty } from './make-property.ts';
import { bytesOf, elementsOf, findProperty, listOf, requireProperty } from './property-list.ts';
import { SaveEditError } from './save-edit.ts';
import type { SaveEditor } from './save-editor.ts';

const SECTION = 'CharacterContainerSaveData';
const NOBODY: Handle = { playerUid: ZERO_GUID, instanceId: ZERO_GUID };

type CharacterSlots = Readonly<ReturnType<typeof characterSlots>>;

export interface CharacterPlace {
  readonly containerId: SaveGuid;
  readonly index: number;
}

/**
 * A team, a Palbox or the workers of a camp: the character in each slot (palworld-save 4.5). Throws a
 * `SaveEditError` where there is no such container.
 */
export function characterSlots(editor: SaveEditor, id: SaveGuid) {
  const place = `the container ${id} of Pals`;
  const record = editor.level.find(SECTION)?.get(id);
  if (record === undefined) throw new SaveEditError(`the save has no container ${id} of Pals`);
  const elements = elementsOf(requireProperty(record.properties, 'Slots').value);
  const table = editor.slotTable(elements, slotIndex, place);
  const slotNum = findProperty(record.properties, 'SlotNum')?.value;
  const dense = slotNum === undefined; // saves of 2024 store all slots, empty ones too
  return { place, table, dense, capacity: typeof slotNum === 'number' ? slotNum : elements.length };
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
export function vacateSlot(
  editor: SaveEditor,
  { containerId, index }: CharacterPlace,
  instanceId: SaveGuid,
): void {
  if (!editor.level.find(SECTION)?.has(containerId)) return;
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
  const index = findProperty(listOf(slot), 'SlotIndex');
  if (index === undefined) return position;
  if (typeof index.value === 'number') return index.value;
  throw new CorruptDataError('the SlotIndex is not a number');
}

function occupantOf(slot: TreeValue): Handle {
  const blob = bytesOf(requireProperty(listOf(slot), 'RawData').value);
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
  const writer = new ByteWriter();
  writer.guid(playerUid);
  writer.guid(instanceId);
  writer.raw(bytes.subarray(32));
  blob.value = writer.result();
  const beside = findProperty(properties, 'IndividualId');
  if (beside === undefined) return;
  requireProperty(listOf(beside.value), 'PlayerUId').value = playerUid;
  requireProperty(listOf(beside.value), 'InstanceId').value = instanceId;
}

function newSlot(editor: SaveEditor, index: number, { playerUid, instanceId }: Handle): TreeValue {
  const form = editor.form('characterSlot');
  const blob = new ByteWriter();
  blob.guid(playerUid);
  blob.guid(instanceId);
  blob.u8(0); // tribe
  if (form.versions.known) blob.u8(0);
  if (form.versions.mark) blob.u32(0);
  const properties: TreeProperty[] = [
    intProperty('SlotIndex', index),
    bytesProperty('RawData', blob.result()),
    ...versionsOf(form),
  ];
  return { kind: 'list', properties };
}
