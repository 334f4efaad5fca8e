import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import type { AnswerFault, Variants } from '@palatine/stand-in/variants';
import { becomes, PLAYERS, STAYS, startObserved, VISITS } from './observed-service.ts';

// Variants of REST responses (docs/game-server.md#rest-interface). One service sees all of them, and a player stays
// online all the time, whom no variant may show as offline.

const observed = await startObserved();
// With its first newcomer the stand-in loads its player code, and does not respond for seconds on a busy machine.
const NEWCOMER = 'steam_76561198000000599';
await observed.visit({ userId: NEWCOMER });
await becomes(async () => observed.journeys.includes(`- ${NEWCOMER}`), true);
observed.journeys.length = 0;
after(() => observed[Symbol.asyncDispose]());
afterEach(() => {
  const ofWhoStays = observed.journeys.splice(0).filter((journey) => journey.endsWith(STAYS));
  assert.deepEqual(ofWhoStays, [], 'nobody sees the player go who stays');
});

test('with the right password the server is online, with its name', async () => {
  await observed.showsState('Online');
  const { Info, Roster, Reason } = await observed.server();
  assert.equal(Reason, '');
  assert.equal(Info.WorldGuid, observed.gameServer.worldGuid);
  assert.equal(Info.Version, 'v1.0.5.102999');
  assert.equal(Roster.State, 'Live');
  const online = Roster.Players.map(({ UserId, PlayerUID }) => [UserId, PlayerUID.replaceAll('-', '')]);
  assert.deepEqual(online, [[STAYS, PLAYERS[0]?.playerId]]);
});

for (const [password, what] of [
  ['another', 'a wrong password'],
  ['', 'an empty AdminPassword'],
] as const) {
  test(`${what} is reported, changes nobody, and is retried once in 30 s until it is right`, async () => {
    const { control } = observed.gameServer;
    await using wrong = await observed.variants({ password });
    await observed.showsState('Degraded', 'password rejected');
    await control('join', { userId: VISITS });
    await control('forgetRequests');
    const fromMs = observed.elapsed();
    await observed.asked('info', 1);
    const seen = await control('requests');
    assert.ok(seen.every(({ status }) => status === 401));
    assert.ok(seen.length <= 1 + (observed.elapsed() - fromMs) / 30_000, `${seen.length} requests`);
    assert.deepEqual(await observed.online(), [STAYS]);
    await wrong[Symbol.asyncDispose]();
    await observed.showsState('Online');
    await observed.showsOnline(STAYS, VISITS);
    await control('leave', { userId: VISITS });
    await observed.showsOnline(STAYS);
  });
}

const SHAPES: [what: string, changed: Partial<Variants>][] = [
  [
    'the address as iP, all as application/json without tabs',
    { ipKey: 'iP', contentType: 'json', indent: 'none' },
  ],
  [
    'the address as ip, building_count, no accountName, pings as whole numbers',
    { ipKey: 'ip', buildingCount: true, accountName: false, floatPing: false },
  ],
  [
    'the address as IP, keys that no document knows, all as text/plain behind a byte order mark',
    { ipKey: 'IP', extraKeys: true, contentType: 'text', byteOrderMark: true },
  ],
];
for (const [what, changed] of SHAPES) {
  test(`a server with ${what} is supported`, async () => {
    await using _ = await observed.variants(changed);
    const { IP, PlayerUID } = await observed.visit({ ip: '192.0.2.77' });
    assert.equal(IP, '192.0.2.77');
    assert.equal(PlayerUID.replaceAll('-', ''), PLAYERS[1]?.playerId);
    assert.equal((await observed.server()).State, 'Online');
  });
}

for (const changed of [{ ipKey: 'missing' }, { emptyIp: true }] as const) {
  test(`an address that is missing (${JSON.stringify(changed)}) is shown as missing`, async () => {
    await using _ = await observed.variants(changed);
    assert.equal((await observed.visit({ ip: '192.0.2.77' })).IP, '');
  });
}

test('a player may be called anything', async () => {
  const name = '"quoted"\nשלום \u202Eabc 🦊🐑';
  assert.equal((await observed.visit({ name })).Name, name);
});

test('a player whose name is empty keeps the last one', async () => {
  const known = (await observed.visit({ name: 'Fury' })).Name;
  assert.equal((await observed.visit({ name: '' })).Name, known);
});

test('a new player who is loading is listed only afterwards', async () => {
  const { control } = observed.gameServer;
  const userId = 'steam_76561198000000504';
  await using _ = await observed.variants({ loadingPlayerId: 'None', loadingMs: 60_000 });
  await control('join', { userId, name: 'Newcomer' });
  await observed.lists(userId);
  const { Roster } = await observed.server();
  assert.equal(Roster.Players.find(({ UserId }) => UserId === userId)?.PlayerUID, '');
  assert.deepEqual(await observed.online(), [STAYS]);
  await observed.showsOnline(STAYS, userId);
  await control('leave', { userId });
  await observed.showsOnline(STAYS);
});

test('a player who disappears while loading was never online', async () => {
  const { control } = observed.gameServer;
  const userId = 'steam_76561198000000600';
  await using _ = await observed.variants({ loadingMs: 60_000 });
  await control('join', { userId });
  await observed.lists(userId);
  await control('leave', { userId });
  await observed.lists(userId, 0);
  assert.deepEqual(observed.journeys, []);
});

test('the same UserId twice is one player', async () => {
  const { control } = observed.gameServer;
  await control('join', { userId: VISITS });
  await observed.showsOnline(STAYS, VISITS);
  await using _ = await observed.variants({ loadingMs: 60_000 });
  await control('join', { userId: VISITS, twice: true });
  await observed.asked('players', 2);
  await observed.showsOnline(STAYS, VISITS);
  await observed.lists(VISITS, 1);
  await control('leave', { userId: VISITS });
  await observed.showsOnline(STAYS);
  await becomes(async () => observed.journeys, [`+ ${VISITS}`, `- ${VISITS}`]);
});

/** Pairs, because only the second failure in a row is reported. */
const FAULTS: [first: AnswerFault, second: AnswerFault, reason: string][] = [
  ['truncated', 'htmlOk', 'unreadable responses'],
  ['html', 'reset', 'no connection'],
  ['drip', 'hang', 'does not answer'],
];
for (const [first, second, reason] of FAULTS) {
  test(`a faulty /players (${first}) changes nothing, the next one (${second}) is reported and changes nobody`, async () => {
    const { control } = observed.gameServer;
    await observed.showsState('Online');
    await control('join', { userId: VISITS });
    await observed.showsOnline(STAYS, VISITS);
    await control('answerFault', { fault: first, endpoint: 'players', times: 1 });
    await control('answerFault', { fault: second, endpoint: 'players' });
    await control('leave', { userId: VISITS });
    await observed.showsState('Degraded', reason);
    assert.deepEqual(await observed.online(), [STAYS, VISITS].sort());
    assert.equal((await observed.server()).Roster.State, 'Stale');
    await control('clearAnswerFaults');
    await observed.showsOnline(STAYS);
    await observed.showsState('Online');
  });
}

test('connections closed by the server between two polls do not fail a poll', async () => {
  await using _ = await observed.variants({ idleCloseMs: 5 }); // of the system clock, with 20 ms between two polls
  const before = (await observed.server()).Since;
  await observed.asked('players', 10);
  await observed.visit();
  assert.equal((await observed.server()).Since, before, 'the state has not changed once');
});
