import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { isFileName, jsonBaseName } from './file-names.ts';
import { words } from './words.ts';

test('a name people give their files is a file name', () => {
  for (const name of [
    'Anubis [50].json',
    "Zoe's Anubis.json",
    'Jetragon #1.json',
    'Fire, Ice.json',
    'With space (2).json',
    '100% & more; {a}=b!.json',
    ...words('Ünïcode.json 空の竜.json 🐉.json Rex..json console.json com10.json'),
  ]) {
    assert.ok(isFileName(name), name);
  }
});

test('a path, a hidden file, a device, a control character or half a character is no file name', () => {
  for (const name of [
    '',
    ...words(
      '. .. .json .hidden.json ../Good.json ..\\Good.json a/b.json C:Good.json Good.json:stream Good*.json',
    ),
    ...words(
      'Good\u0000.json \u202Enosj.dooG.json Go\u200Bod.json Good.json. CON.json con Lpt1.a.json COM¹.json',
    ),
    'Good\n.json',
    '\uFEFFGood.json',
    'Good.json ',
    'nul .json',
    `${'x'.repeat(236)}.json`,
    `${'空'.repeat(79)}.json`,
    'half \ud83d.json',
  ]) {
    assert.ok(!isFileName(name), JSON.stringify(name));
  }
});

test('a JSON file is named with or without its ending, in any case, which is taken off once', () => {
  for (const name of ['Good', 'Good.json', 'Good.JSON']) assert.equal(jsonBaseName(name), 'Good');
  assert.equal(jsonBaseName('Good.json.json'), 'Good.json');
  for (const name of ['', '.json', '..', '../Good', 'NUL', 'a.', 'a ', 'a..json', 'a .json'])
    assert.equal(jsonBaseName(name), undefined);
});

test('a file name is one part of a path on every system', () => {
  const part = fc.constantFrom('..', '.', '/', '\\', 'C:', 'a', ' ', '\0', '.json', '%2e', '~', 'nul', '空');
  const name = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(part).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(name, (text) => {
      const base = jsonBaseName(text);
      if (base === undefined) return;
      const file = `${base}.json`;
      for (const { basename, dirname, join } of [posix, win32]) {
        assert.equal(basename(file), file);
        assert.equal(dirname(join('folder', file)), 'folder');
      }
    }),
  );
});
