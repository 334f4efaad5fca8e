import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { World } from '@palatine/world';
import { createStore, openStore } from './store.ts';

const MIB = 1024 * 1024;

/** A world file with events of a million characters each, as a version that had no bound could leave it. */
function withLargeEvents(count: number, use: (file: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-store-'));
  try {
    const file = join(folder, 'world.db');
    const world = new World({ name: 'W', origin: 'demo', createdAtMs: 0, seed: 1 });
    for (let id = 1; id <= count; id++) {
      const data = { sendType: 'Broadcast', sender: '', text: 'x'.repeat(1_000_000), recipients: null };
      world.events.put({ id, atMs: 0, type: 'message', data });
    }
    createStore(file, world);
    use(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function loadIds(file: string): number[] {
  const store = openStore(file);
  try {
    const { events } = store.load();
    const bytes = [...events.values()].reduce((sum, event) => sum + JSON.stringify(event).length, 0);
    assert.ok(bytes <= 16 * MIB, `${bytes} bytes are loaded`);
    return [...events.values()].map(({ id }) => id);
  } finally {
    store.close();
  }
}

test('of events that are larger than the world keeps, the newest are loaded and the others deleted', () => {
  withLargeEvents(40, (file) => {
    const kept = Array.from({ length: 16 }, (_, at) => 25 + at);
    assert.deepEqual(loadIds(file), kept);
    using database = new DatabaseSync(file);
    const rows = database.prepare('select key from events order by key').all() as { key: number }[];
    assert.deepEqual(
      rows.map(({ key }) => key),
      kept,
    );
    assert.deepEqual(loadIds(file), kept);
  });
});

test('events that cannot be deleted are left out all the same', () => {
  withLargeEvents(20, (file) => {
    using other = new DatabaseSync(file);
    const store = openStore(file);
    other.exec('begin immediate'); // as a disk that takes no write
    assert.equal(store.load().events.size, 16);
    other.exec('rollback');
    store.close();
    assert.equal(loadIds(file).length, 16);
  });
});
