import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unpackSnapshot } from '../messages/index.ts';
import { playersSnapshot } from './snapshots.ts';

test('players who do not fit into a message are those who were seen longest ago', async () => {
  const players = Array.from({ length: 1200 }, (_, number) => ({
    uid: `${number}`.padStart(8, '0'),
    userId: `steam_${number * 7919}`,
    name: `P${number * 104729}`,
    formerNames: [],
    platform: 'Steam',
    online: number === 0,
    lastSeen: new Date(number * 1000).toISOString(),
  }));
  const game = {
    playersVersion: 'one',
    world: { userBans: {}, ipBans: {} },
    knownPlayers: (from: number) => ({ players: players.slice(from, from + 500), total: 1200 }),
  } as never; // it asks for nothing else
  const bytes = await playersSnapshot(game, 'start', 4096);
  const snapshot = await unpackSnapshot(bytes);
  assert.ok(bytes.byteLength <= 4096);
  assert.equal(snapshot.version, 'start one');
  const names = snapshot.players?.map(({ name }) => name) ?? [];
  assert.ok(names.length > 10 && names.length < 1200);
  assert.deepEqual(names.slice(0, 2), [players[0]?.name, players.at(-1)?.name]);
});
