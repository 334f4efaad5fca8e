import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type AttachedTest, startOnFastClock } from '@palatine/testing/start-attached-service';
import { until } from '@palatine/testing/until';

let attached: AttachedTest;
before(async () => {
  attached = await startOnFastClock({
    gameServerOptions: { variants: { loadingMs: 50 } },
    server: { Polls: { PlayersWhenEmptySeconds: 2 } },
  });
});
after(() => attached[Symbol.asyncDispose]());

const ZOE = 'gdk_2535400000000001';

async function online(userId: string): Promise<void> {
  await attached.gameServer.control('join', { userId, name: 'Zoe' });
  await until(`${userId} is online`, async () => (await statusOf(userId)) === 'Online');
}

async function statusOf(userId: string): Promise<string | undefined> {
  const { Players } = await attached.service.api.getPlayers();
  return Players.find((player) => player.UserId === userId)?.Status;
}

async function asked(path: string): Promise<unknown[]> {
  const requests = await attached.gameServer.control('requests');
  return requests.filter((request) => request.path.endsWith(`/${path}`)).map(({ body }) => body);
}

const newestAudit = async () => (await attached.service.api.getAudit({ query: { Limit: 1 } })).Entries[0];

function broadcast(Message: string, key: string): Promise<Response> {
  const init = { method: 'POST', body: JSON.stringify({ Message }), headers: { 'Idempotency-Key': key } };
  return attached.service.fetch('/v1/pdapi/Broadcast', init);
}

test('a broadcast is announced in the game, and recorded', async () => {
  await attached.gameServer.control('forgetRequests');
  await attached.service.api.broadcast({ body: { Message: 'Restart at ten', Sender: 'Admin' } });
  assert.deepEqual(await asked('announce'), [{ message: 'Admin: Restart at ten' }]);
  const entry = await newestAudit();
  assert.deepEqual([entry?.Route, entry?.Outcome], ['POST /v1/pdapi/Broadcast', 'OK']);
});

test('a broadcast that is repeated with its key is announced once, even at the same time', async () => {
  await attached.gameServer.control('forgetRequests');
  const send = () => broadcast('once', 'announcement-1');
  const responses = [...(await Promise.all([send(), send()])), await send()];
  const statuses = responses.map(({ status }) => status);
  assert.deepEqual(statuses, [200, 200, 200]);
  assert.equal(responses.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 2);
  assert.equal((await asked('announce')).length, 1);
});

test('a broadcast that the game server refuses is audited, and its key stays free', async () => {
  const send = () => broadcast('spoilt', 'announcement-2');
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
  await attached.gameServer.control('forgetRequests');
  const since = attached.service.game.newestEventId;
  const { Players } = await attached.service.api.getPlayers();
  const uid = Players.find(({ UserId }) => UserId === ZOE)?.PlayerUID ?? '';
  const kick = { params: { player_identifier: uid }, body: { Reason: 'idle for an hour' } };
  const reply = await attached.service.api.kickPlayer(kick);
  assert.deepEqual(reply, { Success: true, UserId: ZOE });
  assert.deepEqual(await asked('kick'), [{ userid: ZOE, message: 'idle for an hour' }]);
  await until('Zoe is offline', async () => (await statusOf(ZOE)) === 'Offline');
  const { events } = attached.service.game.eventsSince(since);
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
  await attached.gameServer.control('forgetRequests');
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

test('while the game server is down nothing is announced, and the response says so', async () => {
  await attached.gameServer.control('stop', { graceMs: 0 });
  await until('the server is known to be down', async () => {
    const { State } = await attached.service.api.getServer();
    return State === 'Offline';
  });
  await assert.rejects(attached.service.api.broadcast({ body: { Message: 'Hello' } }), {
    code: 'REQUEST_FAILED',
    message: /the game server is offline; nothing was announced/,
  });
  await attached.gameServer.control('start');
});
