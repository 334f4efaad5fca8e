import { ZERO_GUID } from '../format/guid.ts';
import type { SaveItemContainer, SaveItemSlot } from '../format/save-types.ts';
import { SMALLEST_STRUCT_BYTES } from './property-reader.ts';
import { Blob, type SaveReader } from './save-reader.ts';

/** Reads `ItemContainerSaveData` (palworld-save 4.4). */
export function readItemContainers(reader: SaveReader): SaveItemContainer[] {
  const containers: SaveItemContainer[] = [];
  const count = reader.pairs(SMALLEST_STRUCT_BYTES * 2);
  for (reader.record = 0; reader.record < count; reader.record += 1) {
    const container: SaveItemContainer = {
      id: reader.containerIdBody(),
      capacity: -1,
      slots: [],
      storedSlots: 0,
    };
    while (reader.next()) {
      const end = reader.valueEnd;
      if (reader.name === 'slotnum') container.capacity = reader.number();
      else if (reader.name === 'slots') readSlots(reader, container);
      else reader.skip();
      reader.endValue(end);
    }
    // Before the capacity was stored, all slots were.
    if (container.capacity < 0) container.capacity = container.storedSlots;
    containers.push(container);
  }
  reader.record = -1;
  return containers;
}

function readSlots(reader: SaveReader, container: SaveItemContainer): void {
  const count = reader.structs();
  const blob = new Blob('Slots');
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

function readSlot(reader: SaveReader, blob: Blob, position: number): SaveItemSlot | null {
  blob.clear();
  let plain: SaveItemSlot | null = null;
  let index = position;
  let stack = 0;
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'slotindex') index = reader.number(position);
    else if (reader.name === 'stackcount') stack = reader.number();
    else if (reader.name === 'itemid' && reader.isStruct()) plain = readItemId(reader);
    else if (!reader.blobProperty(blob)) reader.skip();
    reader.endValue(end);
  }
  // An ItemId beside the blob: a slot of 2024, whose RawData holds something else.
  if (!plain) return reader.inBlob(blob, readSlotBlob);
  plain.index = index;
  plain.count = stack;
  return plain;
}

function readItemId(reader: SaveReader): SaveItemSlot {
  const slot: SaveItemSlot = { index: 0, count: 0, itemId: '', dynamicId: ZERO_GUID };
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'staticid') slot.itemId = reader.string();
    else if (reader.name === 'dynamicid' && reader.isStruct()) slot.dynamicId = readDynamicId(reader);
    else reader.skip();
    reader.endValue(end);
  }
  return slot;
}

/** The body of a PalDynamicItemId: its local id. */
function readDynamicId(reader: SaveReader): string {
  let id = ZERO_GUID;
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'localidincreatedworld') id = reader.guidValue();
    else reader.skip();
    reader.endValue(end);
  }
  return id;
}

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
