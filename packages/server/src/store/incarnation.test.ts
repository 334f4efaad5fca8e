import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { World } from '@palatine/world';
import { renewIncarnation } from './incarnation.ts';
import { createStore, openStore } from './store.ts';

function readIncarnation(file: string): string {
  const store = openStore(file);
  const incarnation = store.incarnation();
  store.close();
  return incarnation;
}

test('the draft of a world that takes the place of another begins another history', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-store-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'world.db');
  createStore(file, new World({ name: 'W', origin: 'demo', createdAtMs: 0, seed: 1 }));
  const before = readIncarnation(file);
  assert.equal(readIncarnation(file), before, 'opening it changes nothing');
  renewIncarnation(file);
  assert.notEqual(readIncarnation(file), before);
});
