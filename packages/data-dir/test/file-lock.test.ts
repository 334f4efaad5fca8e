import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockFile } from '@palatine/platform/file-lock';
import { testFolder } from '@palatine/platform/testing';

const parent = testFolder();
const file = join(parent, 'some.lock');

const lock = () => lockFile(file, 'exclusive', 50, (cause) => new Error('held elsewhere', { cause }));

/** A process that holds the lock until it is killed. */
async function holder() {
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { lockFile } from ${JSON.stringify(import.meta.resolve('@palatine/platform/file-lock'))};
     const lock = lockFile(${JSON.stringify(file)}, 'exclusive', 0, (error) => error);
     process.stdout.write('held');
     setInterval(() => lock, 1000);`,
  ]);
  await once(child.stdout, 'data');
  return child;
}

test('a lock keeps another process out until its process is killed', async () => {
  const child = await holder();
  assert.throws(lock, /held elsewhere/);
  child.kill('SIGKILL');
  await once(child, 'exit');
  lock()[Symbol.dispose]();
});
