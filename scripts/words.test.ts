import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkWords, refusedWords } from './words.ts';

test('a refused word is named with its place and with the word that stands instead', () => {
  const text = "const a = 1;\n/**\n * What the change returned.\n */\nconst MOST_ROWS = 'read anew';\n";
  assert.deepEqual(refusedWords('a.ts', text), [
    'a.ts:2: "What" is a noun phrase, or a verb in the third person',
    'a.ts:5: "MOST_" is MAX_',
    'a.ts:5: "anew" is again',
  ]);
  const fine = '/** Returned by the change. */\n// Whatever it is.\nconst MAX_ROWS = 1; // of them';
  assert.deepEqual(refusedWords('a.ts', fine), []);
});

test('a host of a package registry is refused, and the name of a registry is not', () => {
  const hosts = ['deb.debian.org', 'registry.npmjs.org', 'archive.ubuntu.com', 'registry-1.docker.io'];
  for (const host of hosts) assert.equal(refusedWords('run', `deb http://${host}/x`).length, 1, host);
  assert.deepEqual(refusedWords('run', 'the npm registry; a mirror of Debian; https://nodejs.org'), []);
});

test('no file of this project has a refused word', () => {
  assert.deepEqual(checkWords(join(import.meta.dirname, '..')), []);
});
