import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '../format/guid.ts';
import type { SaveCharacter, SaveGuid, SaveWorld } from '../format/save-types.ts';
import { SAVE_ERAS, type SaveEra } from '../format/save-types.ts';
import {
  aCharacter,
  aGuid,
  anOpenSave,
  edited,
  editedWorld,
  guids,
  levelOf,
  type OpenedSave,
  twoPlayersOneCamp,
} from '../testing/index.ts';
import type { AddPalEdit, ChangeCharacterEdit, SaveEdit } from './edits.ts';

const [ZOE, FURY, GUILD, TEAM, WORKERS, PALBOX] = guids(11, 12, 20, 40, 41, 42);
const [ZOE_BODY, WORKER, NEW_PAL] = guids(101, 103, 500);

/** The sample world with a Palbox for Zoe, with Fury in his own guild. */
function aWorld(era: SaveEra): SaveWorld {
  const world = twoPlayersOneCamp(era);
  const furys = { id: aGuid(25), type: 'Guild', handles: [] };
  const members = [{ uid: FURY, name: 'Fury', lastOnlineTicks: 0n, role: 0 }];
  const guild = { name: 'フューリー', baseCampLevel: 1, campIds: [], adminUid: FURY, members };
  const handles = [{ playerUid: ZERO_GUID, instanceId: WORKER }];
  const groups = world.groups.map((group) =>
    group.id === GUILD ? { ...group, handles: [...group.handles, ...handles] } : group,
  );
  return {
    ...world,
    groups: [...groups, { ...furys, guild }],
    characterContainers: [...world.characterContainers, { id: PALBOX, capacity: 3, slots: [] }],
  };
}

const open = (era: SaveEra): Promise<OpenedSave> => anOpenSave(era, aWorld(era));

const add = (overrides: Partial<SaveCharacter> = {}): AddPalEdit => ({
  kind: 'addPal',
  pal: aCharacter({
    instanceId: NEW_PAL,
    ownerPlayerUid: ZOE,
    characterId: 'BOSS_Anubis',
    nickname: 'アヌビス',
    gender: 'Male',
    level: 21,
    exp: 9000,
    rank: 3,
    rankUpExp: 2,
    souls: { health: 1, attack: 2, defense: 3, craftSpeed: 4 },
    ivs: { health: 90, attackMelee: 0, attackShot: 80, defense: 70 },
    isRare: true,
    passives: ['Rare', 'Legend'],
    equippedSkills: ['RockLance', 'Unique_Anubis_LowRoundKick'],
    masteredSkills: ['SandTornado'],
    hp: 2345.5,
    stomach: 350,
    slot: { containerId: PALBOX, index: 1 },
    extraWorkSuitabilities: [{ suitability: 'Mining', rank: 2 }],
    ...overrides,
  }),
});
const change = (instanceId: SaveGuid, fields: ChangeCharacterEdit['fields']): ChangeCharacterEdit => ({
  kind: 'changeCharacter',
  instanceId,
  fields,
});
const remove = (instanceId: SaveGuid): SaveEdit => ({ kind: 'removePal', instanceId });

for (const era of SAVE_ERAS) {
  test(`${era}: once a new Pal is removed, the save is as before`, async () => {
    const before = await open(era);
    const after = await edited(before, [add()]);
    assert.deepEqual(after.save, editedWorld(before.save, [add()]));
    const again = await edited(after, [remove(NEW_PAL)]);
    assert.ok(levelOf(again.files).equals(levelOf(before.files)));
  });

  test(`${era}: a slot that names a removed Pal is free`, async () => {
    const before = await open(era);
    const edits = [add({ slot: { containerId: TEAM, index: 0 } })];
    assert.deepEqual((await edited(before, edits)).save, editedWorld(before.save, edits));
  });

  test(`${era}: Pals of one owner bear the same uid in their keys`, async () => {
    const world = aWorld(era);
    const host = aCharacter({
      instanceId: aGuid(501),
      playerUid: ZOE,
      ownerPlayerUid: ZOE,
      characterId: 'Anubis',
    });
    const before = await anOpenSave(era, { ...world, characters: [...world.characters, host] });
    const after = await edited(before, [add()]);
    assert.equal(after.save.characters.at(-1)?.playerUid, ZOE);
  });

  test(`${era}: fields of a Pal that no grant changes change, and change back`, async () => {
    const before = await open(era);
    const worker = before.save.characters.find(({ instanceId }) => instanceId === WORKER) as SaveCharacter;
    const edit = change(WORKER, {
      uniqueNpcId: 'Boss',
      isImported: true,
      workerSick: 'Cold',
      statusPoints: [
        { name: '最大HP', points: 3 },
        { name: '攻撃力', points: 1 },
      ],
      extraStatusPoints: [{ name: '最大SP', points: 1 }],
      extraWorkSuitabilities: [{ suitability: 'Cool', rank: 3 }],
    });
    const after = await edited(before, [edit]);
    assert.deepEqual(after.save, editedWorld(before.save, [edit]));
    const { instanceId, playerUid, isPlayer, groupId, slot, ownerPlayerUid, ...all } = worker;
    const back = await edited(after, [change(WORKER, all)]);
    const statusPoints = [...worker.statusPoints, { name: '攻撃力', points: 0 }];
    const extraStatusPoints = [{ name: '最大SP', points: 0 }];
    const same = change(WORKER, { ...all, statusPoints, extraStatusPoints });
    assert.deepEqual(back.save, editedWorld(before.save, [same]));
  });

  test(`${era}: a level with its points appears on a player, and goes without a trace`, async () => {
    const before = await open(era);
    const grown = change(ZOE_BODY, { level: 2, exp: 100, unusedStatusPoints: 1 });
    const after = await edited(before, [grown]);
    assert.deepEqual(after.save, editedWorld(before.save, [grown]));
    const back = await edited(after, [change(ZOE_BODY, { level: 1, exp: 0, unusedStatusPoints: 0 })]);
    assert.ok(levelOf(back.files).equals(levelOf(before.files)));
  });

  test(`${era}: a Pal that changes its owner changes its guild`, async () => {
    const before = await edited(await open(era), [add()]);
    const sold = change(NEW_PAL, { ownerPlayerUid: FURY });
    const after = await edited(before, [sold]);
    assert.deepEqual(after.save, editedWorld(before.save, [sold]));
    assert.equal(after.save.characters.at(-1)?.groupId, aGuid(25));
    const workerNow = await edited(after, [change(NEW_PAL, { ownerPlayerUid: ZERO_GUID })]);
    assert.equal(workerNow.save.characters.at(-1)?.ownerPlayerUid, ZERO_GUID);
  });

  test(`${era}: a Pal whose container is lost moves out of it, and can be removed`, async () => {
    const world = aWorld(era);
    const slot = { containerId: aGuid(998), index: 3 };
    const pal = aCharacter({ instanceId: aGuid(503), ownerPlayerUid: ZOE, characterId: 'Anubis', slot });
    const before = await anOpenSave(era, { ...world, characters: [...world.characters, pal] });
    const home = { containerId: PALBOX, index: 2 };
    const moved = await edited(before, [change(aGuid(503), { slot: home })]);
    assert.deepEqual(moved.save.characters.at(-1)?.slot, home);
    const box = moved.save.characterContainers.find(({ id }) => id === PALBOX);
    assert.deepEqual(
      box?.slots.filter(({ instanceId }) => instanceId !== ZERO_GUID),
      [{ index: 2, instanceId: aGuid(503) }],
    );
    const removed = await edited(before, [remove(aGuid(503))]);
    assert.equal(removed.save.characters.length, world.characters.length);
  });

  test(`${era}: a Pal that a second slot names is not removed`, async () => {
    const world = aWorld(era);
    const twice = world.characterContainers.map((container) =>
      container.id === TEAM ? { ...container, slots: [{ index: 0, instanceId: WORKER }] } : container,
    );
    const before = await anOpenSave(era, { ...world, characterContainers: twice });
    await assert.rejects(
      edited(before, [remove(WORKER)]),
      /CharacterContainerSaveData of Level.sav still names it/,
    );
  });

  test(`${era}: what a save does not allow with Pals is refused`, async () => {
    const before = await open(era);
    const refused: [RegExp, SaveEdit[]][] = [
      [/in no guild/, [add({ ownerPlayerUid: aGuid(999) })]],
      [/slot 3 does not exist/, [add({ slot: { containerId: PALBOX, index: 3 } })]],
      [/slot 0 .* has a Pal already/, [add({ slot: { containerId: WORKERS, index: 0 } })]],
      [/has a Pal already/, [add(), add({ instanceId: aGuid(502) })]],
      [/has a record .* already/, [add({ instanceId: WORKER })]],
      [/no container/, [add({ slot: { containerId: aGuid(999), index: 0 } })]],
      [/needs an owner and a slot/, [add({ slot: null })]],
      [/is a player/, [add({ isPlayer: true })]],
      [/Level of BOSS_Anubis cannot be/, [add({ level: 2 ** 40 })]],
      [/cannot hold None/, [add({ equippedSkills: ['None'] })]],
      [/no character/, [change(aGuid(999), { level: 2 })]],
      [/ゾーイ is a player/, [change(ZOE_BODY, { ownerPlayerUid: FURY })]],
      [/must be in a container/, [change(WORKER, { slot: null })]],
      [/no character/, [remove(aGuid(999))]],
      [/ゾーイ is a player/, [remove(ZOE_BODY)]],
    ];
    if (era !== 'A') {
      refused.push(
        [/UnusedStatusPoint of ゾーイ cannot be 65536/, [change(ZOE_BODY, { unusedStatusPoints: 65_536 })]],
        [/Level of ゾーイ cannot be 256/, [change(ZOE_BODY, { level: 256 })]],
        [/only saves of 2024/, [change(WORKER, { maxHp: 5 })]],
      );
    }
    for (const [message, edits] of refused)
      await assert.rejects(edited(before, edits), { name: 'SaveEditError', message });
  });
}
