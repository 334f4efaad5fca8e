import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { testFolder } from '@palatine/platform/testing';

const parent = testFolder();
const modeOf = (file: string) => statSync(file).mode & 0o777;

test('an existing file keeps its mode', () => {
  for (const mode of [0o600, 0o640, 0o664]) {
    const file = join(parent, `mode-${mode}`);
    writeFileSync(file, 'old');
    chmodSync(file, mode);
    writeFileAtomically(file, 'new');
    assert.equal(readFileSync(file, 'utf8'), 'new');
    assert.equal(modeOf(file), mode);
  }
});

test('writers of one file at the same time leave one whole version and nothing else', async () => {
  const folder = join(parent, 'many');
  mkdirSync(folder);
  const file = join(folder, 'shared.json');
  const writers = ['a', 'b', 'c'].map((letter) => writeInThread(file, letter, 200));
  await Promise.all(writers);
  const text = readFileSync(file, 'utf8');
  assert.match(text, /^(a+|b+|c+)$/);
  assert.equal(text.length, 10_000);
  assert.deepEqual(readdirSync(folder), ['shared.json']);
});

/** Writes a file of one letter repeatedly in its own thread. Rejects when a write fails. */
function writeInThread(file: string, letter: string, times: number): Promise<void> {
  const module = import.meta.resolve('@palatine/platform/atomic-write');
  const program = `
    import { writeFileAtomically } from ${JSON.stringify(module)};
    for (let time = 0; time < ${times}; time++)
      writeFileAtomically(${JSON.stringify(file)}, ${JSON.stringify(letter)}.repeat(10_000));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  return new Promise((resolve, reject) => {
    worker.on('error', reject);
    worker.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the writer ended with ${code}`)),
    );
  });
}
