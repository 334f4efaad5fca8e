import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runs } from '@palatine/platform/testing';
import fc from 'fast-check';
import { ZERO_GUID } from '../format/guid.ts';
import type { SaveCharacter, SaveDynamicItem, SaveGuid, SaveWorld } from '../format/save-types.ts';
import { SAVE_ERAS, type SaveEra } from '../format/save-types.ts';
import {
  aCharacter,
  aGuid,
  anOpenSave,
  containerHeader,
  edited,
  editedWorld,
  guids,
  twoPlayersOneCamp,
  ZOE,
} from '../testing/index.ts';
import type { AddPalEdit, ChangeCharacterEdit, PlayerFileEdit, SaveEdit, SaveStack } from './edits.ts';
import { patchSave } from './patch-save.ts';

const [PLAYER, CHEST, WORKERS, PALBOX] = guids(11, 50, 41, 42);
const [ZOE_BODY, WORKER] = guids(101, 103);
const SLOTS = 6;

/** The sample world with room: a larger chest, a Palbox, and the worker among the handles of its guild. */
function aRoomyWorld(era: SaveEra): SaveWorld {
  const world = twoPlayersOneCamp(era);
  const [chest] = world.itemContainers;
  const [guild, ...groups] = world.groups;
  assert.ok(chest && guild);
  return {
    ...world,
    itemContainers: [{ ...chest, capacity: SLOTS }],
    characterContainers: [...world.characterContainers, { id: PALBOX, capacity: SLOTS, slots: [] }],
    groups: [
      { ...guild, handles: [...guild.handles, { playerUid: ZERO_GUID, instanceId: WORKER }] },
      ...groups,
    ],
  };
}

const id = fc.constantFrom('Wood', 'SheepBall', 'BOSS_Anubis', 'パル', '__proto__');
const text = fc.constantFrom('', 'Zoe', 'ゾーイ', 'Zoë', 'x'.repeat(200), '👍');
const f32 = fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 1 : value));
const points = fc.integer({ min: 1, max: 10_000_000 }).map((thousandths) => thousandths / 1000);
const byte = fc.nat({ max: 255 });
const soul = fc.nat({ max: 20 });
const few = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 3 });
const all = <T>(fields: { [Key in keyof T]: fc.Arbitrary<T[Key]> }) =>
  fc.record(fields, { noNullPrototype: true });
const technology = fc.constantFrom('Workbench', 'WORKBENCH', 'Bed', 'BED', 'パル', 'Chest');

const anyState = (dynamicId: SaveGuid): fc.Arbitrary<SaveDynamicItem> =>
  fc.oneof(
    f32.map((durability) => ({
      id: dynamicId,
      itemId: 'ClothArmor',
      body: { kind: 'armor' as const, durability },
    })),
    fc.tuple(f32, fc.integer(), few(id)).map(([durability, bullets, passives]) => ({
      id: dynamicId,
      itemId: 'WeakerBow',
      body: { kind: 'weapon' as const, durability, bullets, passives, ammoItemId: 'None' },
    })),
    id.map((characterId) => ({
      id: dynamicId,
      itemId: 'PalEgg_Ice_01',
      body: { kind: 'egg' as const, characterId, character: null },
    })),
  );

/** A new content of a slot; items with a state are new ones. */
const anyStack = (dynamicId: SaveGuid): fc.Arbitrary<SaveStack | null> =>
  fc.oneof(
    fc.constant(null),
    fc
      .tuple(fc.constantFrom('Wood', 'Stone', 'パル'), fc.integer({ min: 1, max: 2 ** 31 - 1 }))
      .map(([itemId, count]) => ({ itemId, count, dynamic: null })),
    anyState(dynamicId).map((dynamic) => ({ itemId: dynamic.itemId, count: 1, dynamic })),
  );

const anyChestEdit = (round: number): fc.Arbitrary<SaveEdit> =>
  fc
    .uniqueArray(fc.nat({ max: SLOTS - 1 }), { maxLength: SLOTS })
    .chain((indexes) =>
      fc.tuple(
        ...indexes.map((index) =>
          anyStack(aGuid(2000 + round * 100 + index)).map((stack) => [index, stack] as const),
        ),
      ),
    )
    .map((slots) => ({ kind: 'itemContainer', containerId: CHEST, slots: new Map(slots) }));

const anyFields: fc.Arbitrary<ChangeCharacterEdit['fields']> = fc.record(
  {
    characterId: id,
    nickname: text,
    gender: fc.constantFrom('None' as const, 'Male' as const, 'Female' as const),
    level: fc.integer({ min: 1, max: 255 }),
    exp: fc.nat({ max: 2 ** 31 - 1 }),
    rank: fc.integer({ min: 1, max: 5 }),
    rankUpExp: fc.nat({ max: 65_535 }),
    souls: all({ health: soul, attack: soul, defense: soul, craftSpeed: soul }),
    ivs: all({ health: byte, attackMelee: fc.constant(0), attackShot: byte, defense: byte }),
    isRare: fc.boolean(),
    isAwakened: fc.boolean(),
    passives: few(id),
    equippedSkills: few(id),
    masteredSkills: few(id),
    hp: points,
    shield: points,
    stomach: f32,
    sanity: f32,
    physicalHealth: fc.constantFrom('Healthful', 'MinorInjury'),
    friendshipPoints: fc.integer(),
    unusedStatusPoints: fc.nat({ max: 65_535 }),
    disabledWork: few(id),
    allowBaseCampBattle: fc.boolean(),
    skinId: fc.constantFrom('', 'Anubis_Skin001'),
  },
  { requiredKeys: [], noNullPrototype: true },
);

const change = (instanceId: SaveGuid, fields: ChangeCharacterEdit['fields']): SaveEdit => ({
  kind: 'changeCharacter',
  instanceId,
  fields,
});

const anyChange = (instanceId: SaveGuid) => anyFields.map((fields) => change(instanceId, fields));

const anyPal = (number: number): fc.Arbitrary<AddPalEdit> =>
  anyFields.map((fields) => {
    const pal: SaveCharacter = {
      ...aCharacter({ characterId: 'Anubis' }),
      ...fields,
      instanceId: aGuid(3000 + number),
      ownerPlayerUid: PLAYER,
      slot: { containerId: PALBOX, index: number },
    };
    return { kind: 'addPal', pal };
  });

const anyPlayerEdit = (era: SaveEra): fc.Arbitrary<PlayerFileEdit> =>
  fc
    .record(
      {
        technologies: fc.uniqueArray(technology, { maxLength: 4 }),
        technologyPoints: fc.nat({ max: 2 ** 31 - 1 }),
        ancientTechnologyPoints: fc.nat({ max: 5 }),
        relics: fc
          .tuple(
            fc.constantFrom(...(era === 'D' ? ['CapturePower', 'SwimSpeed'] : ['CapturePower'])),
            fc.nat({ max: 9 }),
          )
          .map(([type, count]) => ({ [type]: count })),
      },
      { requiredKeys: [], noNullPrototype: true },
    )
    .map((edit) => ({ kind: 'playerFile', file: ZOE, ...edit }));

/** Two rounds: the second edits what the first has written, and removes a Pal. */
const anyRounds = (era: SaveEra): fc.Arbitrary<[SaveEdit[], SaveEdit[]]> =>
  fc
    .record({
      chests: fc.tuple(anyChestEdit(0), anyChestEdit(1)),
      pals: fc.tuple(anyPal(0), anyPal(1)),
      worker: anyChange(WORKER),
      player: fc.tuple(anyPlayerEdit(era), anyPlayerEdit(era)),
      added: anyChange(aGuid(3000)),
      body: fc.integer({ min: 1, max: 80 }),
      moves: fc.boolean(),
    })
    .map(({ chests, pals, worker, player, added, body, moves }) => {
      const grown = change(ZOE_BODY, { level: body, exp: body * 7 });
      const swap = [
        change(WORKER, { slot: { containerId: PALBOX, index: 1 } }),
        change(aGuid(3000), { slot: { containerId: WORKERS, index: 0 } }),
      ];
      const removal: SaveEdit = { kind: 'removePal', instanceId: aGuid(3001) };
      return [
        [chests[0], ...pals, worker, player[0]],
        [added, chests[1], grown, player[1], ...(moves ? swap : []), removal],
      ];
    });

for (const era of SAVE_ERAS) {
  test(`${era}: every edit is read back, twice in a row, and nothing else`, async () => {
    const before = await anOpenSave(era, aRoomyWorld(era));
    await fc.assert(
      fc.asyncProperty(anyRounds(era), async ([first, second]) => {
        const once = await edited(before, first);
        assert.deepEqual(once.save, editedWorld(before.save, first));
        const twice = await edited(once, second);
        assert.deepEqual(twice.save, editedWorld(once.save, second));
        const again = await edited(twice, []);
        assert.deepEqual(again.changed, []);
      }),
      runs(10),
    );
  });
}

test('a Level.sav with the head of Game Pass is not edited, and a player file beside it is', async () => {
  const { files } = await anOpenSave('D');
  const level = files.get('Level.sav');
  assert.ok(level);
  const packed = Buffer.concat([containerHeader('CNK0', 1, 1), level.packed]);
  const ofGamePass = new Map(files).set('Level.sav', { ...level, packed });
  const context = { newId: () => aGuid(999), nowMs: 0 };
  const slots = new Map([[0, { itemId: 'Wood', count: 7, dynamic: null }]]);
  assert.throws(
    () => patchSave(ofGamePass, [{ kind: 'itemContainer', containerId: CHEST, slots }], context),
    {
      name: 'SaveEditError',
      message:
        /^Level\.sav begins with the CNK head of a Game Pass save, .* without its first 12 bytes: cut them off/,
    },
  );
  const points = patchSave(ofGamePass, [{ kind: 'playerFile', file: ZOE, technologyPoints: 7 }], context);
  const paths = points.map(({ path }) => path);
  assert.deepEqual(paths, [ZOE]);
});
