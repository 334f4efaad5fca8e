import type { InventorySlot } from '@palatine/contract';
import type { Catalogue } from '../catalogue/index.ts';
import type { Container, ItemInstance } from '../state/model.ts';
import { finite, int32 } from '../state/wire-format.ts';
import { occupiedSlots } from './items.ts';

/** The occupied slots of a container in order, with the state of single weapons, armour and eggs. */
export function inventorySlots(catalogue: Catalogue, container: Container): InventorySlot[] {
  return occupiedSlots(container).map(({ index, stack: { itemId, count, instance } }) => ({
    Slot: index,
    ItemID: itemId,
    Count: int32(count),
    ...(instance !== undefined && stateOf(catalogue, itemId, instance)),
  }));
}

function stateOf(catalogue: Catalogue, itemId: string, instance: ItemInstance): Partial<InventorySlot> {
  if (instance.kind === 'egg') {
    const { species, pal } = instance;
    return {
      Egg: {
        PalID: pal?.species || species,
        ...(pal !== null && { Level: int32(pal.level), Shiny: pal.shiny }),
      },
    };
  }
  const most = catalogue.itemDynamics.find(itemId)?.durability ?? undefined;
  return {
    Durability: finite(instance.durability),
    ...(most !== undefined && { MaxDurability: finite(most) }),
    ...(instance.kind === 'weapon' && {
      Bullets: int32(instance.bullets),
      Passives: [...instance.passives],
    }),
  };
}
