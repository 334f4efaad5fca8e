import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/testing/test-folder';
import { World } from '@palatine/world';
import { renewIncarnation } from './incarnation.ts';
import { createStore, openStore } from './store.ts';

function readIncarnation(file: string): string {
  const store = openStore(file);
  const incarnation = store.incarnation();
  store.close();
  return incarnation;
}

test('the draft of a world that takes the place of another begins another history', () => {
  const folder = testFolder();
  const file = join(folder, 'world.db');
  createStore(file, new World({ name: 'W', origin: 'demo', createdAtMs: 0, seed: 1 }));
  const before = readIncarnation(file);
  assert.equal(readIncarnation(file), before, 'opening it changes nothing');
  renewIncarnation(file);
  assert.notEqual(readIncarnation(file), before);
});
