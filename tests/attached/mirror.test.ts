import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type AttachedTest, startAttachedService } from '../harness/start-attached-service.ts';

let attached: AttachedTest;
before(async () => {
  attached = await startAttachedService({ config: { playerResolution: 'Known' } });
});
after(() => attached[Symbol.asyncDispose]());

const LONGEST_MS = 30_000;

/** Waits until something that is asked again and again is so. @returns it */
async function eventually<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const endMs = performance.now() + LONGEST_MS;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    assert.ok(performance.now() < endMs, `${what} does not come true`);
    await delay(50);
  }
}

async function firstPlayer() {
  const { players } = await attached.gameServer.control('audit');
  const [player] = Object.values(players);
  assert.ok(player);
  return player;
}

test('who joins the game server is online, with address and UserId, and who leaves is not', async () => {
  const { service, gameServer } = attached;
  const { playerId } = await firstPlayer();
  const uid = `${playerId.slice(0, 8)}-00000000-00000000-00000000`;
  const userId = 'gdk_2535400000000001';
  await gameServer.control('join', { userId, playerId, ip: '198.51.100.9' });
  const entry = () => service.api.getPlayer({ params: { player_identifier: uid } });
  const { Player } = await eventually('the player is online', async () => {
    const found = await entry();
    return found.Player.Status === 'Online' ? found : undefined;
  });
  assert.deepEqual([Player.UserId, Player.IP], [userId, '198.51.100.9']);
  await gameServer.control('leave', { userId });
  const { Player: gone } = await eventually('the player is offline', async () => {
    const found = await entry();
    return found.Player.Status === 'Offline' ? found : undefined;
  });
  assert.deepEqual([gone.UserId, gone.IP], [userId, '']);
});

test('what a player gains is served once the game has saved, and every response says how old that is', async () => {
  const { service, gameServer } = attached;
  const { playerId } = await firstPlayer();
  const uid = `${playerId.slice(0, 8)}-00000000-00000000-00000000`;
  const userId = 'gdk_2535400000000001';
  await gameServer.control('join', { userId, playerId });
  await gameServer.control('gainItem', { userId, itemId: 'Stone', count: 7 });
  await gameServer.control('save');
  const served = await eventually('the stone is served', async () => {
    const response = await service.fetch(`/v1/pdapi/items/${uid}`);
    return /"ItemID":"Stone","Count":7/.test(await response.text()) ? response : undefined;
  });
  assert.match(served.headers.get('age') ?? '', /^\d+$/);
  const savedAtMs = Date.parse(served.headers.get('last-modified') ?? '');
  assert.ok(Math.abs(Date.now() - savedAtMs) < 60_000);
  const { Save } = await service.api.getServer();
  assert.deepEqual([Save.Source, Save.Problem], ['Live', '']);
});
