import { type Guid, type HolderKind, INVENTORIES, type ItemHolder, ZERO_GUID } from '@palatine/contract';
import { ItemIndex } from '../state/aggregates.ts';
import type { GameContext } from '../state/game-context.ts';
import type { MapObject } from '../state/model.ts';
import { int32 } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import { occupiedSlots } from './items.ts';
import { pageOf } from './page.ts';
import { place } from './player-row.ts';
import { GUILD_TABLES, perWorld, query } from './query.ts';

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
  const uid = world.playersByContainer.get(containerId);
  if (uid !== undefined) return playerHolder(world, uid, containerId);
  const guildId = world.guildsByChest.get(containerId);
  if (guildId !== undefined) return { Kind: 'GuildChest', ...guildFields(world, guildId) };
  const objectId = world.mapObjectsByContainer.get(containerId);
  const object = objectId === undefined ? undefined : world.mapObjects.get(objectId);
  return object === undefined ? { Kind: 'Other' } : objectHolder(world, object);
}

function playerHolder(world: World, uid: Guid, containerId: Guid): Holder {
  const inventory = world.players.get(uid)?.inventory;
  const name = INVENTORIES.find((one) => inventory?.[one] === containerId);
  return {
    Kind: 'Player',
    Uid: uid,
    PlayerName: world.accounts.get(uid)?.name ?? '',
    ...(name !== undefined && { Inventory: name }),
  };
}

function guildFields(world: World, guildId: Guid): Omit<Holder, 'Kind'> {
  const facts = world.guildFacts.get(guildId);
  return facts === undefined
    ? {}
    : { GuildId: guildId, GuildName: facts.guild.name, HeadName: facts.headName };
}

function objectHolder(world: World, object: MapObject): Holder {
  const camp = object.campId === ZERO_GUID ? undefined : world.camps.get(object.campId);
  return {
    Kind: kindOf(object),
    ObjectId: object.objectId,
    Place: place(object.location),
    ...(camp !== undefined && { CampId: camp.id, ...guildFields(world, camp.guildId) }),
  };
}

/** A death chest is storage for the game too, but players do not fill it. */
function kindOf({ class: objectClass, storage }: MapObject): HolderKind {
  if (objectClass === 'dropItem') return 'Drop';
  return storage && objectClass === 'building' ? 'Storage' : 'Other';
}

/** The index of a world's items. Created on first use, it follows the containers from then on. */
export const itemIndexOf = perWorld(({ world }: GameContext) => new ItemIndex(world));
