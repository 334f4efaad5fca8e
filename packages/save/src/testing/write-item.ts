import { ZERO_GUID } from '../format/guid.ts';
import type {
  SaveCharacterContainer,
  SaveDynamicItem,
  SaveEra,
  SaveGuid,
  SaveItemContainer,
  SaveItemSlot,
} from '../format/save-types.ts';
import type { PropertyWriter } from './property-writer.ts';
import { eraVersion, writeBlob, writeMark } from './save-era.ts';
import { writeCharacterBlob } from './write-character.ts';

/** The id of the world that an item with a state was created in, which typed records leave out. */
type OfWorld = { worldId?: SaveGuid };
type WrittenContainer = Omit<SaveItemContainer, 'slots'> & { slots: readonly (SaveItemSlot & OfWorld)[] };

/** Writes `ItemContainerSaveData` (docs/save-format.md#item-containers): all slots in era A, the occupied ones since. */
export function writeItemContainers(writer: PropertyWriter, containers: readonly WrittenContainer[]): void {
  writer.map('ItemContainerSaveData', 'StructProperty', 'StructProperty', containers, (container) => {
    writer.guidProperty('ID', container.id);
    writer.none();
    if (writer.era === 'A') writePlainSlots(writer, container);
    else writeBlobSlots(writer, container);
    writeBlob(writer, ['itemBox'], (blob) => {
      blob.zeros(12);
      if (writer.era !== 'A') blob.texts([]);
    });
    writer.none();
  });
}

function writePlainSlots(writer: PropertyWriter, container: WrittenContainer): void {
  const occupied = new Map(container.slots.map((slot) => [slot.index, slot]));
  const slots = Array.from({ length: container.capacity }, (_, index) => occupied.get(index));
  writer.structs('Slots', 'PalItemSlotSaveData', slots, (slot, index) => {
    writer.int('SlotIndex', index);
    writer.listStruct('ItemId', 'PalItemId', () => {
      writer.name('StaticId', slot?.itemId ?? 'None');
      writer.listStruct('DynamicId', 'PalDynamicItemId', () => {
        writer.guidProperty('CreatedWorldId', ZERO_GUID);
        writer.guidProperty('LocalIdInCreatedWorld', slot?.dynamicId ?? ZERO_GUID);
      });
    });
    writer.int('StackCount', slot?.count ?? 0);
    writer.bytes('RawData', Buffer.alloc(20));
  });
}

function writeBlobSlots(writer: PropertyWriter, container: WrittenContainer): void {
  writer.structs('Slots', 'PalItemSlotSaveData', container.slots, (slot) =>
    writeBlob(writer, ['slot'], (blob) => {
      blob.i32(slot.index);
      blob.i32(slot.count);
      blob.text(slot.itemId);
      blob.guid(slot.worldId ?? ZERO_GUID);
      blob.guid(slot.dynamicId);
      blob.zeros(12); // permissions
      blob.f32(0);
    }),
  );
  writer.int('SlotNum', container.capacity);
}

/** Writes `CharacterContainerSaveData` (docs/save-format.md#character-containers), in era A all slots. */
export function writeCharacterContainers(
  writer: PropertyWriter,
  containers: readonly SaveCharacterContainer[],
): void {
  writer.map('CharacterContainerSaveData', 'StructProperty', 'StructProperty', containers, (container) => {
    writer.guidProperty('ID', container.id);
    writer.none();
    writer.bool('bReferenceSlot', false);
    writer.structs('Slots', 'PalCharacterSlotSaveData', slotsOf(writer.era, container), (slot) => {
      if (writer.era !== 'A') writer.int('SlotIndex', slot.index);
      writeBlob(writer, [], (blob) => {
        blob.guid(ZERO_GUID);
        blob.guid(slot.instanceId);
        blob.u8(0);
        if (writer.era !== 'A') blob.u8(0);
      });
    });
    if (writer.era !== 'A') writer.int('SlotNum', container.capacity);
    writeBlob(writer, ['characterBox'], () => {});
    writer.none();
  });
}

function slotsOf(era: SaveEra, { capacity, slots }: SaveCharacterContainer): SaveCharacterContainer['slots'] {
  if (era !== 'A') return slots;
  const occupants = new Map(slots.map((slot) => [slot.index, slot.instanceId]));
  return Array.from({ length: capacity }, (_, index) => ({
    index,
    instanceId: occupants.get(index) ?? ZERO_GUID,
  }));
}

/** Writes `DynamicItemSaveData` (docs/save-format.md#dynamic-items). */
export function writeDynamicItems(writer: PropertyWriter, items: readonly (SaveDynamicItem & OfWorld)[]) {
  writer.structs('DynamicItemSaveData', 'PalDynamicItemSaveData', items, (item) =>
    writeBlob(writer, ['weapon'], (blob) => {
      blob.guid(item.worldId ?? ZERO_GUID);
      blob.guid(item.id);
      blob.text(item.itemId);
      writeMark(blob);
      writeBody(blob, item.body);
    }),
  );
}

function writeBody(blob: PropertyWriter, body: SaveDynamicItem['body']): void {
  switch (body.kind) {
    case 'egg':
      blob.text(body.characterId);
      writeCharacterBlob(blob, body.character);
      writeMark(blob);
      break;
    case 'armor':
      blob.f32(body.durability);
      break;
    case 'weapon':
      blob.f32(body.durability);
      blob.i32(body.bullets);
      blob.texts(body.passives);
      if (eraVersion(blob.era, 'weapon') >= 1) blob.text(body.ammoItemId);
  }
}
