import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { parseGuid } from '@palatine/contract';
import { systemClock } from '@palatine/server/game/clock.ts';
import { type GameServerClient, gameServerClient } from '@palatine/server/link/game-server-client.ts';
import type { CallOutcome, FailureKind } from '@palatine/server/link/outcome.ts';
import { setting } from '@palatine/server/link/read-responses.ts';
import { type GameServerProcess, startGameServer } from '../game-server/start-game-server.ts';
import { ANSWER_FAULTS, type AnswerFault, DEFAULT_VARIANTS, type Variants } from '../game-server/variants.ts';
import { madePlayers } from '../game-server/world/made-players.ts';
import { until } from '../harness/until.ts';

const QUIET: Partial<Variants> = { autosaveMs: 0, loadingMs: 0 };
const [ZOE] = madePlayers();
assert.ok(ZOE);
const ZOE_UID = parseGuid(ZOE.playerId);
let game: GameServerProcess;
let client: GameServerClient;

function clientOf({ url, password }: Pick<GameServerProcess, 'url' | 'password'>): GameServerClient {
  return gameServerClient({ url, password: () => password, clock: systemClock, timeouts: { readMs: 1000 } });
}

before(async () => {
  game = await startGameServer({ variants: QUIET });
  client = clientOf(game);
});
after(async () => {
  client.close();
  await game[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await game.control('clearAnswerFaults');
  await game.control('variants', { ...DEFAULT_VARIANTS, ...QUIET });
  await game.control('leaveAll');
});

function expectValue<T>(outcome: CallOutcome<T>): T {
  assert.ok(outcome.ok, outcome.ok ? '' : outcome.failure.text);
  return outcome.value;
}

function kindOf(outcome: CallOutcome<unknown>) {
  return outcome.ok ? 'done' : outcome.failure.kind;
}

const FORMS: Partial<Variants>[] = [
  {},
  { build: '0.7' },
  { ipKey: 'ip' },
  { ipKey: 'IP' },
  { ipKey: 'missing' },
  { emptyIp: true },
  { accountName: false, buildingCount: true, floatPing: false, extraKeys: true },
  { contentType: 'json', indent: 'none' },
  { contentType: 'text', byteOrderMark: true },
];

test('each form of a response is read as the same facts', async () => {
  await game.control('join', { userId: ZOE.userId, ip: '192.0.2.10' });
  for (const form of FORMS) {
    await game.control('variants', { ...DEFAULT_VARIANTS, ...QUIET, ...form });
    const name = JSON.stringify(form);
    assert.equal(expectValue(await client.info()).worldGuid, game.worldGuid, name);
    assert.equal(expectValue(await client.metrics()).players, 1, name);
    assert.equal(typeof setting(expectValue(await client.settings()), 'ServerName'), 'string', name);
    const [player, ...others] = expectValue(await client.players());
    assert.deepEqual(others, []);
    assert.deepEqual([player?.userId, player?.uid, player?.name], [ZOE.userId, ZOE_UID, ZOE.name], name);
    const ip = form.ipKey === 'missing' || form.emptyIp === true ? '' : '192.0.2.10';
    assert.equal(player?.ip, ip, name);
    assert.ok(
      player?.location !== undefined && player.level !== undefined && player.pingMs !== undefined,
      name,
    );
  }
});

test('a figure that the server leaves out is unknown', async () => {
  await game.control('variants', { metricsWithout: ['days', 'basecampnum', 'serverfpsaverage'] });
  const { inGameDay, baseCamps, fpsAverage, fps } = expectValue(await client.metrics());
  assert.deepEqual([inGameDay, baseCamps, fpsAverage], [undefined, undefined, undefined]);
  assert.equal(typeof fps, 'number');
});

test('a player who is loading has a UserId and no PlayerUID, and is whole once loaded', async () => {
  for (const loadingPlayerId of ['None', '00000000', '00000000000000000000000000000000'] as const) {
    await game.control('variants', { loadingMs: 600_000, loadingPlayerId });
    await game.control('join', { userId: ZOE.userId });
    const [loading] = expectValue(await client.players());
    assert.deepEqual([loading?.userId, loading?.uid], [ZOE.userId, undefined]);
    assert.equal(loading?.location, undefined);
    await game.control('leaveAll');
  }
});

test('names of every kind, and the same UserId twice, are read', async () => {
  for (const [index, name] of ['a "b", c', 'two\nlines', 'مرحبا', '😀😀', 'x'.repeat(64), ''].entries()) {
    const userId = `gdk_253540000000000${index}`;
    await game.control('join', { userId, name, playerId: `${index}0000001${'0'.repeat(24)}` });
  }
  await game.control('join', { userId: ZOE.userId });
  await game.control('join', { userId: ZOE.userId, twice: true });
  const players = expectValue(await client.players());
  assert.equal(players.length, 7);
  const same = players.map(({ userId }) => userId).filter((userId) => userId === ZOE.userId);
  assert.deepEqual(same, [ZOE.userId]);
});

const KINDS: Record<AnswerFault, FailureKind> = {
  truncated: 'bad-response',
  html: 'unreachable',
  htmlOk: 'bad-response',
  empty: 'bad-response',
  huge: 'bad-response',
  drip: 'timeout',
  hang: 'timeout',
  reset: 'unreachable',
  status500: 'bad-response',
  wrongShape: 'bad-response',
};

for (const fault of ANSWER_FAULTS) {
  test(`a response with the fault "${fault}" is a failure of its kind, and no list of players`, async () => {
    await game.control('join', { userId: ZOE.userId });
    await game.control('answerFault', { fault });
    assert.equal(kindOf(await client.players()), KINDS[fault]);
    assert.equal(kindOf(await client.metrics()), KINDS[fault]);
    await game.control('clearAnswerFaults');
    assert.equal(expectValue(await client.players()).length, 1);
  });
}

test('a wrong password and a server without one are rejected', async () => {
  for (const password of ['another', '']) {
    await game.control('variants', { password });
    assert.equal(kindOf(await client.info()), 'unauthorized');
    assert.equal(kindOf(await client.save()), 'unauthorized');
  }
});

test('moderation reaches the server, and what it refuses is rejected', async () => {
  await game.control('join', { userId: ZOE.userId });
  assert.equal(kindOf(await client.announce('Hello\nall')), 'done');
  assert.equal(kindOf(await client.kick(ZOE.userId, 'afk')), 'done');
  assert.equal(kindOf(await client.kick(ZOE.userId)), 'rejected');
  assert.deepEqual(expectValue(await client.players()), []);
  assert.equal(kindOf(await client.ban(ZOE.userId, 'griefing')), 'done');
  assert.deepEqual((await game.control('audit')).banned, [ZOE.userId]);
  assert.equal(kindOf(await client.unban(ZOE.userId)), 'done');
  assert.equal(kindOf(await client.unban(ZOE.userId)), 'done');
  const announced = (await game.control('requests')).filter(({ path }) => path === '/v1/api/announce');
  const bodies = announced.map(({ body }) => body);
  assert.deepEqual(bodies, [{ message: 'Hello' }, { message: 'all' }]);
});

test('a save is on the disk when it has succeeded', async () => {
  const { saves } = await game.control('status');
  assert.equal(kindOf(await client.save()), 'done');
  assert.equal((await game.control('status')).saves, saves + 1);
});

test('reads survive a server that closes idle connections at any moment', async () => {
  await game.control('variants', { idleCloseMs: 20 });
  for (const idleMs of [0, 15, 18, 19, 20, 21, 22, 25, 40]) {
    assert.equal(kindOf(await client.info()), 'done');
    await wait(idleMs);
  }
});

test('a write whose response is lost is unknown, and was made once', async () => {
  await game.control('forgetRequests');
  for (const fault of ['reset', 'hang'] as const) {
    const short = gameServerClient({
      url: game.url,
      password: () => game.password,
      clock: systemClock,
      timeouts: { writeMs: 300 },
    });
    await game.control('answerFault', { fault, times: 1 });
    assert.equal(kindOf(await short.announce(fault)), 'unknown');
    short.close();
  }
  const requests = await game.control('requests');
  const bodies = requests.map(({ body }) => body);
  assert.deepEqual(bodies, [{ message: 'reset' }, { message: 'hang' }]);
});

test('a shutdown ends the server, and then its port refuses', async () => {
  await using other = await startGameServer({ variants: QUIET });
  const its = clientOf(other);
  assert.equal(kindOf(await its.shutdown(1, 'bye')), 'done');
  await other.exited;
  await until('the port refuses', async () => kindOf(await its.info()) === 'refused');
  assert.equal(kindOf(await its.save()), 'refused');
  its.close();
});
