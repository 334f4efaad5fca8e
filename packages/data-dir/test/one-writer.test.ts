import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';

const SOURCES = resolve(import.meta.dirname, '../../packages/server/src');

/** What creates a file or a folder, or writes into one. */
const WRITES =
  /^(write|append|copyFile|cp$|cpSync|createWriteStream|open$|openSync|mkdir$|mkdirSync|truncate|ftruncate)/;
/** What waits for a pipe, or reads a file of any size. */
const READS = /^(readFile|createReadStream|openAsBlob)/;

/** What may make files, and with which functions. Everything else goes through atomic-write.ts. */
const WRITERS: Record<string, readonly string[]> = {
  'data-folder/atomic-write.ts': ['openSync', 'writeSync'],
  'data-folder/private-files.ts': ['mkdirSync', 'openSync'], // new files and folders, with their modes
  'data-folder/read-file.ts': ['openSync'], // for reading
  'mirror/read-settled-save.ts': ['open'], // for reading: of a running game server, in one go and without a lock
  'telemetry/standard-output.ts': ['openSync', 'writeSync'],
};

/** What may read without the bounds of read-file.ts: files of the installation, and a file that it has opened. */
const READERS: Record<string, readonly string[]> = {
  'data-folder/sqlite.ts': ['readFileSync'],
  'http/console/built-console.ts': ['readFileSync'],
  'http/openapi/examples.ts': ['readFileSync'],
  'maintenance/manifest.ts': ['createReadStream'],
};

/** The functions of the file system that each product file of the server imports, among those that match. */
function importsOf(pattern: RegExp): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const file of globSync('**/*.ts', { cwd: SOURCES }).sort()) {
    if (file.endsWith('.test.ts') || file.startsWith('testing')) continue;
    const source = readFileSync(resolve(SOURCES, file), 'utf8');
    const imports = [...source.matchAll(/import \{([^}]*)\} from 'node:fs(?:\/promises)?';/g)];
    const names = imports.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
    const matching = names.filter((name) => pattern.test(name)).sort();
    if (matching.length > 0) found[file.replaceAll('\\', '/')] = matching;
  }
  return found;
}

test('files are made in one place, with a temporary name of their own and a private mode', () => {
  assert.deepEqual(importsOf(WRITES), WRITERS);
});

test('files of the data folder are read in one place, with a bound and without waiting for a pipe', () => {
  assert.deepEqual(importsOf(READS), READERS);
});
