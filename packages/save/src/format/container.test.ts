import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { containerHeader, packOodle } from '../testing/crafted-files.ts';
import { pack, packInBackground } from '../write/pack.ts';
import { unpack } from './container.ts';
import { CorruptDataError } from './save-error.ts';

const gvas = Buffer.from(`GVAS${'palworld '.repeat(100)}`);

function refused(file: Buffer, message: RegExp): void {
  assert.throws(() => unpack(file), { name: CorruptDataError.name, message });
}

for (const container of ['GVAS', 'PlZ1', 'PlZ2'] as const) {
  test(`${container} is unpacked to the bytes that were packed`, () => {
    const unpacked = unpack(pack(gvas, container));
    assert.equal(unpacked.container, container);
    assert.deepEqual(Buffer.from(unpacked.gvas), gvas);
  });
}

test('blocks that Oodle stores unpacked are unpacked again, the last one shorter', () => {
  const long = Buffer.alloc(600_000);
  gvas.copy(long);
  for (let at = gvas.length; at < long.length; at += 1) long[at] = (at * 31 + (at >> 8)) & 0xff;
  for (const bytes of [gvas, long, long.subarray(0, 512 * 1024)]) {
    const unpacked = unpack(packOodle(bytes));
    assert.equal(unpacked.container, 'PlM1');
    assert.deepEqual(Buffer.from(unpacked.gvas), bytes);
  }
});

test('a file is packed the same in the background', async () => {
  for (const container of ['GVAS', 'PlZ1', 'PlZ2'] as const) {
    assert.deepEqual(await packInBackground(gvas, container), pack(gvas, container));
  }
});

test('the real header of a Game Pass file is behind the CNK one', () => {
  const file = Buffer.concat([containerHeader('CNK0', 0, 0), pack(gvas, 'PlZ1')]);
  assert.deepEqual(Buffer.from(unpack(file).gvas), gvas);
});

test('what is not a save is refused', () => {
  refused(Buffer.alloc(0), /empty/);
  refused(Buffer.from('GVA'), /only 3 bytes/);
  refused(Buffer.from('{"json": "is not a save"}'), /not a Palworld save/);
  refused(containerHeader('CNK0', 10, 0), /inside its header/);
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 123\n`;
  refused(Buffer.from(pointer), /a Git LFS pointer, not the file: run git lfs pull/);
});

test('an absurd unpacked size is refused before anything is allocated', () => {
  const before = process.memoryUsage().arrayBuffers;
  for (const magic of ['PlZ1', 'PlZ2', 'PlM1']) {
    refused(Buffer.concat([containerHeader(magic, 0xffff_ffff, 100), Buffer.alloc(100)]), /absurd/);
  }
  assert.ok(process.memoryUsage().arrayBuffers - before < 1_000_000);
});

test('a zlib stream that gives more than promised is stopped at its promise', () => {
  const bomb = deflateSync(Buffer.alloc(50_000_000));
  refused(Buffer.concat([containerHeader('PlZ1', 1000, bomb.length), bomb]), /zlib/);
});

test('a file whose lengths do not fit is refused', () => {
  const packed = pack(gvas, 'PlZ1');
  refused(packed.subarray(0, packed.length - 1), /the header promises/);
  refused(Buffer.concat([packed, Buffer.alloc(1)]), /the header promises/);
  packed.writeUInt32LE(gvas.length + 1);
  refused(packed, /the header promises/);
});

test('an Oodle stream of nonsense is refused', () =>
  refused(Buffer.concat([containerHeader('PlM1', 1000, 100), Buffer.alloc(100, 0x5a)]), /Oodle/));
