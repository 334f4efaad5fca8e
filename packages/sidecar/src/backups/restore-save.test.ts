import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { aFolder } from '@palatine/platform/testing';
import { undoSave } from '@palatine/save-tools/install-files';
import { lockSave } from '@palatine/save-tools/save-folder';
import { backUpSaveFolder } from './back-up-save.ts';
import { type RestoreOptions, restoreSaveBackup } from './restore-save.ts';
import { readSaveFolderBackup } from './save-backup.ts';

const SAVED_AT = Date.UTC(2026, 6, 11);
const NOW = Date.UTC(2026, 6, 12);
/** Only root may listen here, so no game server answers. */
const NOT_RUNNING = { restPort: 1 };

const ZOE = `Players/${'A1'.repeat(16)}.sav`;
const STORAGE = `Players/${'A1'.repeat(16)}_dps.sav`;
const COPY = `Players/${'A1'.repeat(16)} - Copy.sav`;
const GONE = `Players/${'B2'.repeat(16)}.sav`;
const JOINED = `Players/${'C3'.repeat(16)}.sav`;

type Files = Record<string, string>;
const BACKED_UP: Files = {
  'Level.sav': 'level of then',
  'LevelMeta.sav': 'meta',
  'WorldOption.sav': 'options of then',
  [ZOE]: 'zoe of then',
  [STORAGE]: 'storage of then',
  [COPY]: 'a copy by hand of then',
  [GONE]: 'somebody whose file is gone',
};
const PLAYED: Files = {
  'Level.sav': 'level of now',
  'LevelMeta.sav': 'meta',
  'WorldOption.sav': 'options of now',
  [ZOE]: 'zoe of now',
  [STORAGE]: 'storage of now',
  [COPY]: 'a copy by hand of now',
  [JOINED]: 'somebody who joined since',
};
/** The played world without the files of a save. */
const RESTORED: Files = {
  ...BACKED_UP,
  'WorldOption.sav': 'options of now',
  [COPY]: 'a copy by hand of now',
};

function writeFiles(world: string, files: Files): void {
  rmSync(world, { recursive: true, force: true });
  mkdirSync(join(world, 'Players'), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    writeFileSync(join(world, path), text);
    utimesSync(join(world, path), SAVED_AT / 1000, SAVED_AT / 1000);
  }
}

function filesOf(world: string): Files {
  const names = readdirSync(world, { recursive: true, withFileTypes: true });
  const paths = names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(world.length + 1));
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(world, path), 'utf8')]));
}

const sorted = (files: Files): Files => Object.fromEntries(Object.entries(files).sort());

/** A world that was backed up, and played since. */
async function aBackedUpWorld() {
  const folder = await aFolder();
  const world = join(folder.path, 'SaveGames', '0', 'WORLD');
  writeFiles(world, BACKED_UP);
  const into = join(folder.path, 'backups');
  const backup = await backUpSaveFolder({ world, into, nowMs: SAVED_AT, reason: 'test' });
  writeFiles(world, PLAYED);
  const restore = (options: Partial<RestoreOptions> = {}) =>
    restoreSaveBackup({ world, backup, nowMs: NOW, ...NOT_RUNNING, ...options });
  return { world, into, backup, restore, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

test('a restore reverts the save, and moves the file of a player who joined since aside', async () => {
  await using at = await aBackedUpWorld();
  const { keptIn, ...report } = await at.restore();
  assert.deepEqual(report, {
    replaced: ['Level.sav', STORAGE, ZOE].sort(),
    brought: [GONE],
    keptAside: [JOINED],
    recovered: undefined,
  });
  assert.deepEqual(filesOf(at.world), sorted(RESTORED));
  assert.equal(readFileSync(join(keptIn ?? '', JOINED), 'utf8'), PLAYED[JOINED]);
});

test('a restore can be undone, and the undo too', async () => {
  await using at = await aBackedUpWorld();
  await at.restore();
  for (const files of [PLAYED, RESTORED, PLAYED]) {
    using save = lockSave(at.world);
    await undoSave(save, { nowMs: NOW, ...NOT_RUNNING });
    assert.deepEqual(filesOf(at.world), sorted(files));
  }
});

test('an equal save is left alone', async () => {
  await using at = await aBackedUpWorld();
  await at.restore();
  const report = await at.restore({ nowMs: NOW + 1000 });
  assert.deepEqual(report, {
    replaced: [],
    brought: [],
    keptAside: [],
    keptIn: undefined,
    recovered: undefined,
  });
});

for (const refused of [GONE, JOINED, ZOE, 'Level.sav']) {
  test(`a refusal of the system half way, at ${refused}, leaves the save as it was`, async () => {
    await using at = await aBackedUpWorld();
    let left = 1;
    const step = (did: string) => {
      if (did === `replaced ${refused}` && left-- > 0) throw new Error('EBUSY: resource busy or locked');
    };
    await assert.rejects(at.restore({ step }), { name: 'ConfigError', message: /was rolled back/ });
    assert.deepEqual(filesOf(at.world), sorted(PLAYED));
  });
}

test('a missing world folder is created with its options; one without a level is not changed', async () => {
  await using at = await aBackedUpWorld();
  rmSync(join(at.world, 'Level.sav'));
  await assert.rejects(at.restore(), { name: 'ConfigError', message: /holds no Level.sav; move the folder/ });
  renameSync(at.world, join(dirname(at.world), 'kept'));
  mkdirSync(`${at.world}.999999999-0123456789ab.writing`); // of a restore that was killed
  const { brought } = await at.restore();
  assert.deepEqual(brought, Object.keys(BACKED_UP).sort());
  assert.deepEqual(filesOf(at.world), sorted(BACKED_UP));
  assert.deepEqual(readdirSync(dirname(at.world)).sort(), ['WORLD', 'kept']);
});

test('a world without players gets their folder', async () => {
  await using at = await aBackedUpWorld();
  rmSync(join(at.world, 'Players'), { recursive: true });
  chmodSync(at.world, 0o755);
  await at.restore();
  assert.equal(readFileSync(join(at.world, ZOE), 'utf8'), BACKED_UP[ZOE]);
});

test('a damaged backup and one of another world change nothing', async () => {
  await using at = await aBackedUpWorld();
  const neighbor = join(dirname(at.world), 'OTHER');
  writeFiles(neighbor, PLAYED);
  await assert.rejects(at.restore({ world: neighbor }), {
    name: 'ConfigError',
    message: /is of the world WORLD/,
  });
  writeFileSync(join(at.backup.folder, ZOE), 'damaged');
  const backup = readSaveFolderBackup(at.backup.folder);
  await assert.rejects(at.restore({ backup }), { name: 'ConfigError', message: /is damaged/ });
  assert.deepEqual(filesOf(at.world), sorted(PLAYED));
});

test('a save that may be in use is not replaced', async () => {
  await using at = await aBackedUpWorld();
  utimesSync(join(at.world, ZOE), NOW / 1000 - 5, NOW / 1000 - 5);
  await assert.rejects(at.restore(), { name: 'ConfigError', message: /the game may be writing the save/ });
  assert.deepEqual(filesOf(at.world), sorted(PLAYED));
  assert.ok(!existsSync(join(dirname(at.world), 'palatine-backups')));
});
