import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { aFolder, runs } from '@palatine/platform/testing';
import { readProperties } from '@palatine/save/read-properties';
import { SaveError } from '@palatine/save/save-error';
import {
  anUnpackedSave,
  put,
  readDamaged,
  readOnce,
  twoPlayersOneCamp,
  writeSaveFolder,
  ZOE,
} from '@palatine/save/testing';
import fc from 'fast-check';

/** Four bytes that are absurd as a count or a length. */
const absurdCount = fc.constantFrom(
  Uint8Array.of(0xff, 0xff, 0xff, 0xff),
  Uint8Array.of(0xff, 0xff, 0xff, 0x7f),
  Uint8Array.of(0, 0, 0, 0x80),
  Uint8Array.of(0, 0, 0, 0x10),
  Uint8Array.of(0, 0, 0, 0),
);

/** Offsets of the 32-bit numbers that are counts or lengths by their size, in any alignment. */
function countsIn(bytes: Buffer): number[] {
  const offsets: number[] = [];
  for (let at = 0; at < bytes.length - 4; at += 1) {
    const value = bytes.readUInt32LE(at);
    if (value > 0 && value < bytes.length) offsets.push(at);
  }
  return offsets;
}

/** Makes counts and lengths larger: by a little, by a factor, or to what the bytes that are left could hold. */
const inflations = fc.array(
  fc.record({
    pick: fc.nat(),
    larger: fc.oneof(
      fc.integer({ min: 1, max: 40 }).map((more) => (value: number) => value + more),
      fc.integer({ min: 2, max: 2 ** 20 }).map((times) => (value: number) => value * times),
      fc.constantFrom(1, 4, 5, 9, 16, 32).map((bytes) => (_: number, left: number) => left / bytes),
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

test('a Level.sav cut anywhere is refused', async () => {
  await using folder = await anUnpackedSave();
  const whole = await readFile(join(folder.path, 'Level.sav'));
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: whole.length - 1 }), async (length) => {
      await writeFile(join(folder.path, 'Level.sav'), whole.subarray(0, length));
      const error = await readDamaged(folder.path);
      assert.ok(error instanceof SaveError);
      assert.equal(error.file, 'Level.sav');
    }),
    runs(15),
  );
});

for (const era of ['A', 'C', 'D'] as const) {
  test(`changed bytes in a Level.sav of era ${era} end in a SaveError or a world`, async () => {
    await using folder = await anUnpackedSave(era);
    const path = join(folder.path, 'Level.sav');
    const whole = await readFile(path);
    const change = fc.record({
      at: fc.nat({ max: whole.length - 1 }),
      bytes: fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 4 }), absurdCount),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const damaged = changes.reduce<Buffer>(
          (bytes, { at, bytes: change }) => put(bytes, at, change),
          Buffer.from(whole),
        );
        await writeFile(path, damaged);
        const result = await readDamaged(folder.path);
        if (!(result instanceof SaveError)) structuredClone(result);
        readTree(damaged);
      }),
      runs(30),
    );
  });
}

for (const file of ['Level.sav', ZOE]) {
  test(`larger counts and lengths anywhere in ${file} end in a SaveError or a world`, async () => {
    await using folder = await anUnpackedSave();
    const path = join(folder.path, file);
    const whole = await readFile(path);
    const offsets = countsIn(whole);
    await fc.assert(
      fc.asyncProperty(inflations, async (changes) => {
        const inflated = Buffer.from(whole);
        for (const { pick, larger } of changes) {
          const at = offsets[pick % offsets.length] ?? 0;
          const value = larger(inflated.readUInt32LE(at), inflated.length - at - 4);
          inflated.writeUInt32LE(Math.trunc(value) % 2 ** 32, at);
        }
        await writeFile(path, inflated);
        await readDamaged(folder.path);
        readTree(inflated);
      }),
      runs(15),
    );
  });
}

test('larger lengths in the header of a packed file end in a SaveError or a world', async () => {
  await using folder = await aFolder();
  for (const container of ['PlZ1', 'PlZ2'] as const) {
    await writeSaveFolder(folder.path, twoPlayersOneCamp(), { era: 'D', container });
    const path = join(folder.path, 'Level.sav');
    const whole = await readFile(path);
    const length = fc.oneof(
      fc.nat({ max: 2 ** 31 - 1 }),
      fc.nat({ max: 300_000_000 }),
      fc.constant(0xffff_ffff),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(0, 4), length, async (at, value) => {
        const changed = Buffer.from(whole);
        changed.writeUInt32LE(value, at);
        await writeFile(path, changed);
        await assert.rejects(readOnce(folder.path), { name: 'SaveError', file: 'Level.sav' });
      }),
      runs(10),
    );
  }
});

function readTree(bytes: Buffer): void {
  try {
    readProperties(bytes, 'Level.sav');
  } catch (error) {
    assert.ok(error instanceof SaveError, `not a SaveError: ${error}`);
  }
}

test('changed bytes in a player file cost that player at most', async () => {
  await using folder = await anUnpackedSave();
  const path = join(folder.path, ZOE);
  const whole = await readFile(path);
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: whole.length - 1 }),
      fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 4 }), absurdCount),
      async (at, change) => {
        await writeFile(path, put(Buffer.from(whole), at, change));
        const world = await readDamaged(folder.path);
        assert.ok(!(world instanceof SaveError));
        assert.equal(world.characters.length, 3);
      },
    ),
    runs(20),
  );
});
