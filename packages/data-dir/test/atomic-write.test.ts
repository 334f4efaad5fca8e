import assert from 'node:assert/strict';
import { chmodSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
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

const ROOT = resolve(import.meta.dirname, '../../..');

/** Functions that create a file or a folder, or write into one. */
const WRITES =
  /^(write|append|copyFile|cp$|cpSync|createWriteStream|open$|openSync|mkdir$|mkdirSync|truncate|ftruncate)/;
/** Functions that wait for a pipe, or read a file of any size. */
const READS = /^(readFile|createReadStream|openAsBlob)/;

/** Modules that may create files, and with which functions. All others use atomic-write.ts. */
const WRITERS: Record<string, readonly string[]> = {
  'packages/platform/src/files/atomic-write.ts': ['openSync', 'writeSync'],
  'packages/platform/src/files/private-files.ts': ['mkdirSync', 'openSync'], // new files and folders, with their modes
  'packages/platform/src/files/read-file.ts': ['openSync'], // for reading
  'packages/sidecar/src/mirror/read-settled-save.ts': ['open'], // for reading: of a running game server, in one go and without a lock
  'packages/platform/src/log/log-destination.ts': ['openSync', 'writeSync'],
};

/** Modules that may read without the limits of read-file.ts: files of the installation, and files that they opened. */
const READERS: Record<string, readonly string[]> = {
  'packages/platform/src/files/sqlite.ts': ['readFileSync'],
  'packages/web/src/console/mount-console.ts': ['readFileSync'],
  'packages/web/src/openapi/schemas.ts': ['readFileSync'],
  'packages/engine/src/backups/backup-files.ts': ['createReadStream'],
  'packages/web/src/listen/connections.ts': ['readFileSync'], // the limits of a process, in /proc
};

/** Packages without a data folder: pure ones, and those of the browser or the tests. */
const OTHERS = ['client', 'console', 'contract', 'save', 'stand-in', 'testing', 'world'];

/** Matching functions of the file system that each product file imports. */
function importsOf(pattern: RegExp): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const file of globSync('{apps,packages}/*/src/**/*.ts', { cwd: ROOT }).sort()) {
    if (file.endsWith('.test.ts') || OTHERS.includes(file.split('/')[1] ?? '')) continue;
    const source = readFileSync(resolve(ROOT, file), 'utf8');
    const imports = [...source.matchAll(/import \{([^}]*)\} from 'node:fs(?:\/promises)?';/g)];
    const names = imports.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
    const matching = names.filter((name) => pattern.test(name)).sort();
    if (matching.length > 0) found[file.replaceAll('\\', '/')] = matching;
  }
  return found;
}

test('files are created in one place, with a unique temporary name and a private mode', () => {
  assert.deepEqual(importsOf(WRITES), WRITERS);
});

test('files of the data folder are read in one place, with a limit and without waiting for a pipe', () => {
  assert.deepEqual(importsOf(READS), READERS);
});
