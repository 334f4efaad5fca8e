import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUserId, parseGuid } from '@palatine/contract';
import fc from 'fast-check';
import { readPlayers } from './read-responses.ts';

const UID = '5E7A11C0-00000000-00000000-00000000';
const PLAIN_UID = UID.replaceAll('-', '');
const entry = {
  name: 'Wanderer',
  accountName: 'Wanderer',
  playerId: PLAIN_UID,
  userId: 'steam_76561190000000101',
  iP: '192.0.2.10',
  ping: 18.727,
  location_x: -350750.8125,
  location_y: 270272,
  level: 2,
};
const one = (changes: object) => readPlayers({ players: [{ ...entry, ...changes }] })?.[0];

test('a player is read with everything that the server says', () => {
  assert.deepEqual(readPlayers({ players: [entry] }), [
    {
      uid: UID,
      userId: 'steam_76561190000000101',
      name: 'Wanderer',
      ip: '192.0.2.10',
      pingMs: 18.727,
      level: 2,
      location: { x: -350750.8125, y: 270272 },
    },
  ]);
  assert.deepEqual(readPlayers({ players: [] }), []);
});

test('names of fields are read in any case, as ip and iP are', () => {
  const { userId, playerId, iP, ...others } = entry;
  assert.deepEqual(
    readPlayers({ Players: [{ ...others, userid: userId, PlayerID: playerId.toLowerCase(), ip: iP }] }),
    readPlayers({ players: [entry] }),
  );
});

test('a player who is loading has no PlayerUID, and the level and place that the server shows are not theirs', () => {
  for (const playerId of ['None', '', '0'.repeat(32), '00000000', undefined]) {
    const player = one({ playerId, level: 1, location_x: -362179.4375, location_y: 270846.46875 });
    assert.deepEqual(player, {
      uid: undefined,
      userId: entry.userId,
      name: 'Wanderer',
      ip: '192.0.2.10',
      pingMs: 18.727,
    });
  }
});

test('what a build leaves out is absent', () => {
  assert.deepEqual(readPlayers({ players: [{ name: 'Jay', userId: 'gdk_2535400000000001', level: 4 }] }), [
    { uid: undefined, userId: 'gdk_2535400000000001', name: 'Jay', ip: '' },
  ]);
  assert.equal(one({ iP: '' })?.ip, '');
  assert.equal(one({ iP: 'somewhere' })?.ip, '');
});

test('every platform is read', () => {
  for (const userId of [
    'steam_1234',
    'gdk_2535400000000001',
    'ps5_1234567890123456789',
    'mac_AbC1',
    'new2_1',
  ]) {
    assert.equal(one({ userId })?.userId, userId);
  }
});

test('a name may hold anything, and is bounded', () => {
  for (const name of ['', '"quoted", \\', 'two\nlines\t', 'مرحبا \u202e', '😀'.repeat(10), 'x'.repeat(64)]) {
    assert.equal(one({ name })?.name, name);
  }
  assert.equal(one({ name: 'x'.repeat(100_000) })?.name.length, 256);
  assert.equal(one({ name: 7 })?.name, '');
});

test('two players may bear the same name', () => {
  const others = readPlayers({
    players: [entry, { ...entry, userId: 'steam_2', playerId: `${'A'.repeat(8)}${'0'.repeat(24)}` }],
  });
  assert.equal(others?.length, 2);
});

test('a UserId that stands there twice counts once: the one with a PlayerUID', () => {
  const loading = { ...entry, playerId: 'None' };
  for (const players of [
    [entry, loading],
    [loading, entry],
  ]) {
    const uids = readPlayers({ players })?.map(({ uid }) => uid);
    assert.deepEqual(uids, [UID]);
  }
});

test('an entry without a UserId is left out; entries of which none can be read are no empty server', () => {
  assert.equal(readPlayers({ players: [entry, { name: 'Ghost', userId: '' }, null, 3] })?.length, 1);
  assert.equal(readPlayers({ players: [{ name: 'Ghost', userId: '' }] }), undefined);
  assert.equal(readPlayers({ players: ['x'] }), undefined);
});

test('what is no list of players is not taken for an empty one', () => {
  for (const body of [{}, [], null, '', { players: {} }, { players: null }, { errorCode: 'x' }]) {
    assert.equal(readPlayers(body), undefined);
  }
});

test('any JSON is read without an error, into players of the right types, each UserId once', () => {
  const value = fc.oneof(
    fc.anything(),
    fc.double(),
    fc.string(),
    fc.constantFrom(PLAIN_UID, 'None', 'steam_1', '::1'),
  );
  const fields = fc.record(
    {
      name: value,
      playerId: value,
      userId: value,
      ip: value,
      ping: value,
      location_x: value,
      location_y: value,
      level: value,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.record({ players: fc.array(fields) })), (body) => {
      const players = readPlayers(body) ?? [];
      assert.equal(new Set(players.map(({ userId }) => userId)).size, players.length);
      for (const { uid, userId, name, ip, pingMs = 0, level = 1, location = { x: 0, y: 0 } } of players) {
        assert.ok(uid === undefined || parseGuid(uid) === uid);
        assert.ok(isUserId(userId) && typeof name === 'string' && typeof ip === 'string');
        assert.ok(Number.isFinite(pingMs) && Number.isInteger(level) && level >= 1);
        assert.ok(Number.isFinite(location.x) && Number.isFinite(location.y));
      }
    }),
  );
});
