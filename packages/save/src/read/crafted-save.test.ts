import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { aFolder } from '@palatine/platform/testing';
import { SaveError, ValueLimitError } from '../format/save-error.ts';
import { SAVE_LIMITS } from '../format/save-limits.ts';
import type { SaveWorld } from '../format/save-types.ts';
import { aLevelFileOf, aPlayerFileOf, packOodle } from '../testing/crafted-files.ts';
import { countReads } from '../testing/damaged-save.ts';
import { PropertyWriter } from '../testing/property-writer.ts';
import { twoPlayersOneCamp } from '../testing/sample-world.ts';
import { writeSaveFolder } from '../testing/write-save-folder.ts';
import { pack } from '../write/pack.ts';
import { playerFiles, saveFolderBytes } from './folder-files.ts';
import { readSaveFolder } from './read-save-folder.ts';

const ZOE = 'Players/0000000B00000000000000000000ABCD.sav';
const LILY = 'Players/0000000C00000000000000000000ABCD.sav';

/** A sound save folder with these files in it. */
async function aSaveFolder(files: Record<string, Buffer> = {}, world = twoPlayersOneCamp()) {
  const folder = await aFolder();
  await writeSaveFolder(folder.path, world, { era: 'D' });
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder.path, name), bytes);
  return folder;
}

const read = (folder: string) => readSaveFolder(folder, { retryDelayMs: 0 });

async function readNamed(worldName: string): Promise<SaveWorld> {
  await using folder = await aSaveFolder({}, { ...twoPlayersOneCamp(), worldName });
  return await read(folder.path);
}

/** Asserts that the folder reads without that player file, and why. */
async function assertLeftOut(file: string, bytes: Buffer, why: RegExp): Promise<SaveWorld> {
  await using folder = await aSaveFolder({ [file]: bytes });
  const world = await read(folder.path);
  assert.equal(world.players.length, 1);
  assert.deepEqual(world.warnings[0]?.file, file);
  assert.match(world.warnings[0]?.message ?? '', why);
  return world;
}

async function assertRefused(level: Buffer, why: RegExp): Promise<SaveError> {
  await using folder = await aSaveFolder({ 'Level.sav': level });
  const error = await read(folder.path).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof SaveError, String(error));
  assert.equal(error.file, 'Level.sav');
  assert.match(error.message, why);
  return error;
}

/** A property list with an array whose count is not what follows. */
function withCount(list: Buffer, count: number): Buffer {
  const bytes = Buffer.from(list);
  bytes.writeUInt32LE(count, bytes.lastIndexOf('NameProperty') + 14);
  return bytes;
}

const names = (count: number) =>
  aPlayerFileOf((writer) => writer.names('UnlockedRecipeTechnologyNames', new Array<string>(count).fill('')));

const MAX_VALUES = 'announces more values than a save of its size holds';

test('a file that does not change is read once, however often it may be tried', async () => {
  await using folder = await aSaveFolder({ [ZOE]: pack(names(1000), 'PlZ1').subarray(0, -1) });
  const stepsOf = async (tries: number) => {
    using counted = countReads();
    await readSaveFolder(folder.path, { tries, retryDelayMs: 0 });
    return counted.steps;
  };
  await writeFile(join(folder.path, ZOE), withCount(names(1000), 1100));
  await stepsOf(1); // fills the cache of layout versions
  assert.equal(await stepsOf(4), await stepsOf(1));
});

test('two hundred million names that are not there are refused before the first is read', async () => {
  const bytes = withCount(names(10), 200_000_000);
  using counted = countReads();
  await assertLeftOut(ZOE, bytes, /200000000 elements announced at byte \d+, \d+ bytes are left/);
  assert.ok(counted.steps < 10_000, `${counted.steps} steps`);
});

const padding = (bytes: number) => aPlayerFileOf((writer) => writer.bytes('Padding', Buffer.alloc(bytes)));

for (const [what, file, why] of [
  ['values', () => names(SAVE_LIMITS.spareValues * 0.75), MAX_VALUES],
  ['unpacked bytes', () => padding(60 * 1024 ** 2), 'is absurd for'],
] as const) {
  test(`the ${what} beyond the factor are spent once for all files of a folder`, async () => {
    const packed = pack(file(), 'PlZ1');
    await using folder = await aSaveFolder({ [ZOE]: packed, [LILY]: packed });
    const { warnings } = await read(folder.path);
    const files = warnings.filter(({ message }) => message.includes(why)).map((warning) => warning.file);
    assert.deepEqual(files, [LILY]);
  });
}

test('a Level.sav of empty records beyond its values is refused', async () => {
  const level = (count: number) => {
    const characters = (writer: PropertyWriter) =>
      mapOfCharacters(writer, count, () => {
        writer.none();
        writer.none();
      });
    return pack(aLevelFileOf(characters), 'PlZ1');
  };
  const records = SAVE_LIMITS.spareValues / SAVE_LIMITS.valuesPerRecord;
  const { cause } = await assertRefused(level(records * 2), new RegExp(MAX_VALUES));
  assert.ok(cause instanceof ValueLimitError);
  await using folder = await aSaveFolder({ 'Level.sav': level(records / 2) });
  assert.equal((await read(folder.path)).characters.length, 0);
});

test('empty structs inside one record beyond the values refuse the file, not the record', async () => {
  const level = aLevelFileOf((writer) =>
    mapOfCharacters(writer, 1, () => {
      writer.none();
      writer.bytes('RawData', emptyStatusPoints(SAVE_LIMITS.spareValues * 2));
      writer.none();
    }),
  );
  await assertRefused(pack(level, 'PlZ1'), /CharacterSaveParameterMap\[0\]: it announces more values/);
});

function mapOfCharacters(writer: PropertyWriter, count: number, pair: () => void): void {
  const pairs = new Array(count).fill(0);
  writer.map('CharacterSaveParameterMap', 'StructProperty', 'StructProperty', pairs, pair);
}

function emptyStatusPoints(count: number): Buffer {
  const writer = new PropertyWriter();
  writer.listStruct('SaveParameter', 'PalIndividualCharacterSaveParameter', () =>
    writer.structs('GotStatusPointList', 'PalGotStatusPoint', new Array(count).fill(0), () => {}),
  );
  writer.none();
  return writer.result();
}

test('maps of counters beyond the values are left out with their file', async () => {
  const bytes = aPlayerFileOf((writer) =>
    writer.listStruct('RecordData', 'PalLoggedinPlayerSaveDataRecordData', () => {
      const pairs = new Array(SAVE_LIMITS.spareValues * 2).fill(0);
      writer.map('TowerBossDefeatFlag', 'IntProperty', 'BoolProperty', pairs, () => writer.zeros(5));
    }),
  );
  await assertLeftOut(ZOE, pack(bytes, 'PlZ1'), new RegExp(MAX_VALUES));
});

test('a file that unpacks to more than its size allows is refused before it is unpacked', async () => {
  const bomb = padding(SAVE_LIMITS.spareUnpackedBytes * 1.2);
  for (const packed of [pack(bomb, 'PlZ1'), pack(bomb, 'PlZ2')]) {
    await assertLeftOut(ZOE, packed, /an unpacked size of \d+ bytes is absurd for \d+ packed ones/);
  }
});

test('the inner stream of a file that is packed twice is bounded too', async () => {
  const inner = 200 * 1024 ** 2;
  const bytes = pack(names(1), 'PlZ2');
  bytes.writeUInt32LE(inner, 4);
  const padded = Buffer.concat([bytes, Buffer.alloc(300_000)]);
  await assertLeftOut(ZOE, padded, /an inner stream of \d+ bytes is absurd/);
});

test('an Oodle file with blocks of one value is unpacked like any other', async () => {
  await using folder = await aSaveFolder({ [ZOE]: packOodle(names(3), 3) });
  const world = await read(folder.path);
  assert.deepEqual(world.players[0]?.unlockedTechnologies, ['', '', '']);
});

test('a text of eight million characters is cut at 256, with a warning', async () => {
  for (const letter of ['x', 'ゾ']) {
    const world = await readNamed(letter.repeat(8_000_000));
    assert.equal(world.worldName, letter.repeat(SAVE_LIMITS.textUnits));
    const message = 'a text of 8000000 characters was cut at 256';
    assert.deepEqual(world.warnings, [
      { kind: 'CutText', file: 'LevelMeta.sav', place: 'SaveData', message },
    ]);
  }
});

test('a cut text does not end in half a character', async () => {
  const { worldName } = await readNamed(`x${'🐑'.repeat(200)}`);
  assert.equal(worldName, `x${'🐑'.repeat(127)}`);
});

test('structs nested a thousand deep are passed over, and their siblings are read', async () => {
  const nest = (writer: PropertyWriter, depth: number) => {
    if (depth > 0) writer.listStruct('IndividualId', 'PalInstanceID', () => nest(writer, depth - 1));
  };
  const bytes = aPlayerFileOf((writer) => {
    writer.listStruct('LastTransform', 'Transform', () => nest(writer, 1000));
    writer.names('UnlockedRecipeTechnologyNames', ['Wood']);
  });
  await using folder = await aSaveFolder({ [ZOE]: bytes });
  const world = await read(folder.path);
  assert.deepEqual(world.players[0]?.unlockedTechnologies, ['Wood']);
});

for (const [kind, make] of Object.entries<(path: string) => unknown>({
  'a folder': (path) => mkdir(path),
  'a link to nothing': (path) => symlink('nowhere', path),
  'a FIFO': (path) => execFileSync('mkfifo', [path]),
  'a link to itself': (path) => symlink(path, path),
})) {
  test(`${kind} in the place of a save file is refused or left out by its name`, async () => {
    await using folder = await aSaveFolder();
    for (const file of [ZOE, 'LevelMeta.sav']) {
      await rm(join(folder.path, file));
      await make(join(folder.path, file));
    }
    const world = await read(folder.path);
    const files = world.warnings
      .filter(({ message }) => message.endsWith('left out'))
      .map(({ file }) => file);
    assert.deepEqual(files, ['LevelMeta.sav', ZOE]);
    await rm(join(folder.path, 'Level.sav'));
    await make(join(folder.path, 'Level.sav'));
    await assert.rejects(read(folder.path), { name: 'SaveError', file: 'Level.sav' });
  });
}

test('a folder whose files have more than 2 GiB together is refused before any is read', async () => {
  await using folder = await aSaveFolder({ [ZOE]: Buffer.alloc(0), [LILY]: Buffer.alloc(0) });
  for (const file of [ZOE, LILY, 'LevelMeta.sav']) {
    await truncate(join(folder.path, file), SAVE_LIMITS.fileBytes * 0.75); // sparse: takes no space
  }
  assert.ok((await saveFolderBytes(folder.path)) > SAVE_LIMITS.folderBytes);
  using counted = countReads();
  await assert.rejects(read(folder.path), {
    name: 'SaveError',
    message: /more than 2147483648 bytes together/,
  });
  assert.equal(counted.steps, 0);
});

test('a folder of players with more entries than any world has is refused', async () => {
  await using folder = await aSaveFolder();
  assert.equal((await playerFiles(folder.path, 2)).names.length, 2);
  await writeFile(join(folder.path, 'Players/notes.txt'), '');
  await assert.rejects(playerFiles(folder.path, 2), {
    name: 'SaveError',
    message: 'Players: it has more than 2 entries',
  });
});
