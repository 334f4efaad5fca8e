import {
  type Guid,
  INVENTORIES,
  type Inventory,
  type InventoryName,
  type InventorySlot,
  type PlayerContainer,
} from '@palatine/contract';
import type { Catalogue } from '../catalogue/index.ts';
import { finite } from '../catalogue/map-coordinates.ts';
import { findAccount, resolveLoadedPlayer } from '../state/find-player.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Container, ItemInstance, ItemStack, Player } from '../state/model.ts';
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
  const maxDurability = catalogue.itemDynamics.find(itemId)?.durability ?? undefined;
  return {
    Durability: finite(instance.durability),
    ...(maxDurability !== undefined && { MaxDurability: finite(maxDurability) }),
    ...(instance.kind === 'weapon' && {
      Bullets: int32(instance.bullets),
      Passives: [...instance.passives],
    }),
  };
}

/** The six containers of a player, who need not be online. */
export const getPlayerInventory = query<'getPlayerInventory'>({
  reads: [...PLAYER_TABLES, 'containers'],
  run(game, params) {
    const { uid } = findAccount(game, params.uid);
    const player = game.world.players.get(uid);
    if (player === undefined) return { Known: false };
    return { Known: true, Containers: INVENTORIES.map((name) => containerOf(game, player, name)) };
  },
});

function containerOf(game: GameContext, { inventory }: Player, name: InventoryName): PlayerContainer {
  const container = game.world.containers.get(inventory[name] ?? '');
  if (container === undefined) return { Name: name, Known: false };
  const slots = inventorySlots(game.catalogue, container);
  return {
    Name: name,
    Known: true,
    ContainerId: container.id,
    UsedSlots: slots.length,
    MaxSlots: int32(container.capacity),
    Slots: slots,
  };
}
