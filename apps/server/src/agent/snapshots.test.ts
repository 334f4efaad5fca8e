import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { packSnapshot, unpackSnapshot } from '@palatine/fleet/messages';
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
  const reads = {
    playersVersion: 'one',
    world: { userBans: {}, ipBans: {} },
    knownPlayers: (from: number) => ({ players: players.slice(from, from + 500), total: 1200 }),
  } as never; // it asks for nothing else
  const bytes = await playersSnapshot(reads, 'start', 4096);
  const snapshot = await unpackSnapshot(bytes);
  assert.ok(bytes.byteLength <= 4096);
  assert.equal(snapshot.version, 'start one');
  const names = snapshot.players?.map(({ name }) => name) ?? [];
  assert.ok(names.length > 10 && names.length < 1200);
  assert.deepEqual(names.slice(0, 2), [players[0]?.name, players.at(-1)?.name]);
});

const aBan = (number: number) => ({
  ...{ Kind: 'User', Id: `steam_${number}`, Active: true, Reason: '', BannedBy: 'Admin' },
  BannedAt: new Date(number).toISOString(),
});

test('a snapshot is read in pieces, with turns of others in between', async () => {
  const bans = Array.from({ length: 10_000 }, (_, number) => aBan(number)) as never; // of their kind
  const bytes = await packSnapshot({ version: 'one', bans });
  let turns = 0;
  let counting = setImmediate(function count() {
    turns += 1;
    counting = setImmediate(count);
  });
  const snapshot = await unpackSnapshot(bytes).finally(() => clearImmediate(counting));
  assert.deepEqual(snapshot, { version: 'one', bans });
  assert.ok(turns >= 20, `${turns} turns`);
});

test('what is no snapshot, or holds too much, is refused', async () => {
  const head = JSON.stringify({ v: 1, version: 'one', of: 'bans' });
  const row = JSON.stringify(aBan(1));
  for (const text of [
    '',
    ' '.repeat(100_000),
    JSON.stringify({ v: 1, version: 'one', bans: [] }),
    `${head}\n{}`,
    `${head}\n${'['.repeat(70_000)}`,
    `${head}${`\n${row}`.repeat(50_001)}`,
    `${head}${`\n${JSON.stringify('x'.repeat(60_000))}`.repeat(600)}`,
  ]) {
    const bytes = await promisify(deflateRaw)(text);
    await assert.rejects(unpackSnapshot(bytes), { name: 'MessageError' }, text.slice(0, 80));
  }
  await assert.rejects(unpackSnapshot(Buffer.from('no deflate')), { name: 'MessageError' });
});
