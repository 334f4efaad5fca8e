import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';

/** Time until a player has started to walk. */
const SET_OUT_MS = 10_000;
const STEP_MS = 100;

/** A service whose players walk when the clock is advanced. */
async function aMovingService(): Promise<TestService & { clock: TestClock }> {
  const clock = new TestClock();
  const service = await startService({ clock, simulate: 'Moving' });
  clock.advance(SET_OUT_MS);
  return { ...service, clock };
}

const etagOf = async (service: TestService) => (await service.fetch('/v1/pdapi/players')).headers.get('etag');

test('the list of players is cached while they walk, and updated five times a second', async () => {
  await using service = await aMovingService();
  const tags = [await etagOf(service)];
  for (let step = 0; step < 20; step++) {
    service.clock.advance(STEP_MS);
    tags.push(await etagOf(service));
  }
  assert.equal(new Set(tags).size, 11, 'every second step');
});

test('the positions match the player list', async () => {
  await using service = await aMovingService();
  const { api, clock } = service;
  await api.getPlayers();
  clock.advance(2 * STEP_MS);
  const { Players } = await api.getPlayers();
  for (const { UserId, WorldLocation } of Players.slice(0, 5)) {
    const { Player } = await api.getPlayer({ params: { player_identifier: UserId } });
    assert.deepEqual(Player.WorldLocation, WorldLocation);
  }
});

test('a write takes effect at once while players walk', async () => {
  await using service = await aMovingService();
  const { api, clock } = service;
  for (let round = 0; round < 5; round++) {
    const { Players } = await api.getPlayers();
    const online = Players.find(({ Status }) => Status === 'Online') ?? assert.fail('nobody is online');
    clock.advance(STEP_MS);
    await api.kickPlayer({ params: { player_identifier: online.UserId } });
    const after = (await api.getPlayers()).Players.find(({ UserId }) => UserId === online.UserId);
    assert.equal(after?.Status, 'Offline');
  }
});
