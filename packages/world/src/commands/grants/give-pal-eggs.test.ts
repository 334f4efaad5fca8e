import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aGameContextWith, give, NONE_NEAR, refusal } from '../../testing/grant-builder.ts';

const EGG = 'PalEgg_Fire_01';

test('an egg takes a slot of Items, with an unowned Pal inside', () => {
  const { game, zoe } = aGameContextWith({ inventory: { Items: { 0: { itemId: 'Wood', count: 1 } } } });
  const PalEggs = [{ EggID: 'palegg_fire_01', PalID: 'boss_anubis' }];
  assert.deepEqual(give(game, 'givePalEggs', zoe, { PalEggs }), { Granted: { PalEggs: 1 } });
  const stack = game.world.containers.get(zoe.player?.inventory.Items ?? '')?.slots[1];
  assert.ok(stack?.instance?.kind === 'egg');
  assert.deepEqual([stack.itemId, stack.count, stack.instance.species], [EGG, 1, 'BOSS_Anubis']);
  const { pal } = stack.instance;
  assert.deepEqual([pal?.species, pal?.level, pal?.place, pal?.ownerUid], ['BOSS_Anubis', 1, null, null]);
  assert.equal(game.world.characters.has(pal?.id ?? ''), false);
});

test('every invalid egg is reported', () => {
  const { game, zoe } = aGameContextWith();
  const npc = game.catalogue.npcs.all()[0]?.id ?? '';
  const PalEggs = [
    { EggID: 'Wood', PalID: 'Anubis' },
    { EggID: EGG },
    { EggID: EGG, PalID: 'Anubis', PalTemplate: 'T' },
    { EggID: EGG, PalID: 'Nope', Level: 81 },
    { EggID: 'NoSuchThing', PalTemplate: 'Gone' },
    { EggID: EGG, PalID: npc },
    { EggID: EGG, PalID: 'Anubis' },
  ];
  assert.deepEqual(refusal(game, 'givePalEggs', zoe, { PalEggs }), {
    code: 'VALIDATION_FAILED',
    problems: [
      '/PalEggs/0/EggID "Wood" is an item, but not an egg',
      '/PalEggs/1 must have exactly one of PalID and PalTemplate',
      '/PalEggs/2 must have exactly one of PalID and PalTemplate',
      '/PalEggs/3/Level must be 1 to 80',
      `/PalEggs/3/PalID unknown PalID "Nope"${NONE_NEAR}`,
      `/PalEggs/4/EggID unknown EggID "NoSuchThing"${NONE_NEAR}`,
      '/PalEggs/4/PalTemplate template "Gone": there is no such file',
      `/PalEggs/5/PalID "${npc}" is a person: only Pals hatch from eggs`,
    ],
  });
});
