import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAVE_ERAS, type SaveCharacter } from '../format/save-types.ts';
import { aCharacter, aGuid, anOpenSave, edited, twoPlayersOneCamp } from '../testing/index.ts';
import type { SaveEdit, SaveStack } from './edits.ts';

const CHEST = aGuid(50);
const ID = aGuid(800);

/** The Pal inside an egg: of no player, without a place. */
const aChick = (overrides: Partial<SaveCharacter> = {}): SaveCharacter => ({
  ...aCharacter({
    characterId: 'Penguin',
    gender: 'Female',
    ivs: { health: 1, attackMelee: 0, attackShot: 2, defense: 3 },
    passives: ['Legend'],
    equippedSkills: ['WaterGun'],
    masteredSkills: ['WaterGun', 'IceMissile'],
    hp: 500.5,
    stomach: 150,
  }),
  instanceId: '00000000-00000000-00000000-00000000',
  ...overrides,
});

const anEgg = (character: SaveCharacter | null, characterId = 'Penguin'): SaveStack => ({
  itemId: 'PalEgg_Ice_02',
  count: 1,
  dynamic: { id: ID, itemId: 'PalEgg_Ice_02', body: { kind: 'egg', characterId, character } },
});

const inChest = (stack: SaveStack): SaveEdit => ({
  kind: 'itemContainer',
  containerId: CHEST,
  slots: new Map([[1, stack]]),
});

for (const era of SAVE_ERAS) {
  test(`${era}: an egg holds a rolled Pal, which changes and hatches into its species alone`, async () => {
    const before = await anOpenSave(era);
    const laid = await edited(before, [inChest(anEgg(aChick()))]);
    assert.deepEqual(laid.save.dynamicItems.at(-1), anEgg(aChick()).dynamic);
    const same = await edited(laid, [inChest(anEgg(aChick()))]);
    assert.deepEqual(same.changed, []);
    const lucky = anEgg(
      aChick({ isRare: true, passives: [], masteredSkills: [], gender: 'None', stomach: 100 }),
    );
    const changed = await edited(laid, [inChest(lucky)]);
    assert.deepEqual(changed.save, {
      ...laid.save,
      dynamicItems: [...before.save.dynamicItems, lucky.dynamic],
    });
    const unrolled = await edited(changed, [inChest(anEgg(null))]);
    assert.deepEqual(unrolled.save.dynamicItems.at(-1), anEgg(null).dynamic);
    const anubis = anEgg(aChick({ characterId: 'Anubis' }), 'Anubis');
    const swapped = await edited(unrolled, [inChest(anubis)]);
    assert.deepEqual(swapped.save.dynamicItems.at(-1), anubis.dynamic);
  });

  test(`${era}: an egg of the save that holds more than ours may moves with all it holds`, async () => {
    const world = twoPlayersOneCamp(era);
    const odd = anEgg(aChick({ level: 5, nickname: 'Pingu' }));
    assert.ok(odd.dynamic);
    world.dynamicItems.push(odd.dynamic);
    const [chest] = world.itemContainers;
    assert.ok(chest);
    chest.slots = [{ index: 0, itemId: odd.itemId, count: 1, dynamicId: ID }];
    const before = await anOpenSave(era, world);
    const slots = new Map([
      [0, null],
      [1, odd],
    ]);
    const moved = await edited(before, [{ kind: 'itemContainer', containerId: CHEST, slots }]);
    assert.deepEqual(moved.save.dynamicItems, before.save.dynamicItems);
    const grown = anEgg(aChick({ level: 6, nickname: 'Pingu' }));
    await assert.rejects(edited(moved, [inChest(grown)]), /cannot hold the level 6/);
  });

  test(`${era}: what no egg was seen to hold is refused`, async () => {
    const before = await anOpenSave(era);
    const refused: [RegExp, SaveStack][] = [
      [/cannot hold the level 2 /, anEgg(aChick({ level: 2 }))],
      [/cannot hold the nickname "Pingu"/, anEgg(aChick({ nickname: 'Pingu' }))],
      [
        /cannot hold the souls/,
        anEgg(aChick({ souls: { health: 1, attack: 0, defense: 0, craftSpeed: 0 } })),
      ],
      [/cannot hold the slot/, anEgg(aChick({ slot: { containerId: CHEST, index: 0 } }))],
      [/the egg of Penguin holds a Anubis/, anEgg(aChick({ characterId: 'Anubis' }))],
      [/no species/, anEgg(null, '')],
    ];
    for (const [message, stack] of refused)
      await assert.rejects(edited(before, [inChest(stack)]), { name: 'SaveEditError', message });
  });
}
