import { openDataFolder } from '@palatine/server/data-folder/data-folder.ts';
import { applyWorld } from '@palatine/server/maintenance/apply-world.ts';
import { saveEditContext } from '@palatine/server/maintenance/edit-save-folder.ts';

// Applies a world to a save and kills itself after a step: node apply-writer.ts <data> <save> <step>. Prints the steps.

const [path = '', folder = '', killAfter] = process.argv.slice(2);
const data = openDataFolder(path);
let steps = 0;
const step = () => {
  steps += 1;
  if (steps === Number(killAfter)) process.kill(process.pid, 'SIGKILL');
};
await applyWorld({ data, folder, context: saveEditContext(data), step });
data.unlock();
process.stdout.write(`${steps}\n`);
