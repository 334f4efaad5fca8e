import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INVENTORIES } from '@palatine/contract';
import { aGameContext, aPlayer, query } from '../testing/world-builder.ts';

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
