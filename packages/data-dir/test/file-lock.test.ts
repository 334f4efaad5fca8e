import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockFile } from '@palatine/platform/file-lock';
import { testFolder } from '@palatine/testing/test-folder';

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

test('a lock is free again once disposed, and its file is readable by its owner only', () => {
  for (let time = 0; time < 2; time++) lock()[Symbol.dispose]();
  assert.equal(statSync(file).mode & 0o777, 0o600);
});
