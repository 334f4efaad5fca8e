import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestSave } from '@palatine/server/maintenance/save-folder/digest-save.ts';
import { finishInterrupted } from '@palatine/server/maintenance/save-folder/finish-interrupted.ts';
import { putSaveInPlace } from '@palatine/server/maintenance/save-folder/put-in-place.ts';
import { lockSave } from '@palatine/server/maintenance/save-folder/save-lock.ts';
import { undoSave } from '@palatine/server/maintenance/save-folder/undo-save.ts';
import { CLOSED_PORT, filesBelow } from '../harness/folder-contents.ts';

// A process that works on a save folder and kills itself after a step: node save-writer.ts <work> <folder> <changed> <step> <now>

const [work, folder = '', changed = '', killAfter, now] = process.argv.slice(2);
const nowMs = Number(now);
let steps = 0;
const step = () => {
  steps += 1;
  if (steps === Number(killAfter)) process.kill(process.pid, 'SIGKILL');
};
if (Number(killAfter) === 0) process.kill(process.pid, 'SIGKILL');

using save = lockSave(folder);
if (work === 'finish') await finishInterrupted(save, { restPort: CLOSED_PORT, step });
if (work === 'undo') await undoSave(save, { nowMs, restPort: CLOSED_PORT, step });
if (work === 'put') {
  const files = new Map(filesBelow(changed).map((path) => [path, readFileSync(join(changed, path))]));
  const expected = digestSave(save.folder);
  putSaveInPlace(save, files, { nowMs, command: 'save give', expected, step });
}
process.stdout.write(`${steps}\n`);
