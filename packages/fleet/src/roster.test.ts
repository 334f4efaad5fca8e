import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { packRoster, unpackRoster } from './roster.ts';

test('a roster is the same after its journey, and small', async () => {
  const players = Array.from({ length: 200 }, (_, number) => ({
    uid: `${number}`.padStart(8, '0'),
    userId: `steam_7656119800000${number}`,
    name: `Player ${number}`,
    formerNames: [],
    platform: 'Steam',
    online: number < 20,
  }));
  const roster = { players, total: 200 };
  const bytes = await packRoster(roster);
  assert.ok(bytes.byteLength < 10_000, `${bytes.byteLength} bytes`);
  assert.deepEqual(await unpackRoster(bytes), { v: 1, ...roster });
});

test('what is no roster is refused, and so is one that would fill the memory', async () => {
  for (const bytes of [
    Buffer.from('no deflate'),
    deflateRawSync('[1, 2'),
    deflateRawSync(JSON.stringify({ v: 1, players: 'none', total: 1 })),
    deflateRawSync(JSON.stringify({ v: 2, players: [], total: 1 })),
    deflateRawSync(Buffer.alloc(65 * 1024 * 1024, ' ')),
  ]) {
    await assert.rejects(unpackRoster(bytes), { name: /MessageError/ });
  }
});
