import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestSave } from '@palatine/save-tools/digest-save';
import { finishInterrupted } from '@palatine/save-tools/finish-interrupted';
import { installSave, undoSave } from '@palatine/save-tools/install-files';
import { lockSave } from '@palatine/save-tools/save-lock';
import { CLOSED_PORT, filesBelow } from '@palatine/testing/folder-contents';

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
  installSave(save, files, { nowMs, command: 'save give', expected, step });
}
process.stdout.write(`${steps}\n`);
