import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { aDemo } from '@palatine/testing/worlds';
import type { World } from '@palatine/world/world';
import type { Query } from '../src/game/calls.ts';

const QUERIES = 10_000;
const AT_ONCE = 500;

/** A player whose GUID can be spelled in millions of ways. */
const PLAYER = 'ABCDEFAB-CDEFABCD-EFABCDEF-ABCDEFAB';

/** Spellings of the same GUID in upper and lower case; each makes another query and cached response. */
function spellings(guid: string, count: number): string[] {
  const letters = [...guid.matchAll(/[A-F]/g)].map(({ index }) => index);
  return Array.from({ length: count }, (_, number) =>
    [...guid].map((char, at) => ((number >> letters.indexOf(at)) & 1 ? char.toLowerCase() : char)).join(''),
  );
}

async function ask(service: TestService, queries: readonly Query[]): Promise<void> {
  for (let from = 0; from < queries.length; from += AT_ONCE) {
    for (const query of queries.slice(from, from + AT_ONCE)) await service.game.responses.get(query);
  }
}

function worldWithPlayer(): World {
  const { world, offline } = aDemo();
  const account = world.accounts.get(offline.uid) ?? assert.fail('the demo has no such player');
  world.accounts.restore(PLAYER, { ...account, uid: PLAYER, userId: 'steam_1' });
  return world;
}

test('ten thousand small responses hold no more memory than the cache counts', async () => {
  const options = { world: worldWithPlayer(), config: { playerResolution: 'Known' } };
  await using service = await startService(options);
  const queries = spellings(PLAYER, QUERIES).map(
    (player_identifier): Query => ({ name: 'getPlayer', params: { player_identifier }, form: 'Flat' }),
  );
  await ask(service, queries);

  const responses = queries.flatMap((query) => service.game.responses.cached(query) ?? []);
  assert.equal(responses.length, QUERIES);
  const memories = new Set(responses.map(({ bytes }) => bytes.buffer));
  const reachable = [...memories].reduce((sum, { byteLength }) => sum + byteLength, 0);
  const sent = responses.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  assert.equal(reachable, sent, 'nothing but the responses is reachable');

  assert.equal(await service.metric('palatine_response_cache_entries'), QUERIES);
  const counted = await service.metric('palatine_response_cache_bytes');
  assert.ok(counted > reachable, `${counted} counted, ${reachable} reachable`);
});

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
