import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlayerEntry } from '@palatine/contract';
import { startService, type TestService } from '@palatine/testing/start-service';
import { loadCatalogue, makeDemoWorld } from '@palatine/world';

function aLargeWorld() {
  const sizes = { players: 4500, online: 4500, palsPerPlayer: 0, guilds: 1, camps: 1 };
  return makeDemoWorld({ catalogue: loadCatalogue(), seed: 3, nowMs: Date.UTC(2026, 6, 12), sizes }).world;
}

async function kick(service: TestService, player: Pick<PlayerEntry, 'UserId'> | undefined): Promise<void> {
  await service.api.kickPlayer({ params: { player_identifier: player?.UserId ?? assert.fail('nobody') } });
}

test('a long player list requested after a write shows it, even while an older list is in progress', async () => {
  await using service = await startService({ world: aLargeWorld() });
  const { Players } = await service.api.getPlayers();
  assert.equal(Players.length, 4500);
  for (const [turn, { UserId }] of Players.slice(0, 5).entries()) {
    await kick(service, Players[100 + turn]); // no list is cached from here on
    const earlier = service.api.getPlayers();
    await kick(service, { UserId });
    const later = await service.api.getPlayers();
    assert.equal(later.Players.find((player) => player.UserId === UserId)?.Status, 'Offline');
    assert.equal((await earlier).Players.length, 4500);
  }
});

test('many concurrent requests for a long player list get the same', async () => {
  await using service = await startService({ world: aLargeWorld() });
  const lists = Array.from({ length: 8 }, () => service.fetch('/v1/pdapi/players'));
  const tags = (await Promise.all(lists)).map(({ headers }) => headers.get('etag'));
  assert.equal(new Set(tags).size, 1);
});
