import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUserId, parseGuid } from '@palatine/contract';
import fc from 'fast-check';
import {
  autoSaveSpanSeconds,
  readInfo,
  readMetrics,
  readPlayers,
  readSettings,
  setting,
} from './read-responses.ts';

/** Any of these fields, each with any value. */
function anyOf(value: fc.Arbitrary<unknown>, names: readonly string[]) {
  return fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });
}

test('the info of a server is read with field names in any case', () => {
  const worldGuid = 'D09CACDB477D6CE562170AA79C524138';
  const version = 'v1.0.5.102999';
  const facts = { version, name: 'Isle', worldGuid };
  const body = { version, servername: 'Isle', description: 'tests', worldguid: worldGuid };
  assert.deepEqual(readInfo(body), facts);
  const Body = { Version: version, ServerName: 'Isle', Description: 'tests' };
  assert.deepEqual(readInfo({ ...Body, worldGuid: worldGuid.toLowerCase() }), facts);
});

test('a GUID of zeros or of another form is not a world', () => {
  for (const worldguid of ['0'.repeat(32), 'None', '', '../../x', 7, null]) {
    assert.equal(readInfo({ servername: 'Isle', worldguid })?.worldGuid, undefined);
  }
});

test('any JSON is read without an error, into bounded texts', () => {
  const fields = anyOf(fc.anything(), ['version', 'servername', 'description', 'WORLDGUID']);
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fields), (body) => {
      const info = readInfo(body);
      if (info === undefined) return;
      assert.ok(info.name.length <= 1024);
      assert.ok(info.version === undefined || info.version.length <= 64);
      assert.ok(info.worldGuid === undefined || /^[0-9A-F]{32}$/.test(info.worldGuid));
    }),
  );
});

test('all figures of 1.0 are read', () => {
  const speed = { serverfps: 59, serverfpsaverage: 59.25, serverframetime: 16.5, uptime: 126 };
  const counts = { currentplayernum: 2, days: 0, maxplayernum: 32, basecampnum: 0 };
  assert.deepEqual(readMetrics({ ...speed, ...counts }), {
    ...{ FPS: 59, FPSAverage: 59.25, FrameTimeMs: 16.5, UptimeSeconds: 126 },
    ...{ InGameDay: 0, Players: 2, MaxPlayers: 32, BaseCamps: 0 },
  });
});

test('a figure that an older server does not print is absent, not 0', () => {
  const counts = { currentplayernum: 10, maxplayernum: 32 };
  assert.deepEqual(readMetrics({ serverfps: 57, serverframetime: 16.7671, uptime: 3600, ...counts }), {
    FPS: 57,
    FrameTimeMs: 16.7671,
    UptimeSeconds: 3600,
    Players: 10,
    MaxPlayers: 32,
  });
  assert.deepEqual(readMetrics({ uptime: 570, days: 14, basecampnum: null, maxplayernum: 'many' }), {
    UptimeSeconds: 570,
    InGameDay: 14,
  });
});

test('figures printed as texts are numbers, and impossible ones are absent', () => {
  assert.deepEqual(
    readMetrics({ serverframetime: '16.82', uptime: -3, currentplayernum: 2.5, serverfps: 'NaN' }),
    { FrameTimeMs: 16.82 },
  );
});

test('any JSON is read without an error, into finite figures', () => {
  const value = fc.oneof(fc.anything(), fc.double(), fc.string());
  const fields = anyOf(value, ['uptime', 'serverfps', 'currentplayernum']);
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fields), (body) => {
      for (const figure of Object.values(readMetrics(body) ?? {})) {
        assert.ok(typeof figure === 'number' && Number.isFinite(figure) && figure >= 0);
      }
    }),
  );
});

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
const playerWith = (changes: object) => readPlayers({ players: [{ ...entry, ...changes }] })?.[0];

test('a player is read with all fields', () => {
  const facts = { uid: UID, userId: 'steam_76561190000000101', name: 'Wanderer', ip: '192.0.2.10' };
  const place = { pingMs: 18.727, level: 2, location: { x: -350750.8125, y: 270272 } };
  assert.deepEqual(readPlayers({ players: [entry] }), [{ ...facts, ...place }]);
  assert.deepEqual(readPlayers({ players: [] }), []);
});

test('names of fields are read in any case, as ip and iP are', () => {
  const { userId, playerId, iP, ...others } = entry;
  assert.deepEqual(
    readPlayers({ Players: [{ ...others, userid: userId, PlayerID: playerId.toLowerCase(), ip: iP }] }),
    readPlayers({ players: [entry] }),
  );
});

test('a loading player has no PlayerUID, and no level or location', () => {
  for (const playerId of ['None', '', '0'.repeat(32), '00000000', undefined]) {
    const player = playerWith({ playerId, level: 1, location_x: -362179.4375, location_y: 270846.46875 });
    const { userId } = entry;
    assert.deepEqual(player, { uid: undefined, userId, name: 'Wanderer', ip: '192.0.2.10', pingMs: 18.727 });
  }
});

test('fields omitted by a build are absent', () => {
  assert.deepEqual(readPlayers({ players: [{ name: 'Jay', userId: 'gdk_2535400000000001', level: 4 }] }), [
    { uid: undefined, userId: 'gdk_2535400000000001', name: 'Jay', ip: '' },
  ]);
  assert.equal(playerWith({ iP: '' })?.ip, '');
  assert.equal(playerWith({ iP: 'somewhere' })?.ip, '');
});

test('every platform is read', () => {
  const consoles = ['gdk_2535400000000001', 'ps5_1234567890123456789'];
  for (const userId of ['steam_1234', ...consoles, 'mac_AbC1', 'new2_1']) {
    assert.equal(playerWith({ userId })?.userId, userId);
  }
});

test('a name may contain anything, and has a limit', () => {
  for (const name of ['', '"quoted", \\', 'two\nlines\t', 'مرحبا \u202e', '😀'.repeat(10), 'x'.repeat(64)]) {
    assert.equal(playerWith({ name })?.name, name);
  }
  assert.equal(playerWith({ name: 'x'.repeat(100_000) })?.name.length, 256);
  assert.equal(playerWith({ name: 7 })?.name, '');
});

test('a repeated UserId counts once, with its PlayerUID; two players may have the same name', () => {
  const loading = { ...entry, playerId: 'None' };
  const namesake = { ...loading, userId: 'steam_2' };
  for (const players of [
    [entry, loading, namesake],
    [loading, entry, namesake],
  ]) {
    assert.deepEqual(
      readPlayers({ players })?.map(({ uid }) => uid),
      [UID, undefined],
    );
  }
});

test('an entry without a UserId is omitted; entries that are all unreadable do not make an empty server', () => {
  assert.equal(readPlayers({ players: [entry, { name: 'Ghost', userId: '' }, null, 3] })?.length, 1);
  assert.equal(readPlayers({ players: [{ name: 'Ghost', userId: '' }] }), undefined);
  assert.equal(readPlayers({ players: ['x'] }), undefined);
});

test('any JSON is read without an error, into players of the right types, each UserId once', () => {
  const ids = fc.constantFrom(PLAIN_UID, 'None', 'steam_1', '::1');
  const value = fc.oneof(fc.anything(), fc.double(), fc.string(), ids);
  const names = ['name', 'playerId', 'userId', 'ip', 'ping', 'location_x', 'location_y', 'level'];
  const fields = anyOf(value, names);
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

test('settings keep their spelling and are found in any case', () => {
  const settings = readSettings({
    Difficulty: 'None',
    autoSaveSpan: 30,
    bIsUseBackupSaveData: true,
    RESTAPIPort: 18212,
    BanListURL: 'https://b.palworldgame.com/api/banlist.txt',
  });
  assert.ok(settings);
  assert.deepEqual(Object.keys(settings).slice(0, 2), ['Difficulty', 'autoSaveSpan']);
  assert.equal(setting(settings, 'AutoSaveSpan'), 30);
  assert.equal(autoSaveSpanSeconds(settings), 30);
});

test('missing values are unknown', () => {
  const settings = readSettings({ Difficulty: 'string', autoSaveSpan: 0, RESTAPIPort: 0 });
  assert.ok(settings);
  assert.equal(autoSaveSpanSeconds(settings), undefined);
  assert.equal(setting(settings, 'constructor'), undefined);
});

test('lists and passwords are omitted', () => {
  const passwords = { AdminPassword: 'gate-keeper', serverpassword: 'x' };
  const settings = readSettings({ CrossplayPlatforms: ['Steam'], ...passwords, bIsPvP: false, Region: null });
  assert.deepEqual({ ...settings }, { bIsPvP: false });
});

test('no setting name reaches a prototype', () => {
  const settings = readSettings(JSON.parse('{"__proto__":"x","constructor":1}'));
  assert.ok(settings);
  assert.equal(Object.getPrototypeOf(settings), null);
  assert.deepEqual(Object.keys(settings).toSorted(), ['__proto__', 'constructor']);
  assert.equal(({} as { x?: unknown }).x, undefined);
});

test('any JSON is read without an error, into texts, finite numbers and truth values', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.anything())), (body) => {
      for (const value of Object.values(readSettings(body) ?? {})) {
        assert.ok(['string', 'boolean', 'number'].includes(typeof value));
        assert.ok(typeof value !== 'number' || Number.isFinite(value));
      }
    }),
  );
});

test('a foreign body is not a response of the game, and not an empty one', () => {
  const errorCode = 'errors.com.epicgames.httpserver.route_handler_not_found';
  const bodies = [{ errorCode, errorMessage: '' }, {}, [], null, 'OK', '', 3];
  for (const [read, others] of [
    [readInfo, []],
    [readMetrics, [{ players: [] }, { serverfps: {} }]],
    [readPlayers, [{ players: {} }, { players: null }]],
    [readSettings, [{ ActorData: [] }]],
  ] as const) {
    for (const body of [...bodies.slice(read === readSettings ? 1 : 0), ...others]) {
      assert.equal(read(body), undefined);
    }
  }
});
