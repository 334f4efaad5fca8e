import { ZERO_GUID } from '../format/guid.ts';
import { MIN_STRUCT_BYTES } from '../read/property-reader.ts';
import { Blob, fieldTable, readStruct } from '../read/save-reader.ts';
import { readCharacterBlob } from './character-facts.ts';
import type { FactReader } from './fact-reader.ts';
import type { CharacterSlotFacts, ContainerFacts, DynamicItemFacts, ItemSlotFacts } from './level-facts.ts';

type PlainSlot = { itemId: string; worldId: string; localId: string };
type ReadSlot<Slot> = (reader: FactReader, position: number, place: () => string) => Slot | null;

/** Reads containers; those of items have permissions in a blob (docs/save-format.md#item-containers). */
export function readContainerFacts<Slot>(
  reader: FactReader,
  facts: ContainerFacts<Slot>[],
  hasPermissions: boolean,
  readSlot: ReadSlot<Slot>,
): void {
  reader.collect(facts, reader.pairs(MIN_STRUCT_BYTES * 2), () => {
    const id = reader.containerIdBody();
    const slots: Slot[] = [];
    let capacity: number | null = null;
    const permissions = new Blob();
    reader.fields((name) => {
      if (name === 'slotnum') capacity = reader.number();
      else if (name === 'slots') readSlots(reader, id, slots, readSlot);
      else if (hasPermissions) reader.blobProperty(permissions);
    });
    const place = () => id;
    if (hasPermissions) reader.factsIn(permissions, place, () => readPermissions(reader));
    return { id, capacity, slots };
  });
}

function readSlots<Slot>(reader: FactReader, id: string, slots: Slot[], readSlot: ReadSlot<Slot>): void {
  const count = reader.structs();
  for (let position = 0; position < count; position += 1) {
    const slot = readSlot(reader, position, () => `${id}/${position}`);
    if (slot !== null) slots.push(slot);
  }
}

function readPermissions(reader: FactReader): void {
  reader.skipArray(1);
  reader.skipArray(1);
  reader.skipTexts();
  // Saves of January 2024 lack the last list.
  if (reader.left > reader.markBytes) reader.skipTexts();
  reader.mark();
}

export const readItemSlot: ReadSlot<ItemSlotFacts> = (reader, position, place) => {
  const blob = new Blob();
  let isPlain = false;
  const plain = { index: position, count: 0, itemId: 'None', worldId: ZERO_GUID, localId: ZERO_GUID };
  reader.fields((name) => {
    if (name === 'slotindex') plain.index = reader.number(position);
    else if (name === 'stackcount') plain.count = reader.number();
    else if (name === 'itemid') {
      isPlain = true;
      readStruct(reader, ITEM_ID, plain);
    } else reader.blobProperty(blob);
  });
  // An ItemId beside the blob: a slot of 2024, whose RawData holds something else.
  if (isPlain) return plain;
  let slot: ItemSlotFacts | null = null;
  reader.factsIn(blob, place, () => {
    const [index, count, itemId] = [reader.i32(), reader.i32(), reader.text()];
    slot = { index, count, itemId, worldId: reader.guid(), localId: reader.guid() };
    reader.skipArray(1);
    reader.skipArray(1);
    reader.skipTexts();
    reader.f32();
    reader.mark();
  });
  return slot;
};

const ITEM_ID = fieldTable<PlainSlot>({
  staticid: (reader, slot) => (slot.itemId = reader.string()),
  dynamicid: (reader, slot) => readStruct(reader, DYNAMIC_ID, slot),
});

const DYNAMIC_ID = fieldTable<PlainSlot>({
  createdworldid: (reader, slot) => (slot.worldId = reader.guidValue()),
  localidincreatedworld: (reader, slot) => (slot.localId = reader.guidValue()),
});

export const readCharacterSlot: ReadSlot<CharacterSlotFacts> = (reader, position, place) => {
  const blob = new Blob();
  let index = position;
  reader.fields((name) => {
    if (name === 'slotindex') index = reader.number(position);
    else reader.blobProperty(blob);
  });
  let slot: CharacterSlotFacts | null = null;
  reader.factsIn(blob, place, () => {
    reader.take(16); // player uid
    slot = { index, instanceId: reader.guid() };
    reader.u8(); // tribe
    // Saves of late 2024 list no versions and end here; the byte came in 2025.
    if (reader.versions.known && (reader.versions.mark || reader.left > 0)) reader.u8();
    reader.mark();
  });
  return slot;
};

/** Reads `DynamicItemSaveData` (docs/save-format.md#dynamic-items). */
export function readDynamicItemFacts(reader: FactReader, facts: DynamicItemFacts[]): void {
  const count = reader.structs();
  for (let index = 0; index < count; index += 1) {
    const blob = reader.blobList();
    let item: DynamicItemFacts | null = null;
    reader.factsIn(
      blob,
      () => item?.id ?? `worldSaveData.DynamicItemSaveData[${index}]`,
      () => {
        item = { worldId: reader.guid(), id: reader.guid(), itemId: reader.text() };
        facts.push(item);
        reader.mark();
        readItemState(reader, item);
        reader.mark();
      },
    );
  }
}

function readItemState(reader: FactReader, { id, itemId }: DynamicItemFacts): void {
  if (itemId.toLowerCase().startsWith('palegg')) {
    reader.skipText(); // species
    readCharacterBlob(reader, id, null);
    return;
  }
  reader.f32(); // durability
  if (reader.left === reader.markBytes) return;
  reader.i32(); // bullets
  reader.skipTexts();
  if (reader.versions.weapon >= 1) reader.skipText(); // ammunition
}
