import type { Guid, Inventory, InventoryName } from '@palatine/contract';
import { resolveLoadedPlayer } from '../state/find-player.ts';
import type { Container, ItemStack } from '../state/model.ts';
import { int32 } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import { PLAYER_TABLES, query } from './query.ts';

export const getItems = query<'getItems'>({
  reads: [...PLAYER_TABLES, 'containers'],
  run(game, params) {
    const { uid, player } = resolveLoadedPlayer(game, params.player_identifier);
    const inventory = (name: InventoryName) => toInventoryDto(game.world, player.inventory[name]);
    return {
      Meta: { PlayerUID: uid, Player: params.player_identifier },
      Inventory: {
        Items: inventory('Items'),
        KeyItems: inventory('KeyItems'),
        Weapons: inventory('Weapons'),
        Armor: inventory('Armor'),
        Food: inventory('Food'),
        DropSlot: inventory('DropSlot'),
      },
    };
  },
});

/** The occupied slots of a container in the order of their indexes. */
export function occupiedSlots(container: Container): { index: number; stack: ItemStack }[] {
  return Object.entries(container.slots)
    .map(([index, stack]) => ({ index: Number(index), stack }))
    .filter(({ index, stack }) => index < container.capacity && stack.count > 0)
    .sort((a, b) => a.index - b.index);
}

function toInventoryDto(world: World, containerId: Guid | null): Inventory {
  const container = containerId === null ? undefined : world.containers.get(containerId);
  if (container === undefined) {
    return { Available: false, ContainerID: '', UsedSlots: 0, MaxSlots: 0, FreeSlots: 0, Slots: {} };
  }
  const occupied = occupiedSlots(container);
  return {
    Available: true,
    ContainerID: container.id,
    UsedSlots: occupied.length,
    MaxSlots: int32(container.capacity),
    FreeSlots: int32(container.capacity - occupied.length),
    Slots: Object.fromEntries(
      occupied.map(({ index, stack }) => [index, { ItemID: stack.itemId, Count: int32(stack.count) }]),
    ),
  };
}
