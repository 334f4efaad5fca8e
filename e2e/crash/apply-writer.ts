import { openDataFolder } from '@palatine/data-dir/data-folder';
import { applyWorld } from '@palatine/save-tools/apply-world';
import { saveEditContext } from '@palatine/save-tools/edit-save-folder';

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
