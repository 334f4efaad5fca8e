import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { packFrame } from './frame.ts';
import { packRoster, unpackRoster } from './roster.ts';

test('a roster is the same after its journey, and small', async () => {
  const players = Array.from({ length: 200 }, (_, number) => ({
    Uid: `${number}`.padStart(8, '0'),
    UserId: `steam_7656119800000${number}`,
    Name: `Player ${number}`,
    FormerNames: [],
    Platform: 'Steam',
    Online: number < 20,
  }));
  const roster = { inc: 'one', at: 5, players };
  const bytes = await packRoster(roster);
  assert.ok(bytes.byteLength < 10_000, `${bytes.byteLength} bytes`);
  assert.deepEqual(unpackRoster(bytes), roster);
});

test('what is no roster is refused, and so is one that would fill the memory', () => {
  const head = { v: 1, inc: 'one', at: 5, count: 1 };
  for (const bytes of [
    Buffer.from('no frame'),
    packFrame(head, Buffer.from('no deflate')),
    packFrame(head, deflateRawSync('[1, 2')),
    packFrame(head, deflateRawSync(JSON.stringify(['none']))),
    packFrame(head, deflateRawSync('[]')),
    packFrame({ ...head, v: 2 }, deflateRawSync('[]')),
    packFrame(head, deflateRawSync(Buffer.alloc(65 * 1024 * 1024, ' '))),
  ]) {
    assert.throws(() => unpackRoster(bytes), { name: 'MessageError' });
  }
});
