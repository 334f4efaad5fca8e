import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { settleInterrupted } from '@palatine/save-tools/edit-journal';
import { undoSave } from '@palatine/save-tools/install-files';
import { lockSave } from '@palatine/save-tools/save-folder';
import { backUpSaveFolder } from '@palatine/sidecar/back-up-save';
import { restoreSaveBackup } from '@palatine/sidecar/restore-save';
import { CLOSED_PORT, contentsOf, filesBelow } from '@palatine/testing/folder-contents';
import { SAVED_AT_MS, setTimes } from '@palatine/testing/save-folders';
import { copyFolder, forEachKill, type Job, kill } from './crash-start.ts';

const WORLD = 'WORLD';
/** So late that what a round has just written is at rest. */
const NOW_MS = Date.now() + 600_000;
const atRest = { nowMs: NOW_MS, restPort: CLOSED_PORT };

const root = testFolder();

const player = (name: string) => `Players/${name.repeat(16)}.sav`;
const [ZOE, GONE, JOINED] = [player('A1'), player('B2'), player('C3')];
const STORAGE = ZOE.replace('.sav', '_dps.sav');

const world = join(root, 'start', WORLD);
write(world, ['Level.sav', 'LevelMeta.sav', ZOE, STORAGE, GONE], 'then');
const into = join(root, 'save-backups');
const backup = await backUpSaveFolder({ world, into, nowMs: SAVED_AT_MS, reason: 'test' });
const restored = contentsOf(world);
rmSync(world, { recursive: true });
write(world, ['Level.sav', 'LevelMeta.sav', ZOE, STORAGE, JOINED], 'now');
const old = contentsOf(world);

function write(world: string, paths: readonly string[], when: string): void {
  mkdirSync(join(world, 'Players'), { recursive: true });
  for (const path of paths) writeFileSync(join(world, path), `${path} of ${when}`);
  setTimes(world, SAVED_AT_MS);
}

function copyStart(round: string): string {
  const folder = join(root, round);
  copyFolder(join(root, 'start'), folder);
  return join(folder, WORLD);
}

/** The restore of the backup into a world. */
function restoreOf(world: string): Job {
  return { folder: dirname(world), work: 'restore', args: [world, backup.folder, `${NOW_MS}`] };
}

/** Whether the save is the one of before or that of the backup, byte for byte; throws when it is neither. */
function stateOf(world: string): 'old' | 'restored' {
  const contents = contentsOf(world);
  const isRestored = contents.has(GONE);
  assert.deepEqual(contents, isRestored ? restored : old);
  return isRestored ? 'restored' : 'old';
}

function editBackupsOf(world: string): string[] {
  const folder = join(world, '..', 'palatine-backups', WORLD);
  return existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'edit.lock') : [];
}

test('killed after any step, a restore is not begun or done whole, can be repeated, and undone', async (t) => {
  const counts = { old: 0, restored: 0 };
  const world = copyStart('kill');
  const steps = await forEachKill(restoreOf(world), async (about) => {
    {
      using save = lockSave(world);
      const settled = await settleInterrupted(save, { restPort: CLOSED_PORT });
      const state = stateOf(world);
      counts[state] += 1;
      if (settled?.outcome === 'finished')
        assert.match(settled.message, /^The restore of .* has been finished/);
      assert.equal(settled?.outcome === 'finished', state === 'restored' && settled !== undefined, about);
      assert.equal(editBackupsOf(world).length, state === 'restored' ? 1 : 0, about);
    }
    await restoreSaveBackup({ world, backup, ...atRest });
    assert.equal(stateOf(world), 'restored', about);
    using save = lockSave(world);
    await undoSave(save, atRest);
    assert.equal(stateOf(world), 'old', about);
  });
  assert.ok(steps > 20);
  assert.ok(Math.min(counts.old, counts.restored) > steps / 10);
  t.diagnostic(`${steps} steps: ${counts.old} times the old save, ${counts.restored} times the restored one`);
});

test('killed twice, and with a new file lost between, it is still the one or the other', async () => {
  const counts = { old: 0, restored: 0 };
  for (const round of [1, 2, 3, 4]) {
    const world = copyStart(`twice-${round}`);
    await kill(restoreOf(world), 9 + 3 * round);
    const lost = round % 2 === 0 ? filesBelow(world).find((path) => path.endsWith('.writing')) : undefined;
    if (lost !== undefined) rmSync(join(world, lost));
    await kill(restoreOf(world), 1 + (round % 5));
    using save = lockSave(world);
    await settleInterrupted(save, { restPort: CLOSED_PORT });
    counts[stateOf(world)] += 1;
  }
  assert.ok(counts.old > 0 && counts.restored > 0);
});

test('killed after any step of recreating a folder, the folder is missing or whole', async () => {
  for (const step of [1, backup.manifest.files.length]) {
    const folder = join(root, `recreated-${step}`);
    mkdirSync(folder);
    const world = join(folder, WORLD);
    await kill(restoreOf(world), step);
    assert.ok(!existsSync(world));
    await restoreSaveBackup({ world, backup, ...atRest });
    assert.deepEqual(contentsOf(world), restored);
    assert.deepEqual(readdirSync(folder), [WORLD]);
  }
});
