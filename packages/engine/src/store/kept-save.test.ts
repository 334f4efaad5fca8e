import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptSave } from './base-save.ts';

test('a file that is read again is gathered once, as last read', () => {
  const gathered = keptSave(10);
  gathered.onFile('Level.sav', Buffer.alloc(8));
  gathered.onFile('Level.sav', Buffer.alloc(9, 1));
  assert.deepEqual([...(gathered.files() ?? [])], [['Level.sav', Buffer.alloc(9, 1)]]);
});

test('a save above the limit is not gathered, not even in part', () => {
  const gathered = keptSave(10);
  gathered.onFile('Level.sav', Buffer.alloc(8));
  gathered.onFile('Players/1.sav', Buffer.alloc(3));
  gathered.onFile('Players/2.sav', Buffer.alloc(1));
  assert.equal(gathered.files(), undefined);
});
