import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '@palatine/contract';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import {
  aSaveBody,
  aSaveCamp,
  aSaveFile,
  aSaveGuild,
  aSaveObject,
  aSavePal,
  imported,
  importedZoe,
  NO_SAVE_RECORDS,
  NOW_MS,
} from '../testing/save-builder.ts';
import { aGuid, aWorld } from '../testing/world-builder.ts';

test('a world takes its name from the save, or is called an imported world', () => {
  assert.deepEqual(imported({ worldName: 'Isle' }).info, {
    name: 'Isle',
    origin: 'save',
    createdAtMs: NOW_MS,
    seed: 7,
  });
  assert.equal(imported({ worldName: '' }).info.name, 'Imported world');
});

test('the journal holds every imported record, ready to be stored', () => {
  const world = imported({ characters: [aSaveBody(aGuid())] });
  const tables = world.pendingChanges().map(({ table }) => table);
  assert.deepEqual(tables, ['accounts', 'characters']);
});

test('camps are in the order of their guild, and one without a guild is kept', () => {
  const [first, second, orphan] = [aSaveCamp(), aSaveCamp(), aSaveCamp({ guildId: aGuid() })];
  const guild = aSaveGuild([], { campIds: [second.id, aGuid(), first.id] });
  const world = imported({ groups: [guild], camps: [orphan, first, second] });
  const camps = [...world.camps.values()].map(({ id, guildId }) => [id, guildId]);
  assert.deepEqual(camps, [
    [second.id, guild.id],
    [first.id, guild.id],
    [orphan.id, ZERO_GUID],
  ]);
});

test('only referenced containers are imported, with the state of single items inside', () => {
  const [common, unowned, sword, egg] = [aGuid(), aGuid(), aGuid(), aGuid()];
  const zoe = aSaveBody(aGuid());
  const file = aSaveFile(zoe);
  file.inventory = { ...file.inventory, common, essential: aGuid() };
  const unhatched = aSavePal({ instanceId: ZERO_GUID });
  const world = imported({
    characters: [zoe],
    players: [file],
    itemContainers: [
      {
        id: common,
        capacity: 42,
        storedSlots: 4,
        slots: [
          { index: 0, count: 12, itemId: 'wood', dynamicId: ZERO_GUID },
          { index: 3, count: 1, itemId: 'Bow', dynamicId: sword },
          { index: 4, count: 1, itemId: 'PalEgg_Normal_01', dynamicId: egg },
          { index: 5, count: 1, itemId: 'Bow', dynamicId: aGuid() },
        ],
      },
      { id: unowned, capacity: 3, storedSlots: 0, slots: [] },
    ],
    dynamicItems: [
      {
        id: sword,
        itemId: 'Bow',
        body: { kind: 'weapon', durability: 9, bullets: 2, passives: [], ammoItemId: 'None' },
      },
      {
        id: egg,
        itemId: 'PalEgg_Normal_01',
        body: { kind: 'egg', characterId: 'anubis', character: unhatched },
      },
    ],
  });

  const ids = [...world.containers.values()].map(({ id }) => id);
  assert.deepEqual(ids, [common]);
  const player = world.players.get(zoe.playerUid);
  assert.equal(player?.inventory.Items, common);
  assert.equal(player?.inventory.KeyItems, null);
  const slots = world.containers.get(common)?.slots ?? {};
  assert.deepEqual(slots[0], { itemId: 'Wood', count: 12 });
  assert.deepEqual(slots[3]?.instance, {
    kind: 'weapon',
    id: sword,
    durability: 9,
    bullets: 2,
    passives: [],
  });
  assert.equal(slots[4]?.instance?.kind === 'egg' && slots[4].instance.species, 'Anubis');
  assert.equal(slots[5]?.instance, undefined);
});

test('a container belongs to the first that refers to it', () => {
  const shared = aGuid();
  const [zoe, lily] = [aSaveBody(aGuid()), aSaveBody(aGuid())];
  const files = [zoe, lily].map((body) => {
    const file = aSaveFile(body, { teamContainerId: shared, palboxContainerId: shared });
    return { ...file, inventory: { ...file.inventory, common: shared, food: shared } };
  });
  const world = imported({
    characters: [zoe, lily],
    players: files,
    itemContainers: [{ id: shared, capacity: 1, storedSlots: 0, slots: [] }],
    characterContainers: [{ id: shared, capacity: 5, slots: [] }],
  });

  const [first, second] = [...world.players.values()];
  assert.deepEqual(
    [first?.inventory.Items, first?.inventory.Food, second?.inventory.Items],
    [shared, null, null],
  );
  assert.deepEqual(first?.team, { containerId: shared, capacity: 5 });
  assert.deepEqual(first?.palbox, { containerId: ZERO_GUID, capacity: 960 });
  assert.deepEqual(second?.team, { containerId: ZERO_GUID, capacity: 5 });
});

test('the objects of a camp are imported as a deletion counts them, and those of the landscape after them', () => {
  const camp = aSaveCamp();
  const [chest, bench, treasure] = [aGuid(), aGuid(), aGuid()];
  const builderUid = aGuid();
  const inCamp = (mapObjectId: string, more: Parameters<typeof aSaveObject>[0] = {}) =>
    aSaveObject({ mapObjectId, campId: camp.id, builderUid, ...more });
  const world = imported({
    camps: [camp],
    itemContainers: [chest, bench, treasure].map((id) => ({ id, capacity: 2, storedSlots: 0, slots: [] })),
    mapObjects: [
      aSaveObject({
        mapObjectId: 'TreasureBox',
        spawnerId: aGuid(),
        itemContainer: { id: treasure, usage: 0 },
      }),
      aSaveObject({ mapObjectId: 'Workbench', builderUid, campId: aGuid() }), // of a camp that is not there
      inCamp('palboxv2'),
      inCamp('CommonDropItem3D'),
      inCamp('DefenseMinigun'),
      inCamp('DefenseWall_Wood'),
      inCamp('Rock', { spawnerId: aGuid() }),
      inCamp('ItemChest', { itemContainer: { id: chest, usage: 1 } }),
      inCamp('WorkBench', { itemContainer: { id: bench, usage: 0 } }),
      inCamp('ItemChest_02', { itemContainer: { id: aGuid(), usage: 1 } }),
    ],
  });
  const mapObjects = [...world.mapObjects.values()].map((object) => [
    object.objectId,
    object.campId === camp.id,
    object.class,
    object.natural,
    object.containerId,
    object.storage,
  ]);
  assert.deepEqual(mapObjects, [
    ['palboxv2', true, 'palbox', false, null, false],
    ['CommonDropItem3D', true, 'dropItem', false, null, false],
    ['DefenseMinigun', true, 'defense', false, null, false],
    ['DefenseWall_Wood', true, 'building', false, null, false],
    ['Rock', true, 'other', true, null, false],
    ['ItemChest', true, 'building', false, chest, true],
    ['WorkBench', true, 'building', false, bench, false],
    ['ItemChest_02', true, 'building', false, null, false],
    ['TreasureBox', false, 'other', true, treasure, false],
    ['Workbench', false, 'building', false, null, false],
  ]);
  const campIds = [...world.mapObjects.values()].slice(-2).map(({ campId }) => campId);
  assert.deepEqual(campIds, [ZERO_GUID, ZERO_GUID]);
  assert.equal(world.mapObjectsByCamp.keys(ZERO_GUID).size, 0);
});

test('an object has its rotation, its builder, whether it is finished and what it belongs to', () => {
  const [builderUid, egg] = [aGuid(), aGuid()];
  const ranch = aSaveObject({ yawDeg: -90.25, builderUid, isUnderConstruction: true });
  const world = imported({
    mapObjects: [
      aSaveObject({ instanceId: egg, ownerInstanceId: ranch.instanceId }),
      ranch,
      aSaveObject({ ownerInstanceId: aGuid() }), // of an object that is not there
    ],
  });
  const mapObjects = [...world.mapObjects.values()].map(
    ({ yawDeg, builderUid: by, underConstruction, ownerId }) => [yawDeg, by, underConstruction, ownerId],
  );
  assert.deepEqual(mapObjects, [
    [0, null, false, ranch.instanceId],
    [-90.25, builderUid, true, null],
    [0, null, false, null],
  ]);
  assert.deepEqual([...world.mapObjectsByOwner.keys(ranch.instanceId)], [egg]);
});

test('a booth holds the Pals in its container, unless the container is missing or has another owner', () => {
  const [booth, team] = [aGuid(), aGuid()];
  const zoe = aSaveBody(aGuid());
  const pal = aSavePal({ slot: { containerId: booth, index: 1 }, ownerPlayerUid: zoe.playerUid });
  const world = imported({
    characters: [zoe, pal],
    players: [aSaveFile(zoe, { teamContainerId: team })],
    characterContainers: [booth, team].map((id) => ({ id, capacity: 2, slots: [] })),
    mapObjects: [booth, booth, team, aGuid(), ZERO_GUID].map((characterContainerId) =>
      aSaveObject({ mapObjectId: 'PalBooth', characterContainerId }),
    ),
  });
  const booths = [...world.mapObjects.values()].map((object) => object.booth);
  assert.deepEqual(booths, [{ containerId: booth, capacity: 2 }, null, null, null, null]);
  assert.deepEqual(world.characters.get(pal.instanceId)?.place, { containerId: booth, slot: 1 });
});

test('of two objects with one container, the one in a camp has it', () => {
  const camp = aSaveCamp();
  const chest = aGuid();
  const itemContainer = { id: chest, usage: 1 };
  const world = imported({
    camps: [camp],
    itemContainers: [{ id: chest, capacity: 2, storedSlots: 0, slots: [] }],
    mapObjects: [aSaveObject({ itemContainer }), aSaveObject({ itemContainer, campId: camp.id })],
  });
  const mapObjects = [...world.mapObjects.values()].map(({ campId, containerId }) => [campId, containerId]);
  assert.deepEqual(mapObjects, [
    [camp.id, chest],
    [ZERO_GUID, null],
  ]);
});

const catalogue = loadCatalogue();

test('no player is in two guilds: the one their character names is used', () => {
  const [left, joined] = [aGuid(), aGuid()];
  const zoe = aSaveBody(aGuid(), { groupId: joined });
  const row = { uid: zoe.playerUid };
  const world = imported({
    characters: [zoe],
    groups: [aSaveGuild([row, {}], { id: left }), aSaveGuild([row, row], { id: joined })],
  });
  assert.equal(world.guilds.get(left)?.members.length, 1);
  const uids = world.guilds.get(joined)?.members.map(({ uid }) => uid);
  assert.deepEqual(uids, [zoe.playerUid]);
});

test('only groups of the type Guild are guilds', () => {
  const organization = { ...aSaveGuild([]), type: 'Organization' };
  assert.equal(imported({ groups: [organization] }).guilds.size, 0);
});

test('a mission is released by a tower boss any member has defeated, or by being under way', () => {
  const [lily, zoe] = [aSaveBody(aGuid()), aSaveBody(aGuid())];
  const records = { ...NO_SAVE_RECORDS, towerBossDefeatCount: { GrassBoss_Normal: 1, ForestBoss_Normal: 0 } };
  const guild = aSaveGuild([{ uid: lily.playerUid }, { uid: zoe.playerUid }]);
  const station = aSaveObject({
    guildId: guild.id,
    expedition: { missionId: 'DUNGEON_SNOW', state: 2, assigned: 1 },
  });
  const world = imported({
    characters: [lily, zoe],
    players: [aSaveFile(zoe, { records })],
    groups: [guild],
    mapObjects: [station],
  });
  assert.deepEqual(world.guilds.get(guild.id)?.expeditions.released, ['DUNGEON_GRASS', 'DUNGEON_SNOW']);
});

test('a guild has its chest and laboratory from the extra data', () => {
  const guild = aSaveGuild([{}]);
  const chest = aGuid();
  const [research] = catalogue.research.all();
  assert.ok(research);
  const world = imported({
    groups: [guild],
    itemContainers: [{ id: chest, capacity: 54, storedSlots: 0, slots: [] }],
    guildExtras: [
      {
        guildId: guild.id,
        chestContainerId: chest,
        researches: [{ id: research.id, workAmount: 5.5 }],
        currentResearchId: 'None',
        finishedExpeditions: 3,
      },
    ],
  });
  const { chestId, laboratory, expeditions } = world.guilds.get(guild.id) ?? {};
  assert.equal(chestId, chest);
  assert.deepEqual(laboratory, { currentResearch: '', workAmounts: { [research.id]: 5.5 } });
  assert.equal(expeditions?.finished, 3);
});

test('an imported world knows the facts of its save', () => {
  const [zoe, lily] = [aSaveBody(aGuid()), aSaveBody(aGuid())];
  const warning = { file: 'Level.sav', place: 'worldSaveData', message: 'something was passed over' };
  const { survey } = imported({
    characters: [zoe, lily],
    players: [aSaveFile(zoe)],
    savedAtMs: 86_400_000,
    revision: 100_427,
    inGameDay: 61,
    gameTicks: 615_900_000_000_009n,
    warnings: [{ ...warning, kind: 'UnknownType' }],
  });
  assert.deepEqual(survey, {
    savedAtMs: 86_400_000,
    gameBuild: 100_427,
    inGameDay: 61,
    inGameSeconds: 61_590_000,
    warnings: [{ ...warning, kind: 'UnknownType' }],
  });
});

test('a world that comes from no save has no survey', () => assert.equal(aWorld().survey, null));

test('a player with a file has discoveries: what is flagged, each once, effigies with the other relics', () => {
  const [zoe, lily] = [aSaveBody(aGuid()), aSaveBody(aGuid())];
  const discoveries = {
    fastTravelPoints: { AA: true, BB: false },
    effigies: { E1: true, E2: true },
    relicsByType: { capturepower: { E2: true, E3: true }, SwimSpeed: { S1: true }, JumpPower: { J1: false } },
    areas: Object.fromEntries([
      ['Grass_001', true],
      ['__proto__', true],
    ]),
    notes: { Day8: true },
    paldeck: { Sheepball: true, sheepball: true, Pal_Of_A_Mod: true },
  };
  const file = aSaveFile(zoe, { records: { ...NO_SAVE_RECORDS, discoveries } });
  const world = imported({ characters: [zoe, lily], players: [file] });
  assert.deepEqual(
    [...world.discoveries.values()],
    [
      {
        uid: zoe.playerUid,
        fastTravelPoints: ['AA'],
        relics: { CapturePower: ['E1', 'E2', 'E3'], SwimSpeed: ['S1'] },
        areas: ['Grass_001', '__proto__'],
        notes: ['Day8'],
        paldeck: ['Sheepball', 'Pal_Of_A_Mod'],
      },
    ],
  );
});

test('what saves do not hold of a Pal has a default', () => {
  const pal = aSavePal({ characterId: 'boss_anubis', skinId: 'None', allowBaseCampBattle: false });
  const modded = aSavePal({ characterId: 'Pal_Of_A_Mod', stomach: 321, maxSp: 50, mp: 5, shield: 6 });
  const world = imported({ characters: [pal, modded] });

  const character = world.characters.get(pal.instanceId);
  assert.ok(character);
  const { species, skinId, maxStomach, craftSpeed, support, disabledWork, ownerUid, place } = character;
  assert.deepEqual(
    { species, skinId, maxStomach, craftSpeed, support, disabledWork, ownerUid, place },
    {
      species: 'BOSS_Anubis',
      skinId: '',
      maxStomach: catalogue.pals.find('Anubis')?.stomach,
      craftSpeed: 70,
      support: 0,
      disabledWork: ['BaseCampBattle'],
      ownerUid: null,
      place: null,
    },
  );
  assert.equal('mp' in character || 'sp' in character || 'shield' in character, false);
  const { mp, sp, shield, maxStomach: full } = world.characters.get(modded.instanceId) ?? {};
  assert.deepEqual([mp, sp, shield, full], [5, 50, 6, 321]);
});

test('two Pals never share a slot: the second moves to the next free one', () => {
  const box = aGuid();
  const characters = [0, 0, 4, 4, -1, 1e12].map((index) => aSavePal({ slot: { containerId: box, index } }));
  const { world } = importedZoe({ teamContainerId: box }, { characters });
  const slots = characters.map(({ instanceId }) => world.characters.get(instanceId)?.place?.slot ?? null);
  assert.deepEqual(slots, [0, 1, 4, null, null, null]);
});

test('a box is as large as its highest Pal needs it to be', () => {
  const box = aGuid();
  const characters = [aSavePal({ slot: { containerId: box, index: 499 } })];
  const characterContainers = [{ id: box, capacity: 480, slots: [] }];
  const { player } = importedZoe({ palboxContainerId: box }, { characters, characterContainers });
  assert.deepEqual(player?.palbox, { containerId: box, capacity: 500 });
});

test('every body is an account, with or without a player file', () => {
  const zoe = aSaveBody(aGuid(), { nickname: 'Zoe' });
  const lily = aSaveBody(aGuid(), { nickname: 'Lily' });
  const file = aSaveFile(zoe, { location: { x: 1, y: 2, z: 3 }, lastOnlineAtMs: 5 });
  const world = imported({ characters: [zoe, lily, aSavePal()], players: [file] });

  assert.deepEqual(
    [...world.accounts.values()],
    [
      { uid: zoe.playerUid, name: 'Zoe', userId: '', platform: 'Steam', lastOnlineAtMs: 5 },
      { uid: lily.playerUid, name: 'Lily', userId: '', platform: '', lastOnlineAtMs: null },
    ],
  );
  assert.equal(world.players.size, 1);
  assert.deepEqual(world.locations.get(zoe.playerUid), { uid: zoe.playerUid, x: 1, y: 2, z: 3 });
  assert.equal(world.locations.get(lily.playerUid), undefined, 'nobody knows where she is');
});

test('a player file is used only when instance id and uid agree', () => {
  const zoe = aSaveBody(aGuid());
  const strange = aSaveFile(zoe, { uid: aGuid() });
  const leftOver = aSaveFile(aSaveBody(aGuid()));
  const world = imported({ characters: [zoe], players: [strange, leftOver] });
  assert.equal(world.players.size, 0);
  assert.equal(world.accounts.size, 1);
});

test('of two bodies with one uid, the one the player file names is kept', () => {
  const uid = aGuid();
  const old = aSaveBody(uid, { nickname: 'Old' });
  const present = aSaveBody(uid, { nickname: 'Present' });
  const world = imported({ characters: [old, present], players: [aSaveFile(present)] });
  assert.equal(world.accounts.get(uid)?.name, 'Present');
  assert.equal(world.players.get(uid)?.characterId, present.instanceId);
  assert.equal(world.characters.has(old.instanceId), false);
});

test('a player who was online within a second of the save has a session; for the rest the last time is estimated', () => {
  const [here, nearly, gone, noRow] = [aGuid(), aGuid(), aGuid(), aGuid()];
  const guild = aSaveGuild([
    { uid: here, lastOnlineTicks: 1_000_000_000n },
    { uid: nearly, lastOnlineTicks: 990_000_000n },
    { uid: gone, lastOnlineTicks: 400_000_000n },
    { uid: aGuid(), lastOnlineTicks: 1_000_000_000n }, // no character in the world: no account, no session
  ]);
  const characters = [here, nearly, gone, noRow].map((uid) => aSaveBody(uid));
  const world = imported({ characters, groups: [guild], realTicks: 1_000_000_000n, savedAtMs: 100_000 });

  assert.deepEqual(
    [...world.sessions.values()],
    [here, nearly].map((uid) => ({ uid, userId: '', ip: '', connectedAtMs: NOW_MS, characterLoaded: true })),
  );
  assert.equal(world.accounts.get(gone)?.lastOnlineAtMs, 40_000);
  assert.equal(world.accounts.get(noRow)?.lastOnlineAtMs, null);
  assert.equal(world.guilds.get(guild.id)?.members.length, 4);
});

test('technologies are known once each, as the catalogue spells them', () => {
  const unlockedTechnologies = ['PalBox', 'PALBOX', 'Tech_Of_A_Mod', 'tech_of_a_mod', 'WorkBench'];
  const { player } = importedZoe({ unlockedTechnologies });
  const [palbox, workbench] = ['palbox', 'workbench'].map((id) => catalogue.technologies.find(id)?.id);
  assert.deepEqual(player?.technologies, [palbox, 'Tech_Of_A_Mod', workbench ?? 'WorkBench']);
});

test('relics come from the relic map, and from the effigies of older saves', () => {
  for (const [records, relics] of [
    [{ relicPossessNum: 4 }, { CapturePower: 4 }],
    [
      { relicPossessNum: 4, relics: { MoveSpeed: 1 } },
      { CapturePower: 4, MoveSpeed: 1 },
    ],
    [{ relicPossessNum: 4, relics: { CapturePower: 3 } }, { CapturePower: 3 }],
    [{ relics: { CapturePower: 9e9, Unheard: 1, __proto__: 5 } }, { CapturePower: 2147483647 }],
  ]) {
    const { player } = importedZoe({ records: { ...NO_SAVE_RECORDS, ...records } });
    assert.deepEqual(player?.relics, relics);
  }
});

test('a counter called __proto__ is a counter like any other, through JSON too', () => {
  const counts = Object.fromEntries([['__proto__', 3]]);
  const pal = aSavePal({ extraWorkSuitabilities: [{ suitability: '__proto__', rank: 1 }] });
  const records = { ...NO_SAVE_RECORDS, palCaptureCount: counts, npcTalkCount: counts };
  const { world, player } = importedZoe({ records }, { characters: [pal] });
  const stored = JSON.parse(JSON.stringify(player)) as { records: { palCaptures: object } };
  assert.deepEqual(Object.entries(stored.records.palCaptures), [['__proto__', 3]]);
  const { extraWorkSuitabilities = {} } = world.characters.get(pal.instanceId) ?? {};
  assert.deepEqual(Object.keys(extraWorkSuitabilities), ['__proto__']);
});
