import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { FastClock } from '@palatine/testing/fast-clock';
import { until } from '@palatine/testing/until';
import { callGame, rawCall } from '../src/call-game.ts';
import { openGameServer } from '../src/open-game-server.ts';
import { DEFAULT_VARIANTS, type Variants } from '../src/variants.ts';
import { generatePlayers } from '../src/world/generated-players.ts';

const [ZOE, FURY] = generatePlayers();
const QUIET: Partial<Variants> = { autosaveMs: 0, loadingMs: 0 };
const clock = new FastClock();

const game = await openGameServer({ variants: QUIET }, clock);
after(async () => {
  await game[Symbol.asyncDispose]();
  clock[Symbol.dispose]();
});
beforeEach(async () => {
  await game.control('variants', { ...DEFAULT_VARIANTS, ...QUIET });
  await game.control('clearAnswerFaults');
  await game.control('leaveAll');
});

async function players(): Promise<Record<string, unknown>[]> {
  return (await callGame(game, 'players')).json().players as Record<string, unknown>[];
}

test('info has version, name and world, printed with tabs', async () => {
  const { status, type, text, json } = await callGame(game, 'info');
  assert.equal(status, 200);
  assert.equal(type, 'application/json');
  assert.match(text, /^\{\n\t"version": "v1\.0\.5\.102999",\n\t"servername"/);
  assert.equal(json().worldguid, game.worldGuid);
  await game.control('variants', {
    build: '0.7',
    worldGuid: 'D09CACDB477D6CE562170AA79C524138',
    indent: 'none',
  });
  const varied = await callGame(game, 'info');
  assert.match(varied.text, /^\{"version":"v0\.7\.3\.90464",/);
  assert.equal(varied.json().worldguid, 'D09CACDB477D6CE562170AA79C524138');
});

test('an empty server lists nobody, and a player has the fields of 1.0.5', async () => {
  assert.deepEqual(await players(), []);
  await game.control('join', { userId: ZOE.userId, ip: '192.0.2.10' });
  const [zoe] = await players();
  const fields = 'name accountName playerId userId iP ping location_x location_y level';
  assert.equal(Object.keys(zoe ?? {}).join(' '), fields);
  const { ping, ...facts } = zoe ?? {};
  assert.ok(typeof ping === 'number' && !Number.isInteger(ping));
  assert.deepEqual(facts, {
    name: ZOE.name,
    accountName: ZOE.name,
    playerId: ZOE.playerId,
    userId: ZOE.userId,
    iP: '192.0.2.10',
    location_x: -350750.8125,
    location_y: 270272,
    level: 5,
  });
});

test('the address has another key, is empty or absent, as builds differ', async () => {
  await game.control('join', { userId: ZOE.userId, ip: '192.0.2.10' });
  for (const ipKey of ['ip', 'iP', 'IP'] as const) {
    await game.control('variants', { ipKey });
    assert.equal((await players())[0]?.[ipKey], '192.0.2.10');
  }
  await game.control('variants', { emptyIp: true, ipKey: 'ip' });
  assert.equal((await players())[0]?.ip, '');
  await game.control('variants', { ipKey: 'missing' });
  const keys = Object.keys((await players())[0] ?? {}).filter((key) => key.toLowerCase() === 'ip');
  assert.deepEqual(keys, []);
});

test('other fields come and go with the build', async () => {
  await game.control('join', { userId: ZOE.userId });
  await game.control('variants', {
    accountName: false,
    buildingCount: true,
    floatPing: false,
    extraKeys: true,
  });
  const [zoe] = await players();
  assert.equal(zoe?.accountName, undefined);
  assert.equal(zoe?.building_count, 0);
  assert.ok(Number.isInteger(zoe?.ping));
  assert.ok(zoe !== undefined && 'unknownKeyOfANewerBuild' in zoe);
});

test('names stay whole in JSON, whatever they hold', async () => {
  const names = ['a "quoted", \\ name', 'two\nlines', 'שלום', '👍🏽', 'x'.repeat(64), ''];
  for (const [index, name] of names.entries()) {
    await game.control('join', { userId: `gdk_253500000000000${index}`, name });
  }
  const received = (await players()).map((player) => player.name);
  assert.deepEqual(received, names);
});

test('a connecting player is None at a default place, and then in the game', async () => {
  await game.control('variants', { loadingMs: 60_000 });
  await game.control('join', { userId: ZOE.userId, accountName: 'zoe on steam' });
  const [loading] = await players();
  assert.equal(loading?.playerId, 'None');
  assert.equal(loading?.name, 'zoe on steam');
  assert.equal(loading?.level, 1);
  assert.equal(loading?.location_x, -362179.4375);
  for (const loadingPlayerId of ['00000000', '0'.repeat(32)] as const) {
    await game.control('variants', { loadingPlayerId: loadingPlayerId as '00000000' });
    assert.equal((await players())[0]?.playerId, loadingPlayerId);
  }
  await game.control('leave', { userId: ZOE.userId });
  await game.control('variants', { loadingMs: 1000 });
  await game.control('join', { userId: ZOE.userId });
  await until('the player is in the game', async () => (await players())[0]?.playerId === ZOE.playerId);
});

test('two players may bear one name, and one UserId may be listed twice', async () => {
  await game.control('join', { userId: ZOE.userId, name: 'Twin' });
  await game.control('join', { userId: FURY.userId, name: 'Twin' });
  await game.control('join', { userId: FURY.userId, twice: true });
  const listed = await players();
  const names = listed.map(({ name }) => name);
  assert.deepEqual(names, ['Twin', 'Twin', 'Twin']);
  assert.equal(listed.filter(({ userId }) => userId === FURY.userId).length, 2);
  assert.equal((await callGame(game, 'metrics')).json().currentplayernum, 3);
});

test('metrics has eight fields in 1.0, seven in 0.7, and fewer where builds leave some out', async () => {
  const metrics = (await callGame(game, 'metrics')).json();
  assert.equal(metrics.basecampnum, 1);
  assert.equal(metrics.days, 12);
  assert.equal(metrics.maxplayernum, 32);
  assert.equal(Object.keys(metrics).length, 8);
  await game.control('variants', { build: '0.7' });
  assert.equal('serverfpsaverage' in (await callGame(game, 'metrics')).json(), false);
  await game.control('variants', { metricsWithout: ['days', 'basecampnum'], fps: 0 });
  const { days, basecampnum, serverfps } = (await callGame(game, 'metrics')).json();
  assert.deepEqual([days, basecampnum, serverfps], [undefined, undefined, 0]);
});

test('uptime can freeze and restart', async () => {
  const uptime = async () => (await callGame(game, 'metrics')).json().uptime;
  await until('a second has passed', async () => Number(await uptime()) >= 1);
  using _ = clock.hold();
  await game.control('variants', { uptimeFrozen: true });
  const stood = await uptime();
  await game.control('resetUptime');
  assert.equal(await uptime(), stood);
  await game.control('variants', { uptimeFrozen: false });
  assert.equal(await uptime(), 0);
});

test('settings are text, spell autoSaveSpan small and hold no password', async () => {
  const { type, text, json } = await callGame(game, 'settings');
  assert.equal(type, 'text/plain;charset=utf-8');
  assert.equal(json().autoSaveSpan, 30);
  assert.equal(json().RESTAPIPort, game.port);
  assert.deepEqual(json().CrossplayPlatforms, ['Steam', 'Xbox', 'PS5', 'Mac']);
  assert.doesNotMatch(text, /password/i);
  await game.control('variants', { build: '0.7', contentType: 'json' });
  const older = await callGame(game, 'settings');
  assert.equal(older.type, 'application/json');
  assert.ok(Object.keys(older.json()).length < Object.keys(json()).length);
});

test('a body may begin with a byte order mark and be called text', async () => {
  await game.control('variants', { byteOrderMark: true, contentType: 'text' });
  const { text, type } = await callGame(game, 'info');
  assert.equal(text.charCodeAt(0), 0xfeff);
  assert.equal(type, 'text/plain;charset=utf-8');
});

test('a wrong, missing or ineffective password is 401, and the log tells', async () => {
  await callGame(game, 'info');
  for (const password of ['wrong', null]) {
    const { status, text } = await callGame(game, 'info', { password });
    assert.deepEqual([status, text], [401, 'Unauthorized']);
  }
  await game.control('variants', { password: '' });
  const { status, text } = await callGame(game, 'players', { password: '' });
  assert.deepEqual([status, text], [401, 'Unauthorized (AdminPassword is empty)']);
  const time = String.raw`\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\]`;
  for (const line of ['/ Unauthorized', '/v1/api/info OK']) {
    assert.match(game.output(), new RegExp(`^${time} \\[LOG\\] REST accessed endpoint ${line}$`, 'm'));
  }
});

test('an unknown route, or the wrong method, is the error of the engine', async () => {
  for (const [endpoint, method] of [
    ['help', 'GET'],
    ['ban', 'GET'],
    ['info', 'POST'],
  ] as const) {
    const { status, json } = await callGame(game, endpoint, { method });
    assert.equal(status, 404);
    assert.equal(json().errorCode, 'errors.com.epicgames.httpserver.route_handler_not_found');
  }
});

test('an idle connection is closed', async () => {
  await game.control('variants', { idleCloseMs: 100 });
  const token = Buffer.from(`admin:${game.password}`).toString('base64');
  const answer = await rawCall(
    game.port,
    `GET /v1/api/info HTTP/1.1\r\nHost: game\r\nAuthorization: Basic ${token}\r\n\r\n`,
  );
  assert.match(answer, /^HTTP\/1\.1 200 OK/);
  assert.doesNotMatch(answer, /^keep-alive: timeout/im);
});

test('the stand-in counts the calls that reached it', async () => {
  await game.control('forgetRequests');
  await callGame(game, 'info');
  await callGame(game, 'metrics', { password: 'wrong' });
  const seen = (await game.control('requests')).map(
    ({ method, path, status }) => `${method} ${path} ${status}`,
  );
  assert.deepEqual(seen, ['GET /v1/api/info 200', 'GET /v1/api/metrics 401']);
});
