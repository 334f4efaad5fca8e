import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ItemStack } from '../../state/model.ts';
import { aGameContextWith, give, held, NONE_NEAR, refusal } from '../../testing/grant-builder.ts';

const wood = (count: number): ItemStack => ({ itemId: 'Wood', count });

/** All slots but `free`, each with a full stack of stone. */
function fullBut(free: number, slots = 42): Record<number, ItemStack> {
  return Object.fromEntries(
    Array.from({ length: slots - free }, (_, slot) => [slot, { itemId: 'Stone', count: 9999 }]),
  );
}

test('entries of the same item fill its stacks first, then free slots', () => {
  const { game, zoe } = aGameContextWith({
    inventory: { Items: { 1: wood(9990), 3: { itemId: 'WOOD', count: 9998 } } },
  });
  give(game, 'giveItems', zoe, {
    Items: [10_019, 1].map((Count) => ({ ItemID: 'Wood', Count })),
  });
  assert.deepEqual(held(game, zoe, 'Items'), ['9999 Wood', '9999 Wood', '11 Wood', '9999 WOOD']);
});

for (const [kind, ItemID] of [
  ['weapon', 'AssaultRifle_Default1'],
  ['armor', 'ClothArmor'],
] as const) {
  test(`each ${kind} takes a slot with its own state: unworn, loaded`, () => {
    const { game, zoe } = aGameContextWith();
    give(game, 'giveItems', zoe, { Items: [{ ItemID, Count: 2 }] });
    const container = game.world.containers.get(zoe.player?.inventory.Items ?? '');
    const { durability, magazine } = game.catalogue.itemDynamics.find(ItemID) ?? {};
    const states = Object.values(container?.slots ?? {}).map(({ instance }) => ({ ...instance, id: '' }));
    const state = { kind, id: '', durability, ...(kind === 'weapon' && { bullets: magazine, passives: [] }) };
    assert.deepEqual(states, [state, state]);
  });
}

test('a pouch in the same request makes space for the rest, at any position', () => {
  const { game, zoe } = aGameContextWith({ inventory: { Items: fullBut(0) } });
  const pouch = { ItemID: 'AdditionalInventory_001', Count: 1 };
  give(game, 'giveItems', zoe, { Items: [{ ItemID: 'ClothArmor', Count: 3 }, pouch] });
  assert.equal(game.world.containers.get(zoe.player?.inventory.Items ?? '')?.capacity, 45);
  assert.deepEqual(
    refusal(game, 'giveItems', zoe, { Items: [pouch, { ItemID: 'ClothArmor', Count: 1 }] }).problems,
    ['/Items/1 does not fit: Items have room for 0 more ClothArmor'],
  );
});

test('two billion swords are refused at once, two billion coins fit', () => {
  const { game, zoe } = aGameContextWith();
  const max = 2147483647;
  const { problems } = refusal(game, 'giveItems', zoe, { Items: [{ ItemID: 'ClothArmor', Count: max }] });
  assert.deepEqual(problems, ['/Items/0 does not fit: Items have room for 42 more ClothArmor']);
  assert.deepEqual(give(game, 'giveItems', zoe, { Items: [{ ItemID: 'Money', Count: max }] }), {
    Granted: { Items: max },
  });
});

test('every invalid entry is reported: unknown ids, eggs, unlisted items', () => {
  const { game, zoe } = aGameContextWith();
  const unlisted = game.catalogue.unlistedItems.all()[0]?.id ?? '';
  const Items = ['NoSuchThing', 'PalEgg_Fire_01', 'Wood', unlisted, '__proto__'].map((ItemID) => ({
    ItemID,
    Count: 1,
  }));
  assert.deepEqual(refusal(game, 'giveItems', zoe, { Items }), {
    code: 'VALIDATION_FAILED',
    problems: [
      `/Items/0/ItemID unknown ItemID "NoSuchThing"${NONE_NEAR}`,
      '/Items/1/ItemID "PalEgg_Fire_01" needs a Pal inside: give it as a Pal egg',
      `/Items/3/ItemID "${unlisted}" is not an item of this game`,
      '/Items/4/ItemID unknown ItemID "__proto__"; did you mean SkyShotgun (Prototype Shotgun), SkyShotgun_2 (Prototype Shotgun) or SkyShotgun_3 (Prototype Shotgun)?',
    ],
  });
});

test('unknown ids come through where the rules accept them, but not every text is an id', () => {
  const { game, zoe } = aGameContextWith();
  game.rules = { ...game.rules, unknownIds: 'Accept' };
  give(game, 'giveItems', zoe, { Items: [{ ItemID: 'Mod_Thing', Count: 10_000 }] });
  assert.deepEqual(held(game, zoe, 'Items'), ['9999 Mod_Thing', '1 Mod_Thing']);
  for (const ItemID of ['', 'None', 'two words', 'x'.repeat(129)]) {
    assert.equal(refusal(game, 'giveItems', zoe, { Items: [{ ItemID, Count: 1 }] }).problems.length, 1);
  }
});

test('a container that is not available accepts nothing', () => {
  const { game, zoe } = aGameContextWith({ inventory: { Items: null } });
  assert.deepEqual(refusal(game, 'giveItems', zoe, { Items: [{ ItemID: 'Wood', Count: 1 }] }).problems, [
    '/Items/0 Items of the player are not available',
  ]);
});
