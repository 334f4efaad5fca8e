import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { becomes, STAYS, startObserved } from './observed-service.ts';

// Requests of a user to the running server, and players who have to leave. A player without a ban stays, and is never
// kicked.

const BOT_ADDRESS = '192.0.2.66';

const observed = await startObserved();
after(() => observed[Symbol.asyncDispose]());
afterEach(async () => {
  assert.deepEqual(await callsOf('kick', STAYS), 0);
  assert.deepEqual(await callsOf('ban', STAYS), 0);
});

/** How often the server was asked to kick or ban a player. */
async function callsOf(what: 'kick' | 'ban' | 'unban', userId: string): Promise<number> {
  const requests = await observed.gameServer.control('requests');
  return requests.filter(({ path, body }) => {
    return path === `/v1/api/${what}` && (body as { userid?: string }).userid === userId;
  }).length;
}

async function isConnected(userId: string): Promise<boolean> {
  const { sessions } = await observed.gameServer.control('audit');
  return sessions.some((session) => session.userId === userId);
}

test('requests arrive with a length and all fields, whatever the response', async () => {
  const { api } = observed.service;
  const { control } = observed.gameServer;
  const userId = 'steam_76561198000000301';
  for (const successBody of ['', 'OK', '{}'] as const) {
    await using _ = await observed.variants({ successBody });
    await control('forgetRequests');
    await control('join', { userId });
    await observed.showsOnline(STAYS, userId);
    await api.broadcast({ body: { Message: 'Hello' } });
    await api.kickPlayer({ params: { player_identifier: userId }, body: { Reason: 'afk' } });
    await api.banPlayer({ params: { player_identifier: userId }, body: { Reason: 'cheating' } });
    await api.unbanPlayer({ params: { user_id: userId }, body: {} });
    await becomes(() => callsOf('unban', userId), 1);
    const writes = (await control('requests')).filter(({ method }) => method === 'POST');
    // A ban is followed by a kick, in case it does not disconnect; 400 if it has.
    const refused = writes.filter(({ path, status }) => status !== 200 && path !== '/v1/api/kick');
    assert.deepEqual(refused, [], 'no 411 for a missing length, no 400 for a missing field');
    assert.ok(writes.every(({ status }) => status !== 411));
    await observed.showsOnline(STAYS);
  }
});

test('a save on demand is written, and answered without a body', async () => {
  const { saves } = await observed.gameServer.control('status');
  assert.deepEqual(await observed.service.api.saveServer(), { Success: true });
  assert.equal((await observed.gameServer.control('status')).saves, saves + 1);
});

test('game-data is not read, and players stay correct', async () => {
  await observed.visit();
  const requests = await observed.gameServer.control('requests');
  assert.equal(requests.filter(({ path }) => path.endsWith('/game-data')).length, 0);
});

test('a failed or empty poll kicks nobody; a good one kicks banned players', async () => {
  const { control } = observed.gameServer;
  const { api } = observed.service;
  await api.banIP({ params: { ip: BOT_ADDRESS }, body: { Reason: 'a bot' } });
  const userId = 'steam_76561198000000303';
  for (const fault of ['status500', 'empty', 'wrongShape', 'truncated'] as const) {
    await control('answerFault', { fault, endpoint: 'players' });
    await control('join', { userId, ip: BOT_ADDRESS });
    await observed.asked('players', 2);
    assert.equal(await callsOf('kick', userId), 0, fault);
    await control('leave', { userId });
    await control('clearAnswerFaults');
    await observed.showsState('Online');
  }
  await control('join', { userId, ip: BOT_ADDRESS });
  await becomes(() => callsOf('kick', userId), 1);
  await becomes(() => isConnected(userId), false);
  await api.unbanIP({ params: { ip: BOT_ADDRESS }, body: {} });
});
