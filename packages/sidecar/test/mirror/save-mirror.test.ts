import assert from 'node:assert/strict';
import { cpSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { contentsOf, filesBelow } from '@palatine/testing/folder-contents';
import { until } from '@palatine/testing/until';
import {
  aMirroredSave,
  aSaveOf,
  assertMirrors,
  autosave,
  packedFiles,
  replaceFile,
} from './mirrored-save.ts';

const GENERATION = 'backup/world/2026.07.11-12.00.00';

/** First player file of a save folder, by its path inside. */
function playerFileOf(folder: string): string {
  return filesBelow(folder).find((path) => path.startsWith('Players/')) ?? assert.fail('no player file');
}

function levelsOf({ world }: { world: { characters: { values(): Iterable<{ level: number }> } } }): number[] {
  return [...new Set([...world.characters.values()].map(({ level }) => level))];
}

test('the first sync brings the whole save, and later saves of the game follow automatically', async () => {
  await using mirrored = await aMirroredSave({ save: aSaveOf({ level: 3 }) });
  const { mirror, world, folder, applied } = mirrored;
  mirror.start();
  await until('the save is served', () => applied.length === 1);
  await assertMirrors(world, folder);
  assert.equal(applied[0]?.facts.whole, true);
  assert.equal(mirror.status.savedAtMs, Math.trunc(lstatSync(join(folder, 'Level.sav')).mtimeMs));

  await autosave(folder, aSaveOf({ level: 4 }));
  await until('the next save is served', () => levelsOf(mirrored).join() === '4');
  await assertMirrors(world, folder);
  assert.ok(applied.slice(1).every(({ facts }) => !facts.whole));
  assert.equal(mirror.status.problem, '');
});

test('a save equal to the served one sends nothing', async () => {
  const save = aSaveOf({ level: 3 });
  await using mirrored = await aMirroredSave({ save });
  const { mirror, folder, parts } = mirrored;
  assert.equal(await mirror.syncNow(), 'Published');
  const sent = parts.length;
  await autosave(folder, save);
  assert.equal(await mirror.syncNow(), 'Unchanged');
  assert.equal(parts.length, sent);
  assert.equal(mirror.status.savedAtMs, Math.trunc(lstatSync(join(folder, 'Level.sav')).mtimeMs));
});

test('the mirror changes nothing in the folder: no file, no time, no name', async () => {
  await using mirrored = await aMirroredSave();
  const { mirror, folder } = mirrored;
  const seen = () => ({
    contents: contentsOf(folder),
    times: [folder, join(folder, 'Players')].map((path) => lstatSync(path).mtimeMs),
  });
  const before = seen();
  await mirror.syncNow();
  await mirror.syncNow();
  assert.deepEqual(seen(), before);
});

test('a damaged Level.sav is not served: the last good save stays, the status has the reason, and a good one ends that', async () => {
  await using mirrored = await aMirroredSave({ save: aSaveOf({ level: 3 }) });
  const { mirror, folder, problems } = mirrored;
  await mirror.syncNow();
  const { savedAtMs } = mirror.status;
  const level = (await packedFiles(aSaveOf({ level: 4 }))).get('Level.sav') ?? assert.fail('no Level.sav');
  replaceFile(folder, 'Level.sav', level.subarray(0, level.length / 2));
  assert.equal(await mirror.syncNow(), 'Failed');
  assert.deepEqual(levelsOf(mirrored), [3]);
  assert.match(mirror.status.problem, /^Level\.sav: /);
  assert.equal(mirror.status.savedAtMs, savedAtMs);

  replaceFile(folder, 'Level.sav', level);
  assert.equal(await mirror.syncNow(), 'Published');
  assert.deepEqual(levelsOf(mirrored), [4]);
  assert.deepEqual([problems.length, problems[1]], [2, '']);
});

test('a copy that is not newer than the served save is ignored', async () => {
  await using mirrored = await aMirroredSave({ save: aSaveOf({ level: 3 }) });
  const { mirror, folder } = mirrored;
  for (const [path, bytes] of await packedFiles(aSaveOf({ level: 2 }))) {
    replaceFile(join(folder, GENERATION), path, bytes);
  }
  await autosave(folder, aSaveOf({ level: 4 }));
  await mirror.syncNow();
  rmSync(join(folder, 'Level.sav'));
  assert.equal(await mirror.syncNow(), 'Failed');
  assert.deepEqual([levelsOf(mirrored), mirror.status.problem], [[4], 'Level.sav is missing']);
});

for (const [state, bytes] of [
  ['empty', Buffer.alloc(0)],
  ['half of itself', undefined],
] as const) {
  test(`a player file that is ${state} is replaced by its last good version, and the rest of the save is served`, async () => {
    await using mirrored = await aMirroredSave({ save: aSaveOf({ level: 3, points: 7 }) });
    const { mirror, folder, world } = mirrored;
    await mirror.syncNow();
    const file = playerFileOf(folder);
    const files = await packedFiles(aSaveOf({ level: 4, points: 8 }));
    const whole = files.get(file) ?? assert.fail('no such file');
    files.set(file, bytes ?? whole.subarray(0, whole.length / 2));
    for (const [path, content] of files) replaceFile(folder, path, content);
    assert.equal(await mirror.syncNow(), 'Published');
    assert.deepEqual(levelsOf(mirrored), [4]);
    const points = [...world.players.values()].map(({ technologyPoints }) => technologyPoints).sort();
    assert.deepEqual(points, [7, 8]);
    assert.match(mirror.status.problem, new RegExp(`^${file}: .*; its last good version is used$`));

    replaceFile(folder, file, whole);
    await mirror.syncNow();
    assert.equal(mirror.status.problem, '');
    await assertMirrors(world, folder);
  });
}

test('other files of the folder are not read: temporary files, dimension storages, copies by hand, other worlds', async () => {
  await using mirrored = await aMirroredSave({ save: aSaveOf({ level: 3 }) });
  const { mirror, folder, world } = mirrored;
  const file = playerFileOf(folder);
  writeFileSync(join(folder, 'Level.sav.tmp'), 'half wri');
  writeFileSync(join(folder, `${file}.tmp`), 'half wri');
  writeFileSync(join(folder, file.replace('.sav', '_dps.sav')), 'a dimension storage');
  writeFileSync(join(folder, file.replace('.sav', ' - Copy.sav')), 'a copy');
  mkdirSync(join(folder, '..', 'F'.repeat(32)));
  writeFileSync(join(folder, '..', 'F'.repeat(32), 'Level.sav'), 'another world');
  assert.equal(await mirror.syncNow(), 'Published');
  assert.equal(mirror.status.problem, '');
  await assertMirrors(world, folder);
});

test('a missing folder, and a Level.sav that is not a file, are reported as such', async () => {
  await using mirrored = await aMirroredSave();
  const { mirror, folder } = mirrored;
  rmSync(join(folder, 'Level.sav'));
  mkdirSync(join(folder, 'Level.sav'));
  writeFileSync(join(folder, 'Level.sav', 'x'), 'x');
  assert.equal(await mirror.syncNow(), 'Failed');
  const none = /^Level\.sav (is not a regular file|cannot be read \(EISDIR\)|is empty)/;
  assert.match(mirror.status.problem, none);
  rmSync(folder, { recursive: true });
  assert.equal(await mirror.syncNow(), 'Failed');
  assert.match(mirror.status.problem, /^there is no folder .*\(ENOENT\)$/);
});

test('only the player files that have changed are read again', async () => {
  const save = aSaveOf({ level: 3, points: 7 });
  await using mirrored = await aMirroredSave({ save });
  const { mirror, folder, world, applied } = mirrored;
  await mirror.syncNow();
  const file = playerFileOf(folder);
  const changed = (await packedFiles(aSaveOf({ level: 3, points: 8 }))).get(file);
  replaceFile(folder, file, changed ?? assert.fail('no such file'));
  await mirror.syncNow();
  assert.deepEqual([applied[1]?.tables, applied[1]?.changedRecords], [['players'], 1]);
  await assertMirrors(world, folder);
});

test('a game that missed a sync gets all of the next', async () => {
  await using mirrored = await aMirroredSave({ save: aSaveOf({ level: 3 }) });
  const { mirror, folder, world, applied, refuse } = mirrored;
  await mirror.syncNow();
  await autosave(folder, aSaveOf({ level: 4 }));
  refuse(new Error('the game is restarting'));
  assert.equal(await mirror.syncNow(), 'Failed');
  assert.equal(mirror.status.problem, 'the game is restarting');
  refuse(undefined);
  assert.equal(await mirror.syncNow(), 'Published');
  assert.equal(applied.at(-1)?.facts.whole, true);
  assert.deepEqual([levelsOf(mirrored), mirror.status.problem], [[4], '']);
  await assertMirrors(world, folder);
});

test('after invalidate, a started mirror sends the whole save again even if it has not changed', async () => {
  await using mirrored = await aMirroredSave();
  const { mirror, world, folder, applied } = mirrored;
  mirror.start();
  await until('the save is served', () => applied.length === 1);
  for (const key of [...world.characters.keys()]) world.characters.remove(key);
  mirror.invalidate();
  await until('it is served again', () => applied.length === 2);
  assert.equal(applied[1]?.facts.whole, true);
  await assertMirrors(world, folder);
});

test('while paused nothing is read, and then everything that has changed', async () => {
  await using mirrored = await aMirroredSave({ save: aSaveOf({ level: 3 }) });
  const { mirror, folder, applied } = mirrored;
  mirror.start();
  await until('the save is served', () => applied.length === 1);
  await mirror.pause();
  await autosave(folder, aSaveOf({ level: 4 }));
  assert.equal(await mirror.syncNow(), 'Failed');
  assert.deepEqual(levelsOf(mirrored), [3]);
  mirror.resume();
  await until('the next save is served', () => levelsOf(mirrored).join() === '4');
});

test('a world folder with an older save is served as it is', async () => {
  await using mirrored = await aMirroredSave({ save: aSaveOf({ level: 9 }) });
  const { mirror, folder } = mirrored;
  await mirror.syncNow();
  const older = join(folder, '..', 'older');
  cpSync(folder, older, { recursive: true });
  await autosave(older, aSaveOf({ level: 2 }));
  cpSync(older, folder, { recursive: true });
  assert.equal(await mirror.syncNow(), 'Published');
  assert.deepEqual(levelsOf(mirrored), [2]);
});
