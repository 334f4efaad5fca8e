import type { SaveCharacterContainer } from '../format/save-types.ts';
import { blobFields, fieldTable, readFields } from './field-table.ts';
import { SMALLEST_STRUCT_BYTES } from './property-reader.ts';
import { Blob, type SaveReader } from './save-reader.ts';

/** Reads `CharacterContainerSaveData` (palworld-save 4.5). */
export function readCharacterContainers(reader: SaveReader): SaveCharacterContainer[] {
  const found: FoundContainer = { blob: new Blob('Slots'), capacity: -1, stored: 0, slots: [] };
  return reader.eachRecord(reader.pairs(SMALLEST_STRUCT_BYTES * 2), () => {
    const id = reader.containerIdBody();
    Object.assign(found, { capacity: -1, stored: 0, slots: [] });
    readFields(reader, CONTAINER, found);
    const { capacity, stored, slots } = found;
    // Saves of 2024 store no capacity but all slots.
    return { id, capacity: capacity < 0 ? stored : capacity, slots };
  });
}

type Slot = SaveCharacterContainer['slots'][number];

interface FoundContainer {
  readonly blob: Blob;
  capacity: number;
  stored: number;
  slots: Slot[];
}

const CONTAINER = fieldTable<FoundContainer>({
  SlotNum: (reader, container) => (container.capacity = reader.number()),
  Slots: (reader, container) => {
    container.stored = reader.structs();
    container.slots = readSlots(reader, container);
  },
});

function readSlots(reader: SaveReader, { blob, stored }: FoundContainer): Slot[] {
  const slots: Slot[] = [];
  const found = { index: 0, position: 0, blob };
  for (let position = 0; position < stored; position += 1) {
    blob.clear();
    found.index = found.position = position;
    readFields(reader, SLOT, found);
    const instanceId = reader.inBlob(blob, readSlotBlob);
    if (instanceId !== null) slots.push({ index: found.index, instanceId });
  }
  return slots;
}

const SLOT = fieldTable<{ index: number; position: number; blob: Blob }>({
  SlotIndex: (reader, slot) => (slot.index = reader.number(slot.position)),
  ...blobFields((slot) => slot.blob),
});

function readSlotBlob(reader: SaveReader): string {
  reader.take(16); // player uid
  const instanceId = reader.guid();
  reader.u8(); // tribe
  // Saves of late 2024 list no versions and end here; the byte came in 2025.
  if (reader.versions.known && (reader.versions.mark || reader.left > 0)) reader.u8();
  reader.mark();
  return instanceId;
}
