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
  type OpenedSave,
  twoPlayersOneCamp,
} from '../testing/index.ts';
import type { AddPalEdit, ChangeCharacterEdit, SaveEdit } from './save-edit.ts';

const [ZOE, FURY, GUILD, TEAM, WORKERS, PALBOX] = [11, 12, 20, 40, 41, 42].map(aGuid) as [
  SaveGuid,
  SaveGuid,
  SaveGuid,
  SaveGuid,
  SaveGuid,
  SaveGuid,
];
const [ZOE_BODY, WORKER, NEW_PAL] = [101, 103, 500].map(aGuid) as [SaveGuid, SaveGuid, SaveGuid];

const ROWS = ['最大HP', '最大SP', '攻撃力', '所持重量', '捕獲率', '作業速度'];
const EXTRA_ROWS = ROWS.filter((name) => name !== '捕獲率');
const rows = (names: string[]) => names.map((name) => ({ name, points: 0 }));

/** The sample world with a Palbox for Zoe, with Fury in his own guild. */
function aWorld(era: SaveEra): SaveWorld {
  const world = twoPlayersOneCamp(era);
  const furys = { id: aGuid(25), type: 'Guild', groupName: '', handles: [] };
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

const aPal = (overrides: Partial<SaveCharacter> = {}): SaveCharacter =>
  aCharacter({
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
  });

const add = (overrides: Partial<SaveCharacter> = {}): AddPalEdit => ({
  kind: 'addPal',
  pal: aPal(overrides),
});
const change = (instanceId: SaveGuid, fields: ChangeCharacterEdit['fields']): ChangeCharacterEdit => ({
  kind: 'changeCharacter',
  instanceId,
  fields,
});
const remove = (instanceId: SaveGuid): SaveEdit => ({ kind: 'removePal', instanceId });

/** An added Pal as it is read back. */
function stored(era: SaveEra, pal: SaveCharacter): SaveCharacter {
  const character = { ...pal, groupId: GUILD, statusPoints: rows(ROWS) };
  if (era === 'A') return { ...character, maxHp: pal.hp, maxStomach: pal.stomach };
  return { ...character, extraStatusPoints: rows(EXTRA_ROWS) };
}

function withSlots(
  { save }: OpenedSave,
  changes: Record<SaveGuid, Record<number, SaveGuid | null>>,
  era: SaveEra,
): SaveWorld['characterContainers'] {
  return save.characterContainers.map((container) => {
    const slots = new Map(container.slots.map((slot) => [slot.index, slot.instanceId]));
    for (const [index, instanceId] of Object.entries(changes[container.id] ?? {})) {
      if (instanceId !== null) slots.set(Number(index), instanceId);
      else if (era === 'A') slots.set(Number(index), ZERO_GUID);
      else slots.delete(Number(index));
    }
    const sorted = [...slots].sort(([one], [other]) => one - other);
    return { ...container, slots: sorted.map(([index, instanceId]) => ({ index, instanceId })) };
  });
}

const withHandles = (
  { save }: OpenedSave,
  id: SaveGuid,
  edit: (handles: SaveWorld['groups'][0]['handles']) => unknown,
) =>
  save.groups.map((group) =>
    group.id === id ? { ...group, handles: edit(group.handles) as typeof group.handles } : group,
  );

const gvasOf = ({ files }: OpenedSave) => files.get('Level.sav')?.gvas as Buffer;

for (const era of SAVE_ERAS) {
  test(`${era}: a new Pal has its record, its slot and its handle; removed, the save is as before`, async () => {
    const before = await open(era);
    const after = await edited(before, [add()]);
    assert.deepEqual(after.save, {
      ...before.save,
      characters: [...before.save.characters, stored(era, aPal())],
      characterContainers: withSlots(before, { [PALBOX]: { 1: NEW_PAL } }, era),
      groups: withHandles(before, GUILD, (handles) => [
        ...handles,
        { playerUid: ZERO_GUID, instanceId: NEW_PAL },
      ]),
    });
    const again = await edited(after, [remove(NEW_PAL)]);
    assert.ok(gvasOf(again).equals(gvasOf(before)));
  });

  test(`${era}: a slot that names a removed Pal is free`, async () => {
    const before = await open(era);
    const slot = { containerId: TEAM, index: 0 };
    const after = await edited(before, [add({ slot })]);
    assert.deepEqual(after.save.characterContainers, withSlots(before, { [TEAM]: { 0: NEW_PAL } }, era));
    assert.deepEqual(after.save.characters.at(-1), stored(era, aPal({ slot })));
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

  test(`${era}: every field of a Pal changes, and changes back to the bytes of before`, async () => {
    const before = await open(era);
    const worker = before.save.characters.find(({ instanceId }) => instanceId === WORKER) as SaveCharacter;
    const fields = {
      characterId: 'Anubis',
      uniqueNpcId: 'Boss',
      nickname: 'ゾーイの友',
      gender: 'Male',
      level: 33,
      exp: 123_456,
      rank: 5,
      rankUpExp: 7,
      souls: { health: 20, attack: 19, defense: 18, craftSpeed: 17 },
      ivs: { health: 100, attackMelee: 0, attackShot: 99, defense: 98 },
      isRare: true,
      isAwakened: true,
      isImported: true,
      passives: ['Legend'],
      equippedSkills: ['RockLance'],
      masteredSkills: ['SandTornado'],
      hp: 0.5,
      shield: 12.25,
      stomach: 99.5,
      sanity: 1.5,
      physicalHealth: 'MinorInjury',
      workerSick: 'Cold',
      friendshipPoints: -5,
      statusPoints: [
        { name: '最大HP', points: 3 },
        { name: '攻撃力', points: 1 },
      ],
      extraStatusPoints: [{ name: '最大SP', points: 1 }],
      unusedStatusPoints: 65_535,
      extraWorkSuitabilities: [{ suitability: 'Cool', rank: 3 }],
      disabledWork: [],
      allowBaseCampBattle: true,
      skinId: 'Anubis_Skin001',
    } as const satisfies ChangeCharacterEdit['fields'] as unknown as ChangeCharacterEdit['fields'];
    const after = await edited(before, [change(WORKER, fields)]);
    const characters = before.save.characters.map((one) =>
      one.instanceId === WORKER ? { ...one, ...fields } : one,
    );
    assert.deepEqual(after.save, { ...before.save, characters });
    const { instanceId, playerUid, isPlayer, groupId, slot, ownerPlayerUid, ...all } = worker;
    const back = await edited(after, [change(WORKER, all)]);
    const statusPoints = [...worker.statusPoints, { name: '攻撃力', points: 0 }];
    const extraStatusPoints = [{ name: '最大SP', points: 0 }];
    const same = before.save.characters.map((one) =>
      one.instanceId === WORKER ? { ...one, statusPoints, extraStatusPoints } : one,
    );
    assert.deepEqual(back.save, { ...before.save, characters: same });
  });

  test(`${era}: a level with its points appears on a player, and goes without a trace`, async () => {
    const before = await open(era);
    const grown = { level: 2, exp: 100, unusedStatusPoints: 1 };
    const after = await edited(before, [change(ZOE_BODY, grown)]);
    const characters = before.save.characters.map((one) =>
      one.instanceId === ZOE_BODY ? { ...one, ...grown } : one,
    );
    assert.deepEqual(after.save, { ...before.save, characters });
    const back = await edited(after, [change(ZOE_BODY, { level: 1, exp: 0, unusedStatusPoints: 0 })]);
    assert.ok(gvasOf(back).equals(gvasOf(before)));
  });

  test(`${era}: two Pals swap their slots`, async () => {
    const before = await edited(await open(era), [add()]);
    const swapped = await edited(before, [
      change(NEW_PAL, { slot: { containerId: WORKERS, index: 0 } }),
      change(WORKER, { slot: { containerId: PALBOX, index: 1 } }),
    ]);
    assert.deepEqual(
      swapped.save.characterContainers,
      withSlots(before, { [PALBOX]: { 1: WORKER }, [WORKERS]: { 0: NEW_PAL } }, era),
    );
    const places = new Map(swapped.save.characters.map((one) => [one.instanceId, one.slot]));
    assert.deepEqual(places.get(WORKER), { containerId: PALBOX, index: 1 });
    assert.deepEqual(places.get(NEW_PAL), { containerId: WORKERS, index: 0 });
  });

  test(`${era}: a Pal that changes its owner changes its guild`, async () => {
    const before = await edited(await open(era), [add()]);
    const after = await edited(before, [change(NEW_PAL, { ownerPlayerUid: FURY })]);
    const pal = after.save.characters.at(-1);
    assert.equal(pal?.ownerPlayerUid, FURY);
    assert.equal(pal?.groupId, aGuid(25));
    assert.deepEqual(after.save.groups.find(({ id }) => id === aGuid(25))?.handles, [
      { playerUid: ZERO_GUID, instanceId: NEW_PAL },
    ]);
    assert.ok(
      !after.save.groups.find(({ id }) => id === GUILD)?.handles.some((one) => one.instanceId === NEW_PAL),
    );
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
    assert.deepEqual(moved.save.characterContainers, withSlots(before, { [PALBOX]: { 2: aGuid(503) } }, era));
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
