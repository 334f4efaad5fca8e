import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { becomes, type MatrixService, STAYS, startMatrixService } from './matrix-service.ts';

// Section 16, points 6, 7 and 11 of the notes on the running server: requests of a user to the running server, and players
// who have to leave. A player without a ban stays, and is never kicked.

const BOT_ADDRESS = '192.0.2.66';
const GDK = 'gdk_2535400000000077';

let matrix: MatrixService;
before(async () => {
  matrix = await startMatrixService();
});
after(() => matrix[Symbol.asyncDispose]());
afterEach(async () => {
  assert.deepEqual(await callsOf('kick', STAYS), 0);
  assert.deepEqual(await callsOf('ban', STAYS), 0);
});

/** How often the server was asked to kick or ban a player. */
async function callsOf(what: 'kick' | 'ban' | 'unban', userId: string): Promise<number> {
  const requests = await matrix.gameServer.control('requests');
  return requests.filter(({ path, body }) => {
    return path === `/v1/api/${what}` && (body as { userid?: string }).userid === userId;
  }).length;
}

async function isConnected(userId: string): Promise<boolean> {
  const { sessions } = await matrix.gameServer.control('audit');
  return sessions.some((session) => session.userId === userId);
}

test('16.6: requests arrive with a length and all fields, whatever the response', async () => {
  const { api } = matrix.service;
  const { control } = matrix.gameServer;
  const userId = 'steam_76561198000000301';
  for (const successBody of ['', 'OK', '{}'] as const) {
    await using _ = await matrix.variants({ successBody });
    await control('forgetRequests');
    await control('join', { userId });
    await matrix.showsOnline(STAYS, userId);
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
    await matrix.showsOnline(STAYS);
  }
});

test('16.6: a save on demand is written, and answered without a body', async () => {
  const { saves } = await matrix.gameServer.control('status');
  assert.deepEqual(await matrix.service.api.saveServer(), { Success: true });
  assert.equal((await matrix.gameServer.control('status')).saves, saves + 1);
});

test('16.7: game-data is not read, and players stay correct', async () => {
  await matrix.visit();
  const requests = await matrix.gameServer.control('requests');
  assert.equal(requests.filter(({ path }) => path.endsWith('/game-data')).length, 0);
});

test('16.11: a failed or empty poll kicks nobody; a good one kicks banned players', async () => {
  const { control } = matrix.gameServer;
  const { api } = matrix.service;
  await api.banIP({ params: { ip: BOT_ADDRESS }, body: { Reason: 'a bot' } });
  const userId = 'steam_76561198000000303';
  for (const fault of ['status500', 'empty', 'wrongShape', 'truncated'] as const) {
    await control('answerFault', { fault, endpoint: 'players' });
    await control('join', { userId, ip: BOT_ADDRESS });
    await matrix.asked('players', 2);
    assert.equal(await callsOf('kick', userId), 0, fault);
    await control('leave', { userId });
    await control('clearAnswerFaults');
    await matrix.showsState('Online');
  }
  await control('join', { userId, ip: BOT_ADDRESS });
  await becomes(() => callsOf('kick', userId), 1);
  await becomes(() => isConnected(userId), false);
  await api.unbanIP({ params: { ip: BOT_ADDRESS }, body: {} });
});

test("16.11: what vanishes from the server's list lifts its own bans here, and never a local one", async () => {
  const { gameServer, service } = matrix;
  const banlist = join(gameServer.root, 'Pal', 'Saved', 'SaveGames', 'banlist.txt');
  const foreign = 'steam_76561198000000305';
  const active = async (userId: string) => {
    const { Banlist } = await service.api.getBanlist({ query: { active: 'true' } });
    return JSON.stringify(Banlist).includes(userId);
  };
  await service.api.banPlayer({ params: { player_identifier: GDK }, body: { Reason: 'cheating' } });
  await becomes(async () => (await gameServer.control('audit')).banned.includes(GDK), true);
  const before = readFileSync(banlist, 'utf8');
  writeFileSync(banlist, `${before}${foreign},${'A'.repeat(32)}\n`);
  await becomes(() => active(foreign), true);
  writeFileSync(banlist, '');
  await becomes(() => active(foreign), false);
  assert.equal(await active(GDK), true);
});
