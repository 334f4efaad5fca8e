import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { ENFORCEMENT_HEADER } from '@palatine/contract';
import { callGame } from '@palatine/stand-in/call-game';
import { type AttachedTest, startOnFastClock } from '@palatine/testing/start-attached-service';
import { until } from '@palatine/testing/until';

let attached: AttachedTest;
before(async () => {
  attached = await startOnFastClock({
    gameServerOptions: { variants: { loadingMs: 50, banKicks: false, bannedVisibleMs: 600_000 } },
    server: { Polls: { PlayersWhenEmptySeconds: 2 } },
  });
});
after(() => attached[Symbol.asyncDispose]());
beforeEach(async () => {
  await attached.gameServer.control('leaveAll');
  await attached.gameServer.control('forgetRequests');
});

const XBOX = 'gdk_2535400000000001';

async function join(userId: string, ip = '192.0.2.77'): Promise<void> {
  await attached.gameServer.control('join', { userId, name: 'Zoe', ip });
}

async function online(userId: string, ip?: string): Promise<void> {
  await join(userId, ip);
  await until(`${userId} is online`, async () => {
    const { Players } = await attached.service.api.getPlayers();
    return Players.some((player) => player.UserId === userId && player.Status === 'Online');
  });
}

async function isConnected(userId: string): Promise<boolean> {
  const { sessions } = await attached.gameServer.control('audit');
  return sessions.some((session) => session.userId === userId);
}

async function asked(path: string): Promise<string[]> {
  const requests = await attached.gameServer.control('requests');
  const bodies = requests.filter((request) => request.path.endsWith(`/${path}`)).map(({ body }) => body);
  return bodies.map((body) => (body as { userid: string }).userid);
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
  assert.deepEqual([await asked('ban'), await asked('kick')], [[XBOX], [XBOX]]);
  assert.equal(await isConnected(XBOX), false);
  assert.deepEqual([await activeUsers(), await inGameBanList()], [[XBOX], [XBOX]]);
  assert.equal(await post(`/unban/${XBOX}`), 'done');
  assert.deepEqual([await activeUsers(), await inGameBanList()], [[], []]);
});

test('a banned player who connects again is kicked by the polls until they are gone', async () => {
  await post(`/ban/${XBOX}`);
  await attached.gameServer.control('variants', { kickWhileLoading: 'ignored' });
  await join(XBOX);
  await until('the kick has failed', async () => (await asked('kick')).length === 1);
  assert.equal(await isConnected(XBOX), true);
  await attached.gameServer.control('variants', { kickWhileLoading: 'works' });
  await until('they are gone', async () => !(await isConnected(XBOX)));
  assert.equal((await asked('kick')).length, 2);
  await post(`/unban/${XBOX}`);
});

test('an address ban keeps everybody from there out, while loading and after', async () => {
  await attached.gameServer.control('variants', { kickWhileLoading: 'ignored', loadingMs: 4000 });
  assert.equal(await post('/banip/::ffff:192.0.2.66', { Reason: 'bots' }), 'done');
  await join('ps5_1234567890123456789', '192.0.2.66');
  await until('the kick while loading has failed', async () => (await asked('kick')).length === 1);
  assert.equal(await isConnected('ps5_1234567890123456789'), true);
  const kickedTwice = async () => (await asked('kick')).length === 2;
  await until('they are kicked again once they are in the game', kickedTwice);
  assert.equal(await isConnected('ps5_1234567890123456789'), false);
  await attached.gameServer.control('variants', { kickWhileLoading: 'works', loadingMs: 50 });
  assert.deepEqual(await asked('ban'), [], 'the game has no bans of addresses');
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

test('a ban while the game server is down is valid, and is enforced once it is back', async () => {
  await attached.gameServer.control('stop', { graceMs: 0 });
  const isDown = async () => (await attached.service.api.getServer()).State === 'Offline';
  await until('it is known to be down', isDown);
  assert.equal(await post(`/ban/${XBOX}`), 'pending; the game server is offline');
  assert.deepEqual(await activeUsers(), [XBOX]);
  await attached.gameServer.control('start');
  await until('the game server has the ban', async () => (await inGameBanList()).includes(XBOX));
  await post(`/unban/${XBOX}`);
});
