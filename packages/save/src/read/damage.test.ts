import assert from 'node:assert/strict';
import { globSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { CorruptDataError, SaveError } from '../format/save-error.ts';
import type { SaveWorld } from '../format/save-types.ts';
import { twoPlayersOneCamp } from '../testing/sample-world.ts';
import { aFolder } from '../testing/temporary-folder.ts';
import { readProperties } from '../tree/read-properties.ts';
import type { SaveEra } from '../write/save-era.ts';
import { writeSaveFolder } from '../write/write-save-folder.ts';
import { ByteReader } from './byte-reader.ts';
import { readSaveFolder } from './read-save-folder.ts';

const ZOE = 'Players/0000000B00000000000000000000ABCD.sav';

/** A save folder with unpacked files, so that damage reaches the parser. */
async function aSaveFolder(era: SaveEra = 'D') {
  const folder = await aFolder();
  await writeSaveFolder(folder.path, twoPlayersOneCamp(), { era, container: 'GVAS' });
  return folder;
}

const read = (path: string) => readSaveFolder(path, { tries: 1 });

async function damage(folder: string, file: string, change: (bytes: Buffer) => Buffer): Promise<void> {
  const path = join(folder, file);
  await writeFile(path, change(await readFile(path)));
}

function put(bytes: Buffer, at: number, change: Uint8Array): Buffer {
  bytes.set(change.subarray(0, bytes.length - at), at);
  return bytes;
}

/**
 * Reads a damaged folder. Asserts that it ends in a world or in a SaveError caused by CorruptDataError, and that
 * damage costs no extra work: the readers read each byte once, apart from a property's name for the message, whose
 * length may be damaged too, and announce fewer values than there are bytes.
 */
async function readDamaged(path: string): Promise<SaveWorld | SaveError> {
  const fileBytes = bytesOf(path);
  const mostReads = 2 * fileBytes;
  using reads = countReads();
  const result = await read(path).catch((error: unknown) => {
    assert.ok(error instanceof SaveError, `not a SaveError: ${error}`);
    assert.ok(error.cause instanceof CorruptDataError, `an accident of the parser: ${error.cause}`);
    return error;
  });
  assert.ok(reads.steps <= mostReads, `${reads.steps} steps for ${fileBytes} bytes`);
  assert.ok(reads.bytes <= mostReads, `${reads.bytes} bytes read of ${fileBytes}`);
  assert.ok(reads.values <= fileBytes, `${reads.values} values in ${fileBytes} bytes`);
  return result;
}

function bytesOf(folder: string): number {
  const files = globSync('**/*.sav', { cwd: folder });
  return files.reduce((bytes, file) => bytes + statSync(join(folder, file)).size, 0);
}

/**
 * Counts the calls of `take`, through which all reading goes, the bytes they step over, and the values that are read
 * to be kept, until disposed.
 */
function countReads(): { steps: number; bytes: number; values: number } & Disposable {
  const { take, spendValues } = ByteReader.prototype;
  const reads = {
    steps: 0,
    bytes: 0,
    values: 0,
    [Symbol.dispose]: () => {
      ByteReader.prototype.take = take;
      ByteReader.prototype.spendValues = spendValues;
    },
  };
  ByteReader.prototype.spendValues = function (count) {
    reads.values += count;
    spendValues.call(this, count);
  };
  ByteReader.prototype.take = function (length) {
    reads.steps += 1;
    const start = take.call(this, length);
    reads.bytes += length;
    return start;
  };
  return reads;
}

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

test('a truncated Level.sav is refused by name and place', async () => {
  await using folder = await aSaveFolder();
  await damage(folder.path, 'Level.sav', (bytes) => bytes.subarray(0, bytes.length / 2));
  await assert.rejects(read(folder.path), {
    name: 'SaveError',
    file: 'Level.sav',
    place: 'worldSaveData',
    message: /^Level\.sav: worldSaveData: .* bytes, \d+ are left$/,
  });
});

test('a Level.sav cut anywhere is refused', async () => {
  await using folder = await aSaveFolder();
  const whole = await readFile(join(folder.path, 'Level.sav'));
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: whole.length - 1 }), async (length) => {
      await writeFile(join(folder.path, 'Level.sav'), whole.subarray(0, length));
      const error = await readDamaged(folder.path);
      assert.ok(error instanceof SaveError);
      assert.equal(error.file, 'Level.sav');
    }),
    { numRuns: 150 },
  );
});

for (const era of ['A', 'C', 'D'] as const) {
  test(`changed bytes in a Level.sav of era ${era} end in a SaveError or a world`, async () => {
    await using folder = await aSaveFolder(era);
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
      { numRuns: 300 },
    );
  });
}

for (const file of ['Level.sav', ZOE]) {
  test(`larger counts and lengths anywhere in ${file} end in a SaveError or a world`, async () => {
    await using folder = await aSaveFolder();
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
      { numRuns: 150 },
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
        await assert.rejects(read(folder.path), { name: 'SaveError', file: 'Level.sav' });
      }),
      { numRuns: 100 },
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
  await using folder = await aSaveFolder();
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
    { numRuns: 200 },
  );
});

test('a damaged player file is a warning and the rest loads', async () => {
  await using folder = await aSaveFolder();
  await damage(folder.path, ZOE, (bytes) => bytes.subarray(0, 700));
  const world = await read(folder.path);
  assert.deepEqual(
    world.players.map((player) => player.file),
    ['Players/0000000C00000000000000000000ABCD.sav'],
  );
  assert.equal(world.warnings[0]?.file, ZOE);
  assert.match(world.warnings[0]?.message ?? '', /left out/);
});

test('one damaged blob costs its record and is named by place', async () => {
  await using folder = await aSaveFolder('C');
  await damage(folder.path, 'Level.sav', (bytes) => {
    // The length of the guild's name.
    const at = bytes.indexOf('Unnamed Guild') - 4;
    return put(bytes, at, Uint8Array.of(0xff, 0xff, 0xff, 0x7f));
  });
  const world = await read(folder.path);
  assert.deepEqual(
    world.groups.map((group) => group.type),
    ['Organization', 'Neutral'],
  );
  assert.equal(world.characters.length, 3);
  assert.equal(world.warnings.length, 1);
  assert.equal(world.warnings[0]?.place, 'worldSaveData.GroupSaveDataMap[0].RawData');
});

test('properties nested without end are kept as bytes, not followed', () => {
  const header = (name: string) => {
    const bytes = Buffer.alloc(4 + name.length + 1);
    bytes.writeInt32LE(name.length + 1);
    bytes.write(name, 4, 'latin1');
    return bytes;
  };
  const tag = Buffer.concat([header('A'), header('StructProperty')]);
  const rest = Buffer.concat([header('Nest'), Buffer.alloc(17)]);
  const depth = 20_000;
  const parts: Buffer[] = [gvasHeader(header)];
  const each = tag.length + 8 + rest.length;
  for (let level = 0; level < depth; level += 1) {
    const sizes = Buffer.alloc(8);
    sizes.writeInt32LE((depth - level - 1) * each);
    parts.push(tag, sizes, rest);
  }
  const tree = readProperties(Buffer.concat([...parts, header('None'), Buffer.alloc(4)]), 'Level.sav');
  assert.equal(tree.properties[0]?.name, 'A');
});

function gvasHeader(text: (value: string) => Buffer): Buffer {
  const numbers = Buffer.alloc(22);
  const format = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from('GVAS'),
    numbers,
    text('b'),
    format,
    text('/Script/Pal.PalWorldSaveGame'),
  ]);
}
