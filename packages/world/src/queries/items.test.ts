import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INVENTORIES, ZERO_GUID } from '@palatine/contract';
import {
  aCamp,
  aContainer,
  aGameContext,
  aGuild,
  aMapObject,
  aPlayer,
  pagesOf,
  query,
} from '../testing/world-builder.ts';

function aGame() {
  const wood = (count: number) => ({ itemId: 'Wood', count });
  const zoe = aPlayer({
    name: 'Zoe',
    inventory: { Items: { 0: wood(60), 5: { itemId: 'wOOD', count: 1 } } },
  });
  const guildChest = aContainer({ slots: { 0: wood(50) } });
  const guild = aGuild([zoe], { name: '', chestId: guildChest.id });
  const camp = aCamp(guild);
  const chest = aContainer({ slots: { 0: wood(40) } });
  const drop = aContainer({ capacity: 1, slots: { 0: wood(30) } });
  const log = aContainer({ capacity: 1, slots: { 0: wood(20) } });
  const unowned = aContainer({ slots: { 0: wood(10), 1: wood(0) } });
  const tooSmall = aContainer({ capacity: 1, slots: { 3: wood(99) } });
  const dropped = aMapObject(
    { id: ZERO_GUID },
    { objectId: 'CommonDropItem3D', class: 'dropItem', containerId: drop.id, location: { x: 1, y: 2, z: 3 } },
  );
  const game = aGameContext({
    players: [zoe],
    guilds: [guild],
    camps: [camp],
    containers: [guildChest, chest, drop, log, unowned, tooSmall],
    mapObjects: [
      aMapObject(camp, { containerId: chest.id, storage: true }),
      dropped,
      aMapObject(
        { id: ZERO_GUID },
        { objectId: 'PickupItem_Log', class: 'other', natural: true, containerId: log.id },
      ),
    ],
  });
  return { game, zoe, guild, camp, guildChest, chest };
}

test('an item is found in any container, the fullest first, with the owner', () => {
  const { game, zoe, guild, camp } = aGame();
  const { Holders, ...figures } = query(game, 'getItemHolders', { item_id: 'wood' });
  assert.deepEqual(figures, { ItemID: 'Wood', Total: 211, Stacks: 7, Matching: 6 });
  const guildFields = { GuildId: guild.id, GuildName: '', HeadName: 'Zoe' };
  const holders = Holders.map(({ ContainerId: _id, ...holder }) => holder);
  const at = (X: number, Y: number, Z: number) => ({ Place: { X, Y, Z } });
  assert.deepEqual(holders, [
    { Kind: 'Player', Count: 61, Stacks: 2, Uid: zoe.uid, PlayerName: 'Zoe', Inventory: 'Items' },
    { Kind: 'GuildChest', Count: 50, Stacks: 1, ...guildFields },
    {
      Kind: 'Storage',
      Count: 40,
      Stacks: 1,
      ObjectId: 'ItemChest',
      ...at(0, 0, 0),
      CampId: camp.id,
      ...guildFields,
    },
    { Kind: 'Drop', Count: 30, Stacks: 1, ObjectId: 'CommonDropItem3D', ...at(1, 2, 3) },
    { Kind: 'Other', Count: 20, Stacks: 1, ObjectId: 'PickupItem_Log', ...at(0, 0, 0) },
    { Kind: 'Other', Count: 10, Stacks: 1 },
  ]);
});

test('an item that is in no container has no rows, for any id', () => {
  const { game } = aGame();
  for (const item_id of ['Stone', 'NoSuchThing', '__proto__', '']) {
    const nowhere = { ItemID: item_id, Total: 0, Stacks: 0, Matching: 0, Holders: [] };
    assert.deepEqual(query(game, 'getItemHolders', { item_id }), nowhere);
  }
});

test('a walk over the pages gives each container once, in the order of the whole list', () => {
  const { game } = aGame();
  const page = (input: { Limit?: number; Cursor?: string }) =>
    query(game, 'getItemHolders', { item_id: 'Wood' }, { query: input });
  const pages = pagesOf((input) => page({ Limit: 2, ...input }));
  assert.equal(pages.length, 3);
  assert.deepEqual(
    pages.flatMap(({ Holders }) => Holders),
    page({}).Holders,
  );
});

test('what is moved is found where it is now, and after a rollback where it was', () => {
  const { game, chest, guildChest } = aGame();
  const holders = () => query(game, 'getItemHolders', { item_id: 'Wood' });
  const before = holders();
  const savepoint = game.world.savepoint();
  game.world.containers.put({ ...chest, slots: {} });
  game.world.containers.put({ ...guildChest, slots: { 0: { itemId: 'Wood', count: 90 } } });
  const { Total, Matching, Holders } = holders();
  assert.deepEqual([Total, Matching, Holders[0]?.Kind], [211, 5, 'GuildChest']);
  game.world.containers.put({ ...guildChest, capacity: 0 });
  assert.equal(holders().Total, 121, 'a stack beyond the capacity is in no slot');
  game.world.rollbackTo(savepoint);
  assert.deepEqual(holders(), before);
});

test('an inventory shows its occupied slots and how many are free', () => {
  const zoe = aPlayer({
    inventory: { Items: { 0: { itemId: 'Wood', count: 999 }, 41: { itemId: 'Stone', count: 1 } } },
  });
  const { Meta, Inventory } = query(aGameContext({ players: [zoe] }), 'getItems', {
    player_identifier: zoe.userId,
  });

  assert.deepEqual(Meta, { PlayerUID: zoe.uid, Player: zoe.userId });
  assert.deepEqual(Object.keys(Inventory), [...INVENTORIES]);
  assert.deepEqual(Inventory.Items, {
    Available: true,
    ContainerID: zoe.player?.inventory.Items,
    UsedSlots: 2,
    MaxSlots: 42,
    FreeSlots: 40,
    Slots: { 0: { ItemID: 'Wood', Count: 999 }, 41: { ItemID: 'Stone', Count: 1 } },
  });
});

test('a container the world does not hold is not available', () => {
  const zoe = aPlayer({ inventory: { Armor: null } });
  const { Inventory } = query(aGameContext({ players: [zoe] }), 'getItems', { player_identifier: zoe.uid });
  assert.deepEqual(Inventory.Armor, {
    Available: false,
    ContainerID: '',
    UsedSlots: 0,
    MaxSlots: 0,
    FreeSlots: 0,
    Slots: {},
  });
});
