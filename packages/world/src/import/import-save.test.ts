import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aSaveBody, imported, NOW_MS } from '../testing/save-builder.ts';
import { aGuid } from '../testing/world-builder.ts';

test('a world takes its name from the save, or is called an imported world', () => {
  assert.deepEqual(imported({ worldName: 'Isle' }).info, {
    name: 'Isle',
    origin: 'save',
    createdAtMs: NOW_MS,
    seed: 7,
  });
  assert.equal(imported({ worldName: '' }).info.name, 'Imported world');
});

test('the journal holds every imported record, ready to be stored', () => {
  const world = imported({ characters: [aSaveBody(aGuid())] });
  const tables = world.pendingChanges().map(({ table }) => table);
  assert.deepEqual(tables, ['accounts', 'characters']);
});
