import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptSave } from './base-save.ts';

test('a file that is read again is kept once, as it was read last', () => {
  const kept = keptSave(10);
  kept.onFile('Level.sav', Buffer.alloc(8));
  kept.onFile('Level.sav', Buffer.alloc(9, 1));
  assert.deepEqual([...(kept.files() ?? [])], [['Level.sav', Buffer.alloc(9, 1)]]);
});

test('a save above the limit is not kept, not even in part', () => {
  const kept = keptSave(10);
  kept.onFile('Level.sav', Buffer.alloc(8));
  kept.onFile('Players/1.sav', Buffer.alloc(3));
  kept.onFile('Players/2.sav', Buffer.alloc(1));
  assert.equal(kept.files(), undefined);
});
