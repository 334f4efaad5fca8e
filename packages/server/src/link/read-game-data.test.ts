import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readGameData } from './read-game-data.ts';

const PLAYER = '5E7A11C0000000000000000000000000';
const NOBODY = '0'.repeat(32);
const instance = (digit: string) => `${digit.repeat(8)}BBBBBBBBCCCCCCCCDDDDDDDD`;
const guid = (text: string) => text.match(/.{8}/g)?.join('-');

const zoe = {
  Type: 'Character',
  InstanceID: `${PLAYER} : ${instance('A')}`,
  UnitType: 'Player',
  NickName: 'Zoe',
  userid: 'steam_76561190000000101',
  ip: '192.0.2.10',
  level: 4,
  HP: 0,
  MaxHP: 500,
  GuildID: instance('7'),
  Class: 'BP_Player_Female_C',
  Action: 'BP_ActionDeath',
  LocationX: -359491.5,
  LocationY: 264033.5,
  LocationZ: 7191.5,
  IsActive: 'true',
};
const pal = {
  Type: 'Character',
  InstanceID: `${NOBODY} : ${instance('5')}`,
  UnitType: 'BaseCampPal',
  NickName: 'Cattiva',
  level: 4,
  HP: 699,
};
const box = {
  Type: 'PalBox',
  Name: '',
  GuildID: instance('7'),
  GuildName: 'Wanderers',
  LocationX: 1,
  LocationY: 2,
  LocationZ: 3,
};

test('a player near whom something happens is read with the height that no other endpoint has', () => {
  const data = readGameData({
    Time: '2026-09-27 22:31:37',
    FPS: 59.7,
    AverageFPS: 60.1,
    InGameDays: 1,
    ActorData: [zoe],
  });
  assert.deepEqual(data, {
    fps: 59.7,
    fpsAverage: 60.1,
    inGameDay: 1,
    characters: [
      {
        unitType: 'Player',
        playerUid: guid(PLAYER),
        instanceId: guid(instance('A')),
        userId: 'steam_76561190000000101',
        name: 'Zoe',
        level: 4,
        hp: 0,
        maxHp: 500,
        action: 'BP_ActionDeath',
        location: { x: -359491.5, y: 264033.5, z: 7191.5 },
      },
    ],
    palBoxes: [],
  });
});

test('a player who is loading has no ids yet', () => {
  const loading = { ...zoe, InstanceID: '', NickName: '', Action: 'BP_Action_WaitLoadingWorldPartition' };
  const [character] = readGameData({ ActorData: [loading, loading] })?.characters ?? [];
  assert.equal(character?.playerUid, undefined);
  assert.equal(character?.instanceId, undefined);
  assert.equal(character?.userId, zoe.userid);
});

test('a Pal that is listed twice is the one at the base, not the one that was beside its player', () => {
  const stale = { ...pal, UnitType: 'OtomoPal', HP: 56, level: 3 };
  for (const ActorData of [
    [pal, stale],
    [stale, pal],
  ]) {
    const characters = readGameData({ ActorData })?.characters;
    assert.deepEqual(
      characters?.map(({ hp }) => hp),
      [699],
    );
  }
});

test('a Palbox that is listed twice is the one with a guild', () => {
  const bare = { ...box, GuildID: '', GuildName: '' };
  for (const ActorData of [
    [box, bare],
    [bare, box],
  ]) {
    assert.deepEqual(readGameData({ ActorData })?.palBoxes, [
      { guildId: guid(instance('7')), guildName: 'Wanderers', location: { x: 1, y: 2, z: 3 } },
    ]);
  }
});

test('an empty server has no actor, and what is no such answer is not taken for one', () => {
  assert.deepEqual(readGameData({ ActorData: [{}, {}] }), { characters: [], palBoxes: [] });
  for (const body of [{}, [], null, { ActorData: {} }, 'not enabled'])
    assert.equal(readGameData(body), undefined);
});

test('any JSON is read without an error', () => {
  const value = fc.oneof(
    fc.anything(),
    fc.string(),
    fc.constantFrom('Character', 'PalBox', zoe.InstanceID, 5),
  );
  const actor = fc.record(
    {
      Type: value,
      InstanceID: value,
      UnitType: value,
      level: value,
      HP: value,
      LocationX: value,
      LocationY: value,
      LocationZ: value,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.record({ ActorData: fc.array(actor) })), (body) => {
      for (const { unitType, hp = 0, level = 1 } of readGameData(body)?.characters ?? []) {
        assert.ok(typeof unitType === 'string' && Number.isFinite(hp) && Number.isInteger(level));
      }
    }),
  );
});
