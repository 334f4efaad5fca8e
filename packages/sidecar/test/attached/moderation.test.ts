import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { ENFORCEMENT_HEADER } from '@palatine/contract';
import { callGame } from '@palatine/stand-in/call-game';
import { startOnFastClock } from '@palatine/testing/start-attached-service';
import { until } from '@palatine/testing/until';

const attached = await startOnFastClock({
  gameServerOptions: { variants: { loadingMs: 50, banKicks: false, bannedVisibleMs: 600_000 } },
  server: { Polls: { PlayersWhenEmptySeconds: 2 } },
});
after(() => attached[Symbol.asyncDispose]());
beforeEach(async () => {
  await attached.gameServer.control('leaveAll');
  await attached.gameServer.control('forgetRequests');
});

const ZOE = 'gdk_2535400000000001';
/** Banned by the tests; never the same as a player of an earlier test, whom polls may still show. */
const XBOX = 'gdk_2535400000000002';

async function join(userId: string, ip = '192.0.2.77'): Promise<void> {
  await attached.gameServer.control('join', { userId, name: 'Zoe', ip });
}

async function online(userId: string): Promise<void> {
  await join(userId);
  await until(`${userId} is online`, async () => (await statusOf(userId)) === 'Online');
}

async function statusOf(userId: string): Promise<string | undefined> {
  const { Players } = await attached.service.api.getPlayers();
  return Players.find((player) => player.UserId === userId)?.Status;
}

/** The bodies of calls of the game server. */
async function asked(path: string) {
  const requests = await attached.gameServer.control('requests');
  const calls = requests.filter((request) => request.path.endsWith(`/${path}`));
  return calls.map(({ body }) => body as { userid?: string; message?: string });
}

const askedAbout = async (path: string) => (await asked(path)).map(({ userid }) => userid);

const newestAudit = async () => (await attached.service.api.getAudit({ query: { Limit: 1 } })).Entries[0];

function broadcast(Message: string, key: string): Promise<Response> {
  const init = { method: 'POST', body: JSON.stringify({ Message }), headers: { 'Idempotency-Key': key } };
  return attached.service.fetch('/v1/pdapi/Broadcast', init);
}

test('a broadcast is announced in the game, and recorded', async () => {
  await attached.service.api.broadcast({ body: { Message: 'Restart at ten', Sender: 'Admin' } });
  assert.deepEqual(await asked('announce'), [{ message: 'Admin: Restart at ten' }]);
  const entry = await newestAudit();
  assert.deepEqual([entry?.Route, entry?.Outcome], ['POST /v1/pdapi/Broadcast', 'OK']);
});

test('a broadcast that is repeated with its key is announced once, even at the same time', async () => {
  const send = () => broadcast('once', 'announcement-1');
  const responses = [...(await Promise.all([send(), send()])), await send()];
  const statuses = responses.map(({ status }) => status);
  assert.deepEqual(statuses, [200, 200, 200]);
  assert.equal(responses.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 2);
  assert.equal((await asked('announce')).length, 1);
});

test('a broadcast that the game server refuses is audited, and its key stays free', async () => {
  const send = () => broadcast('spoiled', 'announcement-2');
  await attached.gameServer.control('answerFault', { fault: 'reset', endpoint: 'announce', times: 1 });
  const failed = await send();
  const { Error: error } = (await failed.json()) as { Error: { Code: string; Message: string } };
  assert.deepEqual([failed.status, error.Code], [400, 'REQUEST_FAILED']);
  assert.match(error.Message, /did not confirm whether .* check before you repeat it/);
  await until('the refusal is audited', async () => (await newestAudit())?.Outcome === 'REQUEST_FAILED');
  const repeated = await send();
  assert.deepEqual([repeated.status, repeated.headers.get('idempotent-replayed')], [200, null]);
});

test('a kick disconnects the player on the game server, who reads the reason and may come back', async () => {
  await online(ZOE);
  const since = attached.service.game.reads.newestEventId;
  const { Players } = await attached.service.api.getPlayers();
  const uid = Players.find(({ UserId }) => UserId === ZOE)?.PlayerUID ?? '';
  const kick = { params: { player_identifier: uid }, body: { Reason: 'idle for an hour' } };
  const reply = await attached.service.api.kickPlayer(kick);
  assert.deepEqual(reply, { Success: true, UserId: ZOE });
  assert.deepEqual(await asked('kick'), [{ userid: ZOE, message: 'idle for an hour' }]);
  await until('Zoe is offline', async () => (await statusOf(ZOE)) === 'Offline');
  const { events } = attached.service.game.reads.eventsSince(since);
  const types = events.map(({ type }) => type).filter((type) => /^(punishment|player\.left)$/.test(type));
  assert.deepEqual(types, ['punishment', 'player.left']);
  const left = events.flatMap((event) => (event.type === 'player.left' ? [event.data.reason] : []));
  assert.deepEqual(left, ['idle for an hour']);
  await online(ZOE);
  await attached.gameServer.control('leave', { userId: ZOE });
  await until('Zoe is offline', async () => (await statusOf(ZOE)) === 'Offline');
  assert.equal((await asked('kick')).length, 1, 'who comes back is not kicked again');
});

test('only online players are kicked', async () => {
  const kick = attached.service.api.kickPlayer({ params: { player_identifier: 'steam_1' } });
  await assert.rejects(kick, { code: 'PLAYER_NOT_FOUND' });
  assert.deepEqual(await asked('kick'), []);
  assert.equal((await newestAudit())?.Outcome, 'PLAYER_NOT_FOUND');
});

test('errors of a call are reported before the limits of the game server', async () => {
  const { api } = attached.service;
  const message = { SendType: 'PlayerChat' as const, Message: 'Hello' };
  await assert.rejects(api.sendPlayerMessage({ body: message }), { code: 'VALIDATION_FAILED' });
  await assert.rejects(api.sendPlayerMessage({ body: { ...message, UserID: 'steam_1' } }), {
    code: 'PLAYER_NOT_FOUND',
  });
  await online(ZOE);
  await assert.rejects(api.sendPlayerMessage({ body: { ...message, UserID: ZOE } }), {
    code: 'REQUEST_FAILED',
    message: /no interface for this, only for a Broadcast to everyone; nothing was sent/,
  });
});

async function isConnected(userId: string): Promise<boolean> {
  const { sessions } = await attached.gameServer.control('audit');
  return sessions.some((session) => session.userId === userId);
}

const inGameBanList = async () => (await attached.gameServer.control('audit')).banned;

async function activeUsers(): Promise<string[]> {
  const { Banlist } = await attached.service.api.getBanlist({ query: { active: 'true' } });
  return Banlist.UserEntries.map(({ UserId }) => UserId);
}

async function post(path: string, body: object = {}): Promise<string | null> {
  const init = { method: 'POST', body: JSON.stringify(body) };
  const response = await attached.service.fetch(`/v1/pdapi${path}`, init);
  assert.equal(response.status, 200, await response.text());
  return response.headers.get(ENFORCEMENT_HEADER);
}

test('a ban is on both lists, and the player is gone, on any platform; an unban removes it from both', async () => {
  await online(XBOX);
  assert.equal(await post(`/ban/${XBOX}`, { Reason: 'cheating' }), 'done');
  assert.deepEqual([await askedAbout('ban'), await askedAbout('kick')], [[XBOX], [XBOX]]);
  assert.equal(await isConnected(XBOX), false);
  assert.deepEqual([await activeUsers(), await inGameBanList()], [[XBOX], [XBOX]]);
  assert.equal(await post(`/unban/${XBOX}`), 'done');
  assert.deepEqual([await activeUsers(), await inGameBanList()], [[], []]);
});

test('a banned player who connects again is kicked by the polls until they are gone', async () => {
  await post(`/ban/${XBOX}`);
  await attached.gameServer.control('variants', { kickWhileLoading: 'ignored' });
  await join(XBOX);
  await until('the kick has failed', async () => (await askedAbout('kick')).length === 1);
  assert.equal(await isConnected(XBOX), true);
  await attached.gameServer.control('variants', { kickWhileLoading: 'works' });
  await until('they are gone', async () => !(await isConnected(XBOX)));
  assert.equal((await askedAbout('kick')).length, 2);
  await post(`/unban/${XBOX}`);
});

test('an address ban keeps everybody from there out, while loading and after', async () => {
  await attached.gameServer.control('variants', { kickWhileLoading: 'ignored', loadingMs: 4000 });
  assert.equal(await post('/banip/::ffff:192.0.2.66', { Reason: 'bots' }), 'done');
  await join('ps5_1234567890123456789', '192.0.2.66');
  await until('the kick while loading has failed', async () => (await askedAbout('kick')).length === 1);
  assert.equal(await isConnected('ps5_1234567890123456789'), true);
  const kickedTwice = async () => (await askedAbout('kick')).length === 2;
  await until('they are kicked again once they are in the game', kickedTwice);
  assert.equal(await isConnected('ps5_1234567890123456789'), false);
  await attached.gameServer.control('variants', { kickWhileLoading: 'works', loadingMs: 50 });
  assert.deepEqual(await askedAbout('ban'), [], 'the game has no bans of addresses');
  assert.equal(await post('/unbanip/192.0.2.66'), 'done');
});

test('a ban in the game is applied, and lifted with it; a ban of ours is restored', async () => {
  const game = (path: string, userid: string) => callGame(attached.gameServer, path, { body: { userid } });
  const ours = 'steam_76561198000000177';
  await post(`/ban/${ours}`, { Reason: 'cheating' });
  await game('ban', 'steam_76561198000000188');
  await until('the ban of the game is ours', async () => (await activeUsers()).length === 2);
  const { Banlist } = await attached.service.api.getBanlist({ query: { issuerType: 'game' } });
  const bans = Banlist.UserEntries.map(({ UserId, BannedBy }) => [UserId, BannedBy.NameValue]);
  assert.deepEqual(bans, [['steam_76561198000000188', 'banlist.txt']]);
  await game('unban', 'steam_76561198000000188');
  await game('unban', ours);
  await until('the ban of the game is lifted', async () => (await activeUsers()).length === 1);
  await until('ours is restored', async () => (await inGameBanList()).includes(ours));
  assert.deepEqual(await activeUsers(), [ours]);
  await post(`/unban/${ours}`);
});

test('while the game server is down, nothing is announced, and a ban is valid and enforced once it is back', async () => {
  const { service, gameServer } = attached;
  await gameServer.control('stop', { graceMs: 0 });
  await until('it is known to be down', async () => (await service.api.getServer()).State === 'Offline');
  await assert.rejects(service.api.broadcast({ body: { Message: 'Hello' } }), {
    code: 'REQUEST_FAILED',
    message: /the game server is offline; nothing was announced/,
  });
  assert.equal(await post(`/ban/${XBOX}`), 'pending; the game server is offline');
  assert.deepEqual(await activeUsers(), [XBOX]);
  await gameServer.control('start');
  await until('the game server has the ban', async () => (await inGameBanList()).includes(XBOX));
  await post(`/unban/${XBOX}`);
});
