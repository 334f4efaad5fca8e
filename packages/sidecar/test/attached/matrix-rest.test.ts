import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { AnswerFault, Variants } from '@palatine/stand-in/variants';
import { becomes, type MatrixService, PLAYERS, STAYS, startMatrixService, VISITS } from './matrix-service.ts';

// Section 16, points 1 to 4 of the notes on the running server: variants of REST responses. One service sees
// all of them, and a player stays online all the time, whom no variant may show as offline.

let matrix: MatrixService;
before(async () => {
  matrix = await startMatrixService();
  // With its first newcomer the stand-in loads its player code, and does not respond for seconds on a busy machine.
  const userId = 'steam_76561198000000599';
  await matrix.visit({ userId });
  await becomes(async () => matrix.journeys.includes(`- ${userId}`), true);
  matrix.journeys.length = 0;
});
after(() => matrix[Symbol.asyncDispose]());
afterEach(() => {
  const ofWhoStays = matrix.journeys.splice(0).filter((journey) => journey.endsWith(STAYS));
  assert.deepEqual(ofWhoStays, [], 'nobody sees the player go who stays');
});

test('16.1: with the right password the server is online, with its name', async () => {
  await matrix.showsState('Online');
  const { Info, Roster, Reason } = await matrix.server();
  assert.equal(Reason, '');
  assert.equal(Info.WorldGuid, matrix.gameServer.worldGuid);
  assert.equal(Info.Version, 'v1.0.5.102999');
  assert.equal(Roster.State, 'Live');
  const online = Roster.Players.map(({ UserId, PlayerUID }) => [UserId, PlayerUID.replaceAll('-', '')]);
  assert.deepEqual(online, [[STAYS, PLAYERS[0]?.playerId]]);
});

for (const [password, what] of [
  ['another', 'a wrong password'],
  ['', 'an empty AdminPassword'],
] as const) {
  test(`16.1: ${what} is reported, changes nobody, and is retried once in 30 s until it is right`, async () => {
    const { control } = matrix.gameServer;
    await using wrong = await matrix.variants({ password });
    await matrix.showsState('Degraded', 'password rejected');
    await control('join', { userId: VISITS });
    await control('forgetRequests');
    const fromMs = matrix.elapsed();
    await matrix.asked('info', 1);
    const seen = await control('requests');
    assert.ok(seen.every(({ status }) => status === 401));
    assert.ok(seen.length <= 1 + (matrix.elapsed() - fromMs) / 30_000, `${seen.length} requests`);
    assert.deepEqual(await matrix.online(), [STAYS]);
    await wrong[Symbol.asyncDispose]();
    await matrix.showsState('Online');
    await matrix.showsOnline(STAYS, VISITS);
    await control('leave', { userId: VISITS });
    await matrix.showsOnline(STAYS);
  });
}

const SHAPES: [what: string, changed: Partial<Variants>][] = [
  ['the address as iP', { ipKey: 'iP' }],
  ['the address as ip', { ipKey: 'ip' }],
  ['the address as IP', { ipKey: 'IP' }],
  ['building_count', { buildingCount: true }],
  ['no accountName', { accountName: false }],
  ['pings as whole numbers', { floatPing: false }],
  ['keys that no document knows', { extraKeys: true }],
  ['everything as application/json', { contentType: 'json' }],
  ['everything as text/plain', { contentType: 'text' }],
  ['JSON without tabs', { indent: 'none' }],
  ['a byte order mark', { byteOrderMark: true }],
];
for (const [what, changed] of SHAPES) {
  test(`16.2 and 16.4: a server with ${what} is supported`, async () => {
    await using _ = await matrix.variants(changed);
    const { IP, PlayerUID } = await matrix.visit({ ip: '192.0.2.77' });
    assert.equal(IP, '192.0.2.77');
    assert.equal(PlayerUID.replaceAll('-', ''), PLAYERS[1]?.playerId);
    assert.equal((await matrix.server()).State, 'Online');
  });
}

for (const changed of [{ ipKey: 'missing' }, { emptyIp: true }] as const) {
  test(`16.2: an address that is missing (${JSON.stringify(changed)}) is shown as missing`, async () => {
    await using _ = await matrix.variants(changed);
    assert.equal((await matrix.visit({ ip: '192.0.2.77' })).IP, '');
  });
}

const NAMES = ['"quoted"', 'two\nlines', 'שלום \u202Eabc', '🦊🐑', 'x'.repeat(64)];
for (const name of NAMES) {
  test(`16.2: a player may be called ${JSON.stringify(name)}`, async () => {
    assert.equal((await matrix.visit({ name })).Name, name);
  });
}

test('16.2: a player whose name is empty keeps the last one', async () => {
  const known = (await matrix.visit({ name: 'Fury' })).Name;
  assert.equal((await matrix.visit({ name: '' })).Name, known);
});

for (const loadingPlayerId of ['None', '00000000', '00000000000000000000000000000000'] as const) {
  test(`16.3: a new player who is loading as ${loadingPlayerId} is listed only afterwards`, async () => {
    const { control } = matrix.gameServer;
    const userId = `steam_7656119800000050${loadingPlayerId.length % 10}`;
    await using _ = await matrix.variants({ loadingPlayerId, loadingMs: 60_000 });
    await control('join', { userId, name: 'Newcomer' });
    await matrix.lists(userId);
    const { Roster } = await matrix.server();
    assert.equal(Roster.Players.find(({ UserId }) => UserId === userId)?.PlayerUID, '');
    assert.deepEqual(await matrix.online(), [STAYS]);
    await matrix.showsOnline(STAYS, userId);
    await control('leave', { userId });
    await matrix.showsOnline(STAYS);
  });
}

test('16.3: a player who disappears while loading was never online', async () => {
  const { control } = matrix.gameServer;
  const userId = 'steam_76561198000000600';
  await using _ = await matrix.variants({ loadingMs: 60_000 });
  await control('join', { userId });
  await matrix.lists(userId);
  await control('leave', { userId });
  await matrix.lists(userId, 0);
  assert.deepEqual(matrix.journeys, []);
});

test('16.3: two players with the same name are two players', async () => {
  const { control } = matrix.gameServer;
  const others = PLAYERS.slice(1, 3).map(({ userId }) => userId);
  for (const userId of others) await control('join', { userId, name: 'Twin' });
  await matrix.showsOnline(STAYS, ...others);
  const twins = await Promise.all(others.map(matrix.player));
  const shown = twins.map(({ Name, PlayerUID }) => [Name, PlayerUID.replaceAll('-', '')]);
  assert.deepEqual(
    shown,
    PLAYERS.slice(1, 3).map(({ playerId }) => ['Twin', playerId]),
  );
  for (const userId of others) await control('leave', { userId });
  await matrix.showsOnline(STAYS);
});

test('16.3: the same UserId twice is one player', async () => {
  const { control } = matrix.gameServer;
  await control('join', { userId: VISITS });
  await matrix.showsOnline(STAYS, VISITS);
  await using _ = await matrix.variants({ loadingMs: 60_000 });
  await control('join', { userId: VISITS, twice: true });
  await matrix.asked('players', 2);
  await matrix.showsOnline(STAYS, VISITS);
  await matrix.lists(VISITS, 1);
  await control('leave', { userId: VISITS });
  await matrix.showsOnline(STAYS);
  await becomes(async () => matrix.journeys, [`+ ${VISITS}`, `- ${VISITS}`]);
});

/** Pairs, because only the second failure in a row is reported. */
const FAULTS: [first: AnswerFault, second: AnswerFault, reason: string][] = [
  ['truncated', 'htmlOk', 'unreadable responses'],
  ['empty', 'huge', 'unreadable responses'],
  ['wrongShape', 'status500', 'unreadable responses'],
  ['html', 'reset', 'no connection'],
  ['drip', 'hang', 'does not answer'],
];
for (const [first, second, reason] of FAULTS) {
  test(`16.4: a faulty /players (${first}) changes nothing, the next one (${second}) is reported and changes nobody`, async () => {
    const { control } = matrix.gameServer;
    await matrix.showsState('Online');
    await control('join', { userId: VISITS });
    await matrix.showsOnline(STAYS, VISITS);
    await control('answerFault', { fault: first, endpoint: 'players', times: 1 });
    await control('answerFault', { fault: second, endpoint: 'players' });
    await control('leave', { userId: VISITS });
    await matrix.showsState('Degraded', reason);
    assert.deepEqual(await matrix.online(), [STAYS, VISITS].sort());
    assert.equal((await matrix.server()).Roster.State, 'Stale');
    await control('clearAnswerFaults');
    await matrix.showsOnline(STAYS);
    await matrix.showsState('Online');
  });
}

test('16.4: connections closed by the server between two polls do not fail a poll', async () => {
  await using _ = await matrix.variants({ idleCloseMs: 5 }); // of the system clock, with 20 ms between two polls
  const before = (await matrix.server()).Since;
  await matrix.asked('players', 10);
  await matrix.visit();
  assert.equal((await matrix.server()).Since, before, 'the state has not changed once');
});
