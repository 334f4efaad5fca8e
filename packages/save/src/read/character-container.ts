import type { SaveCharacterContainer } from '../format/save-types.ts';
import { SMALLEST_STRUCT_BYTES } from './property-reader.ts';
import { Blob, type SaveReader } from './save-reader.ts';

// Loops by hand instead of field tables, for speed: see item-container.ts.

/** Reads `CharacterContainerSaveData` (palworld-save 4.5). */
export function readCharacterContainers(reader: SaveReader): SaveCharacterContainer[] {
  const blob = new Blob('Slots');
  return reader.eachRecord(reader.pairs(SMALLEST_STRUCT_BYTES * 2), () => {
    const id = reader.containerIdBody();
    let capacity = -1;
    let stored = 0;
    let slots: Slot[] = [];
    while (reader.next()) {
      const end = reader.valueEnd;
      if (reader.name === 'slotnum') capacity = reader.number();
      else if (reader.name === 'slots') {
        stored = reader.structs();
        slots = readSlots(reader, blob, stored);
      } else reader.skip();
      reader.endValue(end);
    }
    // Saves of 2024 store no capacity but all slots.
    if (capacity < 0) capacity = stored;
    return { id, capacity, slots };
  });
}

type Slot = SaveCharacterContainer['slots'][number];

function readSlots(reader: SaveReader, blob: Blob, count: number): Slot[] {
  const slots: Slot[] = [];
  for (let position = 0; position < count; position += 1) {
    let index = position;
    blob.clear();
    while (reader.next()) {
      const end = reader.valueEnd;
      if (reader.name === 'slotindex') index = reader.number(position);
      else reader.blobProperty(blob);
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
  // Saves of late 2024 list no versions and end here; the byte came in 2025.
  if (reader.versions.known && (reader.versions.mark || reader.left > 0)) reader.u8();
  reader.mark();
  return instanceId;
}
