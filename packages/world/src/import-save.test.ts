import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '@palisade/contract';
import type { SaveWorld } from '@palisade/save';
import { loadCatalogue } from './catalogue/index.ts';
import { checkWorld } from './check-world.ts';
import {
  aSaveBody,
  aSaveCamp,
  aSaveFile,
  aSaveGuild,
  aSaveObject,
  aSavePal,
  emptySaveWorld,
  NO_SAVE_RECORDS,
} from './import/save-builder.ts';
import { importSave } from './import-save.ts';
import type { World } from './world.ts';
import { aGuid } from './world-builder.ts';

const catalogue = loadCatalogue();
const NOW_MS = Date.UTC(2026, 6, 1);

/** Imports, and holds every import to being sound. */
function imported(wishes: Partial<SaveWorld>): World {
  const world = importSave(emptySaveWorld(wishes), { catalogue, nowMs: NOW_MS, seed: 7 });
  assert.deepEqual(checkWorld(world, catalogue), []);
  return world;
}

test('a world takes its name from the save, or is called an imported world', () => {
  assert.deepEqual(imported({ worldName: 'Isle' }).info, {
    name: 'Isle',
    origin: 'save',
    createdAtMs: NOW_MS,
    seed: 7,
  });
  assert.equal(imported({ worldName: '' }).info.name, 'Imported world');
});

test('everything imported stands in the journal, ready to be stored', () => {
  const world = imported({ characters: [aSaveBody(aGuid())] });
  assert.deepEqual(
    world.changes().map(({ table }) => table),
    ['accounts', 'characters'],
  );
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
  assert.deepEqual(world.locations.get(lily.playerUid), { uid: lily.playerUid, x: 0, y: 0, z: 0 });
});

test('a player file counts only when instance id and uid agree', () => {
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

test('who was online within a second of the save has a session; for the rest the last time is estimated', () => {
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
    [here, nearly].map((uid) => ({
      uid,
      userId: '',
      ip: '',
      connectedAtMs: NOW_MS,
      characterLoaded: true,
    })),
  );
  assert.equal(world.accounts.get(gone)?.lastOnlineAtMs, 40_000);
  assert.equal(world.accounts.get(noRow)?.lastOnlineAtMs, null);
  assert.equal(world.guilds.get(guild.id)?.members.length, 4);
});

test('only containers somebody refers to come in, with the state of single items inside', () => {
  const [common, nobodys, sword, egg] = [aGuid(), aGuid(), aGuid(), aGuid()];
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
      { id: nobodys, capacity: 3, storedSlots: 0, slots: [] },
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

  assert.deepEqual(
    [...world.containers.values()].map(({ id }) => id),
    [common],
  );
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

test('a container belongs to the first who refers to it', () => {
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

test('technologies are known once each, as the catalogue spells them', () => {
  const zoe = aSaveBody(aGuid());
  const unlockedTechnologies = ['PalBox', 'PALBOX', 'Tech_Of_A_Mod', 'tech_of_a_mod', 'WorkBench'];
  const world = imported({ characters: [zoe], players: [aSaveFile(zoe, { unlockedTechnologies })] });

  const [palbox, workbench] = ['palbox', 'workbench'].map((id) => catalogue.technologies.find(id)?.id);
  assert.deepEqual(world.players.get(zoe.playerUid)?.technologies, [
    palbox,
    'Tech_Of_A_Mod',
    workbench ?? 'WorkBench',
  ]);
});

test('relics come from the relic map, and from the effigies of older saves', () => {
  const relicsOf = (records: Partial<typeof NO_SAVE_RECORDS>) => {
    const zoe = aSaveBody(aGuid());
    const file = aSaveFile(zoe, { records: { ...NO_SAVE_RECORDS, ...records } });
    return imported({ characters: [zoe], players: [file] }).players.get(zoe.playerUid)?.relics;
  };

  assert.deepEqual(relicsOf({ relicPossessNum: 4 }), { CapturePower: 4 });
  assert.deepEqual(relicsOf({ relicPossessNum: 4, relics: { MoveSpeed: 1 } }), {
    CapturePower: 4,
    MoveSpeed: 1,
  });
  assert.deepEqual(relicsOf({ relicPossessNum: 4, relics: { CapturePower: 3 } }), { CapturePower: 3 });
  assert.deepEqual(relicsOf({ relics: { CapturePower: 9e9, Unheard: 1, __proto__: 5 } }), {
    CapturePower: 2147483647,
  });
});

test('a counter called __proto__ is a counter like any other, through JSON too', () => {
  const zoe = aSaveBody(aGuid());
  const counts = Object.fromEntries([['__proto__', 3]]);
  const pal = aSavePal({ extraWorkSuitabilities: [{ suitability: '__proto__', rank: 1 }] });
  const records = { ...NO_SAVE_RECORDS, palCaptureCount: counts, npcTalkCount: counts };
  const world = imported({ characters: [zoe, pal], players: [aSaveFile(zoe, { records })] });

  const kept = JSON.parse(JSON.stringify(world.players.get(zoe.playerUid))) as {
    records: { palCaptures: object };
  };
  assert.deepEqual(Object.entries(kept.records.palCaptures), [['__proto__', 3]]);
  assert.deepEqual(Object.keys(world.characters.get(pal.instanceId)?.extraWorkSuitabilities ?? {}), [
    '__proto__',
  ]);
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
  const zoe = aSaveBody(aGuid());
  const at = (index: number) => aSavePal({ slot: { containerId: box, index } });
  const characters = [zoe, at(0), at(0), at(4), at(4), at(-1), at(1e12)];
  const world = imported({ characters, players: [aSaveFile(zoe, { teamContainerId: box })] });

  const slots = characters.map(({ instanceId }) => world.characters.get(instanceId)?.place?.slot ?? null);
  assert.deepEqual(slots, [null, 0, 1, 4, null, null, null]);
});

test('a box is as large as its highest Pal needs it to be', () => {
  const box = aGuid();
  const zoe = aSaveBody(aGuid());
  const pal = aSavePal({ slot: { containerId: box, index: 499 } });
  const world = imported({
    characters: [zoe, pal],
    players: [aSaveFile(zoe, { palboxContainerId: box })],
    characterContainers: [{ id: box, capacity: 480, slots: [] }],
  });
  assert.deepEqual(world.players.get(zoe.playerUid)?.palbox, { containerId: box, capacity: 500 });
});

test('nobody is in two guilds: the one their character names counts', () => {
  const [left, joined] = [aGuid(), aGuid()];
  const zoe = aSaveBody(aGuid(), { groupId: joined });
  const row = { uid: zoe.playerUid };
  const world = imported({
    characters: [zoe],
    groups: [aSaveGuild([row, {}], { id: left }), aSaveGuild([row, row], { id: joined })],
  });

  assert.equal(world.guilds.get(left)?.members.length, 1);
  assert.deepEqual(
    world.guilds.get(joined)?.members.map(({ uid }) => uid),
    [zoe.playerUid],
  );
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

test('camps stand in the order of their guild, and one without a guild still stands', () => {
  const [first, second, orphan] = [aSaveCamp(), aSaveCamp(), aSaveCamp({ guildId: aGuid() })];
  const guild = aSaveGuild([], { campIds: [second.id, aGuid(), first.id] });
  const world = imported({ groups: [guild], camps: [orphan, first, second] });

  assert.deepEqual(
    [...world.camps.values()].map(({ id, guildId }) => [id, guildId]),
    [
      [second.id, guild.id],
      [first.id, guild.id],
      [orphan.id, ZERO_GUID],
    ],
  );
});

test('of the map only what is in a camp comes in, classified as a deletion counts it', () => {
  const camp = aSaveCamp();
  const [chest, bench] = [aGuid(), aGuid()];
  const builderUid = aGuid();
  const inCamp = (mapObjectId: string, more: Parameters<typeof aSaveObject>[0] = {}) =>
    aSaveObject({ mapObjectId, campId: camp.id, builderUid, ...more });
  const world = imported({
    camps: [camp],
    itemContainers: [chest, bench].map((id) => ({ id, capacity: 2, storedSlots: 0, slots: [] })),
    mapObjects: [
      aSaveObject(),
      aSaveObject({ campId: aGuid() }),
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

  assert.deepEqual(
    [...world.mapObjects.values()].map((object) => [
      object.objectId,
      object.class,
      object.containerId,
      object.storage,
    ]),
    [
      ['palboxv2', 'palbox', null, false],
      ['CommonDropItem3D', 'dropItem', null, false],
      ['DefenseMinigun', 'defense', null, false],
      ['DefenseWall_Wood', 'building', null, false],
      ['Rock', 'other', null, false],
      ['ItemChest', 'building', chest, true],
      ['WorkBench', 'building', bench, false],
      ['ItemChest_02', 'building', null, false],
    ],
  );
});
