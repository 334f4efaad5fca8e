import {
  type Guid,
  type HolderKind,
  INVENTORIES,
  type Inventory,
  type InventoryName,
  type InventorySlot,
  type ItemHolder,
  type PlayerContainer,
  ZERO_GUID,
} from '@palatine/contract';
import { pageOf } from '@palatine/platform/list-pages';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { finite } from '../catalogue/map-coordinates.ts';
import { ItemIndex } from '../state/aggregates.ts';
import { findAccount, resolveLoadedPlayer } from '../state/find-player.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Container, ItemInstance, ItemStack, MapObject, Player } from '../state/model.ts';
import { int32 } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import { place } from './player-row.ts';
import { GUILD_TABLES, PLAYER_TABLES, perWorld, query } from './query.ts';

export const getItems = query<'getItems'>({
  reads: [...PLAYER_TABLES, 'containers'],
  run(game, params) {
    const { uid, player } = resolveLoadedPlayer(game, params.player_identifier);
    const inventories = INVENTORIES.map((name) => [name, toInventoryDto(game.world, player.inventory[name])]);
    return {
      Meta: { PlayerUID: uid, Player: params.player_identifier },
      Inventory: Object.fromEntries(inventories) as Record<InventoryName, Inventory>, // each of them
    };
  },
});

export function occupiedSlots(container: Container): { index: number; stack: ItemStack }[] {
  return Object.entries(container.slots)
    .map(([index, stack]) => ({ index: Number(index), stack }))
    .filter(({ index, stack }) => index < container.capacity && stack.count > 0)
    .sort((a, b) => a.index - b.index);
}

function toInventoryDto(world: World, containerId: Guid | null): Inventory {
  const container = world.containers.get(containerId ?? '');
  if (container === undefined) {
    return { Available: false, ContainerID: '', UsedSlots: 0, MaxSlots: 0, FreeSlots: 0, Slots: {} };
  }
  const occupied = occupiedSlots(container);
  const slots = occupied.map(({ index, stack }) => [
    index,
    { ItemID: stack.itemId, Count: int32(stack.count) },
  ]);
  return {
    Available: true,
    ContainerID: container.id,
    UsedSlots: occupied.length,
    MaxSlots: int32(container.capacity),
    FreeSlots: int32(container.capacity - occupied.length),
    Slots: Object.fromEntries(slots),
  };
}

/** The occupied slots of a container in order, with the state of single weapons, armor and eggs. */
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
    const inside = pal !== null && { Level: int32(pal.level), Shiny: pal.shiny };
    return { Egg: { PalID: pal?.species || species, ...inside } };
  }
  const maxDurability = catalogue.itemDynamics.find(itemId)?.durability ?? undefined;
  return {
    Durability: finite(instance.durability),
    ...(maxDurability !== undefined && { MaxDurability: finite(maxDurability) }),
    ...(instance.kind === 'weapon' && { Bullets: int32(instance.bullets), Passives: [...instance.passives] }),
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

/** The holders of an item, the fullest container first. Cost: one read of each container that holds it. */
export const getItemHolders = query<'getItemHolders'>({
  reads: [...GUILD_TABLES, 'camps', 'players', 'mapObjects'],
  run(game, { item_id: itemId }, { query }) {
    const { world, catalogue } = game;
    const { total, stacks, counts } = itemIndexOf(game).holdings(itemId);
    const { rows, next } = pageOf([...counts], { ...query, Order: 'Descending' }, 'Count', {
      keyOf: ([, count]) => count,
      idOf: ([containerId]) => containerId,
    });
    return {
      ItemID: catalogue.items.find(itemId)?.id ?? itemId,
      Total: total,
      Stacks: stacks,
      Matching: counts.size,
      Holders: rows.map(([containerId, count]) => ({
        ...holderOf(world, containerId),
        ContainerId: containerId,
        Count: int32(count),
        Stacks: stacksIn(world, containerId, itemId),
      })),
      ...(next !== undefined && { Next: next }),
    };
  },
});

function stacksIn(world: World, containerId: Guid, itemId: string): number {
  const container = world.containers.get(containerId);
  const id = itemId.toLowerCase();
  const slots = container === undefined ? [] : occupiedSlots(container);
  return slots.filter(({ stack }) => stack.itemId.toLowerCase() === id).length;
}

type Holder = Omit<ItemHolder, 'ContainerId' | 'Count' | 'Stacks'>;

function holderOf(world: World, containerId: Guid): Holder {
  const uid = world.playersByContainer.first(containerId);
  if (uid !== undefined) return playerHolder(world, uid, containerId);
  const guildId = world.guildsByChest.first(containerId);
  if (guildId !== undefined) return { Kind: 'GuildChest', ...guildFields(world, guildId) };
  const object = world.mapObjects.get(world.mapObjectsByContainer.first(containerId) ?? '');
  return object === undefined ? { Kind: 'Other' } : objectHolder(world, object);
}

function playerHolder(world: World, uid: Guid, containerId: Guid): Holder {
  const inventory = world.players.get(uid)?.inventory;
  const name = INVENTORIES.find((inventoryName) => inventory?.[inventoryName] === containerId);
  return {
    Kind: 'Player',
    Uid: uid,
    PlayerName: world.accounts.get(uid)?.name ?? '',
    ...(name !== undefined && { Inventory: name }),
  };
}

function guildFields(world: World, guildId: Guid): Omit<Holder, 'Kind'> | undefined {
  const facts = world.guildFacts.get(guildId);
  return facts && { GuildId: guildId, GuildName: facts.guild.name, HeadName: facts.headName };
}

function objectHolder(world: World, object: MapObject): Holder {
  const camp = object.campId === ZERO_GUID ? undefined : world.camps.get(object.campId);
  // A death chest is storage for the game too, but players do not fill it.
  const filled: HolderKind = object.storage && object.class === 'building' ? 'Storage' : 'Other';
  return {
    Kind: object.class === 'dropItem' ? 'Drop' : filled,
    ObjectId: object.objectId,
    Place: place(object.location),
    ...(camp !== undefined && { CampId: camp.id, ...guildFields(world, camp.guildId) }),
  };
}

/** The index of a world's items. Created on first use, it follows the containers from then on. */
export const itemIndexOf = perWorld(({ world }: GameContext) => new ItemIndex(world));
