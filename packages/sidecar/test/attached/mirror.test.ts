import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type AttachedTest, startOnFastClock } from '@palatine/testing/start-attached-service';
import { until } from '@palatine/testing/until';

let attached: AttachedTest;
before(async () => {
  attached = await startOnFastClock({ config: { playerResolution: 'Known' } });
});
after(() => attached[Symbol.asyncDispose]());

async function firstPlayer() {
  const { players } = await attached.gameServer.control('audit');
  const [player] = Object.values(players);
  assert.ok(player);
  return player;
}

test('a player who joins the game server is online, with address and UserId, until leaving', async () => {
  const { service, gameServer } = attached;
  const { playerId } = await firstPlayer();
  const uid = `${playerId.slice(0, 8)}-00000000-00000000-00000000`;
  const userId = 'gdk_2535400000000001';
  await gameServer.control('join', { userId, playerId, ip: '198.51.100.9' });
  const params = { player_identifier: uid };
  const player = async () => (await service.api.getPlayer({ params })).Player;
  await until('the player is online', async () => (await player()).Status === 'Online');
  const { UserId, IP } = await player();
  assert.deepEqual([UserId, IP], [userId, '198.51.100.9']);
  await gameServer.control('leave', { userId });
  await until('the player is offline', async () => (await player()).Status === 'Offline');
  const gone = await player();
  assert.deepEqual([gone.UserId, gone.IP], [userId, '']);
});

test('gains of a player are served once the game has saved, and every response has the age of the save', async () => {
  const { service, gameServer } = attached;
  const { playerId } = await firstPlayer();
  const uid = `${playerId.slice(0, 8)}-00000000-00000000-00000000`;
  const userId = 'gdk_2535400000000001';
  await gameServer.control('join', { userId, playerId });
  await gameServer.control('gainItem', { userId, itemId: 'Stone', count: 7 });
  await gameServer.control('save');
  const read = () => service.fetch(`/v1/pdapi/items/${uid}`);
  await until('the stone is served', async () =>
    /"ItemID":"Stone","Count":7/.test(await (await read()).text()),
  );
  const served = await read();
  assert.equal(served.status, 200);
  assert.match(served.headers.get('age') ?? '', /^\d+$/);
  const savedAtMs = Date.parse(served.headers.get('last-modified') ?? '');
  assert.ok(Math.abs(Date.now() - savedAtMs) < 60_000);
  const { Save } = await service.api.getServer();
  assert.deepEqual([Save.Source, Save.Problem], ['Live', '']);
});
