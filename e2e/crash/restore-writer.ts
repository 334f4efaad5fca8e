import { readSaveFolderBackup } from '@palatine/sidecar/save-backup-records';
import { restoreSaveBackup } from '@palatine/sidecar/save-backup-restore';
import { CLOSED_PORT } from '@palatine/testing/folder-contents';

// A process that restores a save folder and kills itself after a step: node restore-writer.ts <world> <backup> <step> <now>

const [world = '', backup = '', killAfter, now] = process.argv.slice(2);
let steps = 0;
const step = () => {
  steps += 1;
  if (steps === Number(killAfter)) process.kill(process.pid, 'SIGKILL');
};
const facts = { nowMs: Number(now), restPort: CLOSED_PORT };
await restoreSaveBackup({ world, backup: readSaveFolderBackup(backup), step, ...facts });
process.stdout.write(`${steps}\n`);
