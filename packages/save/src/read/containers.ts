import { ZERO_GUID } from '../format/guid.ts';
import type { SaveCharacterContainer, SaveItemContainer, SaveItemSlot } from '../format/save-types.ts';
import { MIN_STRUCT_BYTES } from './property-reader.ts';
import { Blob, blobFields, fieldTable, readFields, readStruct, type SaveReader } from './save-reader.ts';

/** Reads `ItemContainerSaveData` (docs/save-format.md#item-containers). */
export function readItemContainers(reader: SaveReader): SaveItemContainer[] {
  return readContainers(reader, readSlot, (container: SaveItemContainer) => {
    container.slots = container.slots.filter(isOccupied).sort((a, b) => a.index - b.index);
    return container;
  });
}

/** Reads `CharacterContainerSaveData` (docs/save-format.md#character-containers). */
export function readCharacterContainers(reader: SaveReader): SaveCharacterContainer[] {
  return readContainers(reader, readCharacterSlot, ({ id, capacity, slots }) => ({ id, capacity, slots }));
}

type Slots<Slot> = { id: string; capacity: number; slots: Slot[]; storedSlots: number };
type ReadSlot<Slot> = (reader: SaveReader, position: number) => Slot | null;

function readContainers<Slot, Container>(
  reader: SaveReader,
  read: ReadSlot<Slot>,
  finish: (slots: Slots<Slot>) => Container,
): Container[] {
  return reader.eachRecord(reader.pairs(MIN_STRUCT_BYTES * 2), () => {
    const container: Slots<Slot> = { id: reader.containerIdBody(), capacity: -1, slots: [], storedSlots: 0 };
    readFields(reader, CONTAINER, { container, read });
    // Saves of 2024 store no capacity but all slots.
    if (container.capacity < 0) container.capacity = container.storedSlots;
    return finish(container);
  });
}

const CONTAINER = fieldTable<{ container: Slots<unknown>; read: ReadSlot<unknown> }>({
  SlotNum: (reader, { container }) => (container.capacity = reader.number()),
  Slots: (reader, { container, read }) => {
    container.storedSlots = reader.structs();
    for (let position = 0; position < container.storedSlots; position += 1) {
      const slot = read(reader, position);
      if (slot !== null) container.slots.push(slot);
    }
  },
});

function isOccupied(slot: SaveItemSlot): boolean {
  return slot.count > 0 && slot.itemId !== '' && slot.itemId !== 'None';
}

/** A slot as the properties beside its blob state it; `itemId` only in saves of 2024. */
interface SlotData extends Omit<SaveItemSlot, 'itemId'> {
  itemId: string | null;
  readonly position: number;
  readonly blob: Blob;
}

/** Null, with a warning, when the slot is damaged. `position` is its index where the slot does not say. */
function readSlot(reader: SaveReader, position: number): SaveItemSlot | null {
  const blob = new Blob('Slots');
  const fields: SlotData = { index: position, count: 0, itemId: null, dynamicId: ZERO_GUID, position, blob };
  readFields(reader, SLOT, fields);
  const { index, count, itemId, dynamicId } = fields;
  // An ItemId beside the blob: a slot of 2024, whose RawData holds something else.
  return itemId === null ? reader.inBlob(blob, readSlotBlob) : { index, count, itemId, dynamicId };
}

const SLOT = fieldTable<SlotData>({
  SlotIndex: (reader, slot) => (slot.index = reader.number(slot.position)),
  StackCount: (reader, slot) => (slot.count = reader.number()),
  ItemId: (reader, slot) => {
    if (!reader.isStruct()) return;
    slot.itemId = '';
    readFields(reader, ITEM_ID, slot);
  },
  ...blobFields((slot) => slot.blob),
});

const ITEM_ID = fieldTable<SlotData>({
  StaticId: (reader, slot) => (slot.itemId = reader.string()),
  DynamicId: (reader, slot) => readStruct(reader, DYNAMIC_ID, slot),
});

const DYNAMIC_ID = fieldTable<SlotData>({
  LocalIdInCreatedWorld: (reader, slot) => (slot.dynamicId = reader.guidValue()),
});

function readSlotBlob(reader: SaveReader): SaveItemSlot {
  const index = reader.i32();
  const count = reader.i32();
  const itemId = reader.text();
  reader.take(16); // the world it was created in
  const dynamicId = reader.guid();
  reader.skipArray(1);
  reader.skipArray(1);
  reader.skipTexts();
  reader.f32(); // spoilage
  reader.mark();
  return { index, count, itemId, dynamicId };
}

type CharacterSlot = { index: number; position: number; blob: Blob };

function readCharacterSlot(reader: SaveReader, position: number) {
  const slot: CharacterSlot = { index: position, position, blob: new Blob('Slots') };
  readFields(reader, CHARACTER_SLOT, slot);
  const instanceId = reader.inBlob(slot.blob, readCharacterSlotBlob);
  return instanceId === null ? null : { index: slot.index, instanceId };
}

const CHARACTER_SLOT = fieldTable<CharacterSlot>({
  SlotIndex: (reader, slot) => (slot.index = reader.number(slot.position)),
  ...blobFields((slot) => slot.blob),
});

function readCharacterSlotBlob(reader: SaveReader): string {
  reader.take(16); // player uid
  const instanceId = reader.guid();
  reader.u8(); // tribe
  // Saves of late 2024 list no versions and end here; the byte came in 2025.
  if (reader.versions.known && (reader.versions.mark || reader.left > 0)) reader.u8();
  reader.mark();
  return instanceId;
}
