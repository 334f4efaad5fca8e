import type { SaveCharacterContainer } from '../format/save-types.ts';
import { SMALLEST_STRUCT_BYTES } from './property-reader.ts';
import { Blob, type SaveReader } from './save-reader.ts';

/** Reads `CharacterContainerSaveData` (palworld-save 4.5). */
export function readCharacterContainers(reader: SaveReader): SaveCharacterContainer[] {
  const containers: SaveCharacterContainer[] = [];
  const count = reader.pairs(SMALLEST_STRUCT_BYTES * 2);
  for (reader.record = 0; reader.record < count; reader.record += 1) {
    const id = reader.containerIdBody();
    let capacity = -1;
    let stored = 0;
    let slots: SaveCharacterContainer['slots'] = [];
    while (reader.next()) {
      const end = reader.valueEnd;
      if (reader.name === 'slotnum') {
        capacity = reader.number();
      } else if (reader.name === 'slots') {
        stored = reader.structs();
        slots = readSlots(reader, stored);
      } else {
        reader.skip();
      }
      reader.endValue(end);
    }
    // Before the capacity was stored, all slots were.
    containers.push({ id, capacity: capacity < 0 ? stored : capacity, slots });
  }
  reader.record = -1;
  return containers;
}

function readSlots(reader: SaveReader, count: number): SaveCharacterContainer['slots'] {
  const slots: SaveCharacterContainer['slots'] = [];
  const blob = new Blob('Slots');
  for (let position = 0; position < count; position += 1) {
    let index = position;
    blob.clear();
    while (reader.next()) {
      const end = reader.valueEnd;
      if (reader.name === 'slotindex') index = reader.number(position);
      else if (!reader.blobProperty(blob)) reader.skip();
      reader.endValue(end);
    }
    const instanceId = reader.inBlob(blob, readSlotBlob);
    if (instanceId !== null) slots.push({ index, instanceId });
  }
  return slots;
}

function readSlotBlob(reader: SaveReader): string {
  reader.take(16); // player uid
  const instanceId = reader.guid();
  reader.u8(); // tribe
  if (reader.versions.known) reader.u8();
  reader.mark();
  return instanceId;
}
