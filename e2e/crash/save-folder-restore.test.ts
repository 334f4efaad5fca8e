import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { settleInterrupted } from '@palatine/save-tools/finish-interrupted';
import { undoSave } from '@palatine/save-tools/install-files';
import { lockSave } from '@palatine/save-tools/save-lock';
import type { SaveFolderBackup } from '@palatine/sidecar/save-backup-records';
import { restoreSaveBackup } from '@palatine/sidecar/save-backup-restore';
import { backUpSaveFolder } from '@palatine/sidecar/save-backups';
import { CLOSED_PORT, contentsOf, filesBelow } from '@palatine/testing/folder-contents';
import { SAVED_AT_MS, setTimes } from '@palatine/testing/save-folders';
import { newFolder } from '@palatine/testing/start-service';
import { forEachRound, runToStep, stepsToKillAt } from './crash-start.ts';

const WRITER = join(import.meta.dirname, 'restore-writer.ts');
const WORLD = 'WORLD';
/** So late that what a round has just written is at rest. */
const NOW_MS = Date.now() + 600_000;
const atRest = { nowMs: NOW_MS, restPort: CLOSED_PORT };

const root = newFolder();
after(() => rmSync(root, { recursive: true, force: true }));

const player = (name: string) => `Players/${name.repeat(16)}.sav`;
const [ZOE, GONE, JOINED] = [player('A1'), player('B2'), player('C3')];
const STORAGE = ZOE.replace('.sav', '_dps.sav');

let backup: SaveFolderBackup;
let old: Map<string, string>;
let restored: Map<string, string>;

before(async () => {
  const world = join(root, 'start', WORLD);
  write(world, ['Level.sav', 'LevelMeta.sav', ZOE, STORAGE, GONE], 'then');
  const into = join(root, 'save-backups');
  backup = await backUpSaveFolder({ world, into, nowMs: SAVED_AT_MS, reason: 'test' });
  restored = contentsOf(world);
  rmSync(world, { recursive: true });
  write(world, ['Level.sav', 'LevelMeta.sav', ZOE, STORAGE, JOINED], 'now');
  old = contentsOf(world);
});

function write(world: string, paths: readonly string[], when: string): void {
  mkdirSync(join(world, 'Players'), { recursive: true });
  for (const path of paths) writeFileSync(join(world, path), `${path} of ${when}`);
  setTimes(world, SAVED_AT_MS);
}

/** Restores in a process of its own, to the end or to the step at which it is killed. @returns the steps of a whole one. */
function restoreIn(world: string, killAfter: number): Promise<number | undefined> {
  return runToStep(WRITER, [world, backup.folder, `${killAfter}`, `${NOW_MS}`]);
}

function copyStart(round: string): string {
  const folder = join(root, round);
  cpSync(join(root, 'start'), folder, { recursive: true, preserveTimestamps: true });
  return join(folder, WORLD);
}

/** Whether the save is the one of before or that of the backup, byte for byte; throws when it is neither. */
function stateOf(world: string): 'old' | 'restored' {
  const found = contentsOf(world);
  const isRestored = found.has(GONE);
  assert.deepEqual(found, isRestored ? restored : old);
  return isRestored ? 'restored' : 'old';
}

function editBackupsOf(world: string): string[] {
  const folder = join(world, '..', 'palatine-backups', WORLD);
  return existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'edit.lock') : [];
}

test('killed after any step, a restore is not begun or done whole, can be repeated, and undone', async (t) => {
  const steps = (await restoreIn(copyStart('whole'), -1)) ?? 0;
  assert.ok(steps > 20);
  const seen = { old: 0, restored: 0 };
  const kills = stepsToKillAt(steps);
  await forEachRound(kills, async (kill) => {
    const world = copyStart(`kill-${kill}`);
    assert.equal(await restoreIn(world, kill), undefined, 'it was killed');
    {
      using save = lockSave(world);
      const settled = await settleInterrupted(save, { restPort: CLOSED_PORT });
      const state = stateOf(world);
      seen[state] += 1;
      if (settled?.outcome === 'finished')
        assert.match(settled.message, /^The restore of .* has been finished/);
      assert.equal(settled?.outcome === 'finished', state === 'restored' && settled !== undefined);
      assert.equal(editBackupsOf(world).length, state === 'restored' ? 1 : 0);
    }
    await restoreSaveBackup({ world, backup, ...atRest });
    assert.equal(stateOf(world), 'restored');
    using save = lockSave(world);
    await undoSave(save, atRest);
    assert.equal(stateOf(world), 'old');
    rmSync(join(root, `kill-${kill}`), { recursive: true });
  });
  assert.ok(Math.min(seen.old, seen.restored) > kills.length / 10);
  t.diagnostic(`${steps} steps: ${seen.old} times the old save, ${seen.restored} times the restored one`);
});

test('killed twice, and with a new file lost between, it is still the one or the other', async () => {
  const seen = { old: 0, restored: 0 };
  await forEachRound([1, 2, 3, 4], async (round) => {
    const world = copyStart(`twice-${round}`);
    await restoreIn(world, 9 + 3 * round);
    const lost = round % 2 === 0 ? filesBelow(world).find((path) => path.endsWith('.writing')) : undefined;
    if (lost !== undefined) rmSync(join(world, lost));
    await restoreIn(world, 1 + (round % 5));
    using save = lockSave(world);
    await settleInterrupted(save, { restPort: CLOSED_PORT });
    seen[stateOf(world)] += 1;
  });
  assert.ok(seen.old > 0 && seen.restored > 0);
});

test('killed after any step of making a folder anew, the folder is not there or whole', async () => {
  for (const kill of [1, backup.manifest.files.length]) {
    const folder = join(root, `anew-${kill}`);
    mkdirSync(folder);
    const world = join(folder, WORLD);
    await restoreIn(world, kill);
    assert.ok(!existsSync(world));
    await restoreSaveBackup({ world, backup, ...atRest });
    assert.deepEqual(contentsOf(world), restored);
    assert.deepEqual(readdirSync(folder), [WORLD]);
  }
});
