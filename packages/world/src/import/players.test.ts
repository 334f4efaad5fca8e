import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCatalogue } from '../catalogue/index.ts';
import {
  aSaveBody,
  aSaveFile,
  aSaveGuild,
  aSavePal,
  imported,
  NO_SAVE_RECORDS,
  NOW_MS,
} from '../testing/save-builder.ts';
import { aGuid } from '../testing/world-builder.ts';

const catalogue = loadCatalogue();

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
  const stored = JSON.parse(JSON.stringify(world.players.get(zoe.playerUid))) as {
    records: { palCaptures: object };
  };
  assert.deepEqual(Object.entries(stored.records.palCaptures), [['__proto__', 3]]);
  assert.deepEqual(Object.keys(world.characters.get(pal.instanceId)?.extraWorkSuitabilities ?? {}), [
    '__proto__',
  ]);
});
