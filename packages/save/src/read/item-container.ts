import { ZERO_GUID } from '../format/guid.ts';
import type { SaveItemContainer, SaveItemSlot } from '../format/save-types.ts';
import { fieldTable, readFields, readStruct } from './field-table.ts';
import { SMALLEST_STRUCT_BYTES } from './property-reader.ts';
import { Blob, type SaveReader } from './save-reader.ts';

// Loops by hand instead of field tables: with 36,000 slots and 16,000 map objects in a save, closures or tables
// in the readers of slots and map objects took 5 to 10 percent more CPU time for the whole read.

/** Reads `ItemContainerSaveData` (palworld-save 4.4). */
export function readItemContainers(reader: SaveReader): SaveItemContainer[] {
  const blob = new Blob('Slots');
  return reader.eachRecord(reader.pairs(SMALLEST_STRUCT_BYTES * 2), () => {
    const id = reader.containerIdBody();
    const container: SaveItemContainer = { id, capacity: -1, slots: [], storedSlots: 0 };
    while (reader.next()) {
      const end = reader.valueEnd;
      if (reader.name === 'slotnum') container.capacity = reader.number();
      else if (reader.name === 'slots') readSlots(reader, blob, container);
      else reader.skip();
      reader.endValue(end);
    }
    // Saves of 2024 store no capacity but all slots.
    if (container.capacity < 0) container.capacity = container.storedSlots;
    return container;
  });
}

function readSlots(reader: SaveReader, blob: Blob, container: SaveItemContainer): void {
  const count = reader.structs();
  let lastIndex = -1;
  let sorted = true;
  container.storedSlots = count;
  for (let position = 0; position < count; position += 1) {
    const slot = readSlot(reader, blob, position);
    if (!slot || !isOccupied(slot)) continue;
    container.slots.push(slot);
    if (slot.index < lastIndex) sorted = false;
    lastIndex = slot.index;
  }
  if (!sorted) container.slots.sort((a, b) => a.index - b.index);
}

function isOccupied(slot: SaveItemSlot): boolean {
  return slot.count > 0 && slot.itemId !== '' && slot.itemId !== 'None';
}

/** A slot as the properties beside its blob state it; `plain` only in saves of 2024. */
interface FoundSlot {
  index: number;
  count: number;
  plain: SaveItemSlot | null;
}

/** Null, with a warning, when the slot is damaged. `position` is its index where the slot does not say. */
function readSlot(reader: SaveReader, blob: Blob, position: number): SaveItemSlot | null {
  blob.clear();
  const found: FoundSlot = { index: position, count: 0, plain: null };
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'slotindex') found.index = reader.number(position);
    else if (reader.name === 'stackcount') found.count = reader.number();
    else if (reader.name === 'itemid' && reader.isStruct()) found.plain = readItemId(reader);
    else reader.blobProperty(blob);
    reader.endValue(end);
  }
  // An ItemId beside the blob: a slot of 2024, whose RawData holds something else.
  if (!found.plain) return reader.inBlob(blob, readSlotBlob);
  found.plain.index = found.index;
  found.plain.count = found.count;
  return found.plain;
}

function readItemId(reader: SaveReader): SaveItemSlot {
  const slot: SaveItemSlot = { index: 0, count: 0, itemId: '', dynamicId: ZERO_GUID };
  readFields(reader, ITEM_ID, slot);
  return slot;
}

const ITEM_ID = fieldTable<SaveItemSlot>({
  StaticId: (reader, slot) => (slot.itemId = reader.string()),
  DynamicId: (reader, slot) => readStruct(reader, DYNAMIC_ID, slot),
});

const DYNAMIC_ID = fieldTable<SaveItemSlot>({
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
