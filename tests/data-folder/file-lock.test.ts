import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { withFileLock } from '@palatine/server/data-folder/file-lock.ts';
import { runProgram } from '../harness/run-cli.ts';
import { newFolder } from '../harness/start-service.ts';

const parent = newFolder();
after(() => rmSync(parent, { recursive: true, force: true }));
let made = 0;
const newFile = (text = '') => {
  const file = join(parent, `${++made}.json`);
  writeFileSync(file, text);
  return file;
};

/** A process that adds 1 to the number in a file under its lock, many times. */
function count(file: string, times: number) {
  return runProgram([
    '--input-type=module',
    '-e',
    `import { readFileSync } from 'node:fs';
     import { withFileLock } from ${JSON.stringify(import.meta.resolve('@palatine/server/data-folder/file-lock.ts'))};
     import { writeFileAtomically } from ${JSON.stringify(import.meta.resolve('@palatine/server/data-folder/atomic-write.ts'))};
     for (let time = 0; time < ${times}; time++)
       withFileLock(${JSON.stringify(file)}, () => {
         const number = Number(readFileSync(${JSON.stringify(file)}, 'utf8'));
         writeFileAtomically(${JSON.stringify(file)}, String(number + 1));
       });`,
  ]);
}

test('processes that change one file under its lock lose no change', async () => {
  const file = newFile('0');
  const ended = await Promise.all([count(file, 40), count(file, 40), count(file, 40)]);
  for (const { code, stderr } of ended) assert.equal(code, 0, stderr);
  assert.equal(readFileSync(file, 'utf8'), '120');
});

test('a process that cannot get the lock in time says which file another process is changing', async () => {
  const file = newFile();
  const ended = await whileHeldElsewhere(file, () => tryLock(file, 50));
  assert.match(ended.stdout, /^ConfigError .*\.json: another process is changing it; try again$/m);
});

test('a lock is let go when the work throws, and when the process is killed', async () => {
  const file = newFile();
  assert.throws(
    () =>
      withFileLock(file, () => {
        throw new Error('on purpose');
      }),
    /on purpose/,
  );
  await tryLock(file, 50, 'process.kill(process.pid, "SIGKILL")');
  assert.equal(
    withFileLock(file, () => 'mine', { waitMs: 50 }),
    'mine',
  );
});

test('the locks of a file are readable by its owner only', () => {
  const file = newFile();
  withFileLock(file, () => {});
  assert.equal(statSync(`${file}.lock`).mode & 0o777, 0o600);
});

/** Runs a process that locks the file and does the work; its output tells the error. */
function tryLock(file: string, waitMs: number, work = '') {
  return runProgram([
    '--input-type=module',
    '-e',
    `import { withFileLock } from ${JSON.stringify(import.meta.resolve('@palatine/server/data-folder/file-lock.ts'))};
     try {
       withFileLock(${JSON.stringify(file)}, () => { ${work} }, { waitMs: ${waitMs} });
       console.log('locked');
     } catch (error) {
       console.log(error.name, error.message);
     }`,
  ]);
}

/** Another process holds the lock of the file while `work` runs. */
async function whileHeldElsewhere<T>(file: string, work: () => Promise<T>): Promise<T> {
  const holder = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { readSync } from 'node:fs';
     import { withFileLock } from ${JSON.stringify(import.meta.resolve('@palatine/server/data-folder/file-lock.ts'))};
     withFileLock(${JSON.stringify(file)}, () => {
       process.stdout.write('held');
       readSync(0, Buffer.alloc(1));
     });`,
  ]);
  try {
    await once(holder.stdout, 'data');
    return await work();
  } finally {
    holder.stdin.end();
    await once(holder, 'exit');
  }
}
