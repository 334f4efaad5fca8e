import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { aFolder } from '@palatine/save/testing';
import { type BackUpOptions, backUpSaveFolder, type SaveMoment, saveBackupsFolder } from './back-up-save.ts';
import { verifySaveFolderBackup } from './restore-save.ts';
import { listSaveFolderBackups, readSaveFolderBackup, removeExpiredSaveBackups } from './save-backup.ts';

const AT = Date.UTC(2026, 6, 12, 8, 30, 5);
const DAY_MS = 24 * 3_600_000;
const PLAYER = `Players/${'A1'.repeat(16)}.sav`;
const STORAGE = `Players/${'A1'.repeat(16)}_dps.sav`;
const FILES = {
  'Level.sav': 'level',
  'LevelMeta.sav': 'meta',
  'WorldOption.sav': 'options',
  [PLAYER]: 'player',
  [STORAGE]: 'storage',
};

/** A world folder with a generation of the game's own, and a folder for its backups. */
async function aWorld() {
  const folder = await aFolder();
  const world = join(folder.path, 'SaveGames', '0', 'WORLD');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(world, path)), { recursive: true });
    writeFileSync(join(world, path), text);
  };
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  write('backup/world/2026.07.12-08.00.00/Level.sav', 'older');
  write('Level.sav.tmp', 'being written');
  const into = join(folder.path, 'data', 'SaveBackups', 'WORLD');
  const backUp = (options: Partial<BackUpOptions> = {}) =>
    backUpSaveFolder({ world, into, nowMs: AT, reason: 'test', ...options });
  return { world, into, write, backUp, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

const textsOf = (folder: string, paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));

const refused = (work: Promise<unknown>, message: RegExp | string) =>
  assert.rejects(work, { name: 'ConfigError', message });

test("a backup holds the save, its options and a digest of each file, and not the game's own backups", async () => {
  await using at = await aWorld();
  const { folder, name, manifest } = await at.backUp();
  assert.equal(name, '20260712T083005Z');
  assert.equal(folder, join(at.into, name));
  assert.deepEqual(manifest.files.map(({ path }) => path).sort(), Object.keys(FILES).sort());
  assert.deepEqual(textsOf(folder, Object.keys(FILES)), FILES);
  const { world, from, reason, madeAt } = manifest;
  assert.deepEqual(
    { world, from, reason, madeAt },
    { world: 'WORLD', from: 'Stopped', reason: 'test', madeAt: '2026-07-12T08:30:05.000Z' },
  );
  await verifySaveFolderBackup(readSaveFolderBackup(folder));
  assert.deepEqual(readdirSync(at.into).sort(), [name, 'backup.lock']);
});

test('while a server runs, the files come from the reader, of one moment or of a generation', async () => {
  await using at = await aWorld();
  const files = new Map([
    ['Level.sav', Buffer.from('a later level')],
    [PLAYER, Buffer.from('a later player')],
  ]);
  for (const from of ['World', 'Generation'] as const) {
    const read = async (folder: string): Promise<SaveMoment> => {
      assert.equal(folder, at.world);
      appendFileSync(join(at.world, 'Level.sav'), 'the server writes on');
      return { files, from, savedAtMs: AT - 5000 };
    };
    const { folder, manifest } = await at.backUp({ read });
    assert.equal(manifest.from, from);
    assert.equal(manifest.savedAt, '2026-07-12T08:30:00.000Z');
    assert.deepEqual(
      textsOf(
        folder,
        manifest.files.map(({ path }) => path),
      ),
      { 'Level.sav': 'a later level', [PLAYER]: 'a later player', 'WorldOption.sav': 'options' },
    );
  }
});

test('a reader without a moment, or without a level, leaves no backup', async () => {
  await using at = await aWorld();
  const failing = () => Promise.reject(new Error('never settled'));
  await assert.rejects(at.backUp({ read: failing }), /never settled/);
  const empty = () => Promise.resolve({ files: new Map(), from: 'World', savedAtMs: AT } as const);
  await refused(at.backUp({ read: empty }), /no Level.sav/);
  assert.deepEqual(readdirSync(at.into), ['backup.lock']);
});

test('a save that is written while it is copied is not backed up', async () => {
  await using at = await aWorld();
  const backup = at.backUp();
  // It has copied the first file, and yields.
  at.write(PLAYER, 'the game was not down');
  await refused(backup, /was written while it was copied/);
  assert.deepEqual(readdirSync(at.into), ['backup.lock']);
});

test('a backup is refused without twice the room', async () => {
  await using at = await aWorld();
  const bytes = Object.values(FILES).join('').length;
  await refused(at.backUp({ freeBytes: () => 2 * bytes - 1 }), /twice the size/);
  await at.backUp({ freeBytes: () => 2 * bytes });
});

test('links are not followed, and a folder without a level is not a save', async () => {
  await using at = await aWorld();
  symlinkSync('/etc/passwd', join(at.world, 'Players', `${'B2'.repeat(16)}.sav`));
  await refused(at.backUp(), /is a link/);
  await refused(at.backUp({ world: at.into }), /Level.sav is missing/);
});

test('only one backup is made at a time, and leftovers of an interrupted one are removed', async () => {
  await using at = await aWorld();
  const draft = join(at.into, '20260711T000000Z.making');
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'Level.sav'), 'half');
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const read = async (): Promise<SaveMoment> => {
    await opened;
    return { files: new Map([['Level.sav', Buffer.from('level')]]), from: 'World', savedAtMs: AT };
  };
  const first = at.backUp({ read });
  await refused(at.backUp(), /another backup is being made/);
  open();
  const { name } = await first;
  assert.deepEqual(readdirSync(at.into).sort(), [name, 'backup.lock']);
});

test('damage is found: a file that differs, or is missing, and a manifest that leads elsewhere', async () => {
  await using at = await aWorld();
  const { folder } = await at.backUp();
  appendFileSync(join(folder, PLAYER), 'x');
  await refused(
    verifySaveFolderBackup(readSaveFolderBackup(folder)),
    /is damaged: Players\/.* is not what was backed up/,
  );
  const manifest = readFileSync(join(folder, 'save-folder.json'), 'utf8');
  for (const [from, to] of [
    [PLAYER, '../outside.sav'],
    [PLAYER, 'Players/../../outside.sav'],
    [PLAYER, 'Level.sav'],
    ['"Level.sav"', '"Players/B.sav"'],
    ['"format": 1', '"format": 2'],
  ] as const) {
    writeFileSync(join(folder, 'save-folder.json'), manifest.replace(from, to));
    assert.throws(() => readSaveFolderBackup(folder), { name: 'ConfigError', message: /damaged/ }, to);
  }
  assert.deepEqual(listSaveFolderBackups(at.into), []);
});

test('old backups are deleted, except the newest, and foreign files are left alone', async () => {
  await using at = await aWorld();
  for (const days of [40, 30, 20, 10, 0]) await at.backUp({ nowMs: AT - days * DAY_MS });
  mkdirSync(join(at.into, 'notes'));
  mkdirSync(join(at.into, '20200101T000000Z'));
  const names = () => listSaveFolderBackups(at.into).map(({ name }) => name);
  assert.deepEqual(removeExpiredSaveBackups(at.into, { keepDays: 0, keepAtLeast: 0 }, AT), []);
  assert.deepEqual(removeExpiredSaveBackups(at.into, { keepDays: 15, keepAtLeast: 3 }, AT), [
    '20260602T083005Z',
    '20260612T083005Z',
  ]);
  assert.deepEqual(names(), ['20260622T083005Z', '20260702T083005Z', '20260712T083005Z']);
  assert.deepEqual(removeExpiredSaveBackups(at.into, { keepDays: 1, keepAtLeast: 4 }, AT + 99 * DAY_MS), []);
  assert.equal(
    removeExpiredSaveBackups(at.into, { keepDays: 1, keepAtLeast: 0 }, AT + 99 * DAY_MS).length,
    3,
  );
  assert.deepEqual(readdirSync(at.into).sort(), ['20200101T000000Z', 'backup.lock', 'notes']);
});

test('backups are in the data folder or in a configured one, but not in the world itself', async () => {
  await using at = await aWorld();
  const data = { path: dirname(dirname(at.into)) };
  assert.equal(saveBackupsFolder(data, at.world, undefined), at.into);
  assert.equal(saveBackupsFolder(data, at.world, ''), at.into);
  assert.equal(saveBackupsFolder(data, at.world, '/mnt/backups'), join('/mnt/backups', 'WORLD'));
  for (const inside of [at.world, join(at.world, 'backup'), join(at.world, 'new', 'er')]) {
    assert.throws(() => saveBackupsFolder(data, at.world, inside), { name: 'ConfigError' }, inside);
  }
  mkdirSync(data.path);
  symlinkSync(at.world, join(data.path, 'link'));
  assert.throws(() => saveBackupsFolder(data, at.world, 'link'), { name: 'ConfigError' });
});
