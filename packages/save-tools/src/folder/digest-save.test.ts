import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256Of } from '@palatine/platform/read-file';
import { changedFiles } from './digest-save.ts';

const state = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, { sha256: sha256Of(Buffer.from(text)) }]));

test('two states of a save differ by the files that are new, gone or changed', () => {
  const before = state({ 'Level.sav': 'a', 'LevelMeta.sav': 'b', 'Players/1.sav': 'c' });
  assert.deepEqual(changedFiles(before, before), []);
  assert.deepEqual(
    changedFiles(before, state({ 'Level.sav': 'A', 'LevelMeta.sav': 'b', 'Players/2.sav': 'c' })),
    ['Level.sav has changed', 'Players/1.sav is gone', 'Players/2.sav is new'],
  );
});
