import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder } from '@palatine/data-dir/data-folder';
import { applyWorld } from '@palatine/save-tools/apply-world';
import { saveEditContext } from '@palatine/save-tools/edit-folder';
import { settleInterrupted } from '@palatine/save-tools/edit-journal';
import { installSave, undoSave } from '@palatine/save-tools/install-files';
import { digestSave } from '@palatine/save-tools/save-files';
import { lockSave } from '@palatine/save-tools/save-folder';
import { restoreSaveBackup } from '@palatine/sidecar/restore-save';
import { readSaveFolderBackup } from '@palatine/sidecar/save-backup';
import { CLOSED_PORT, filesBelow } from '@palatine/testing/folder-contents';

export type WorkName = keyof typeof WORKS;
type Work = (args: readonly string[], step: () => void) => unknown;

const restPort = CLOSED_PORT;

/** Works on a save folder that are killed after any of their steps. */
const WORKS = {
  put([folder = '', changed = '', nowMs], step) {
    using save = lockSave(folder);
    const files = new Map(filesBelow(changed).map((path) => [path, readFileSync(join(changed, path))]));
    const expected = digestSave(save.folder);
    installSave(save, files, { nowMs: Number(nowMs), command: 'save give', expected, step });
  },
  async undo([folder = '', , nowMs], step) {
    using save = lockSave(folder);
    await undoSave(save, { nowMs: Number(nowMs), restPort, step });
  },
  async finish([folder = ''], step) {
    using save = lockSave(folder);
    await settleInterrupted(save, { restPort, step });
  },
  restore: ([world = '', backup = '', nowMs], step) =>
    restoreSaveBackup({ world, backup: readSaveFolderBackup(backup), nowMs: Number(nowMs), restPort, step }),
  async apply([folder = '', path = ''], step) {
    using data = openDataFolder(path);
    await applyWorld({ data, folder, context: saveEditContext(data), step });
  },
} satisfies Record<string, Work>;

/** Does a work, and calls `step` after each of its steps. */
export async function doWork(name: WorkName, args: readonly string[], step: () => void): Promise<void> {
  const work: Work = WORKS[name];
  await work(args, step);
}

// As a program, it kills itself after a step: node works.ts <work> <step> <arguments of the work>
if (import.meta.main) {
  const [work, killAfter, ...args] = process.argv.slice(2);
  let steps = 0;
  await doWork(work as WorkName, args, () => {
    steps += 1;
    if (steps === Number(killAfter)) process.kill(process.pid, 'SIGKILL');
  });
}
