import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NameTable } from './name-table.ts';

test('a name is read where it stands, also after thousands of others took its place', () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `Property${index}`);
  const bytes = Buffer.from(`GVAS${names.join('\0')}\0`, 'latin1');
  const table = new NameTable(bytes);
  for (let round = 0; round < 2; round += 1) {
    let at = 4;
    for (const name of names) {
      assert.equal(table.text(at, name.length + 1), name);
      assert.equal(table.key(at, name.length + 1), name.toLowerCase());
      at += name.length + 1;
    }
  }
});

test('names are different when one byte, at any place, or the length differs', () => {
  const names = ['abcd', 'abce', 'Abcd', 'abcde', 'abcdefgh', 'abcdXfgh', 'abcdefgX', 'abc'];
  const bytes = Buffer.from(`GVAS${names.join('\0')}\0`, 'latin1');
  const table = new NameTable(bytes);
  let at = 4;
  for (const name of names) {
    assert.equal(table.text(at, name.length + 1), name);
    at += name.length + 1;
  }
});
