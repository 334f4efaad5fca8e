import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { World } from '@palatine/world';
import { anEmptyStore } from '../testing/audit-builder.ts';
import type { Store, StoredChange } from './store.ts';

const KEPT = 100;

/** A world that keeps few events. */
function aWorld(): World {
  const info = { name: 'W', origin: 'demo', createdAtMs: 0, seed: 1 } as const;
  return new World(info, { eventsKept: { events: KEPT, bytes: 1e9 } });
}

/** Emits events, and stores them with one commit. */
function emit(world: World, store: Store, count = 1): void {
  for (let number = 0; number < count; number++) {
    world.emit('message', 0, { sendType: 'Broadcast', sender: '', text: 'hello', recipients: null });
  }
  store.commit({ changes: world.pendingChanges() as StoredChange[] }); // nobody is banned
  world.clearJournal();
}

function idsIn(file: string, table: 'events' | 'unsentEvents'): number[] {
  using database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare(`select key from ${table} order by key`).all() as { key: number }[];
  return rows.map(({ key }) => key);
}

const idsOf = (world: World) =>
  [...world.events.values()].map(({ id }) => id).sort((one, other) => one - other);

test('the file has every event of the world, and few that it has dropped', () => {
  using opened = anEmptyStore();
  const { store, file } = opened;
  const world = aWorld();
  emit(world, store, KEPT);
  let deletions = 0;
  let before = KEPT;
  for (let number = 0; number < 300; number++) {
    emit(world, store, 1 + (number % 3));
    const stored = idsIn(file, 'events');
    assert.deepEqual(stored.slice(-KEPT), idsOf(world));
    assert.ok(stored.length < KEPT + 64 + 3, `${stored.length} rows`);
    if (stored.length < before) deletions += 1;
    before = stored.length;
  }
  assert.ok(deletions > 0 && deletions < 20, `${deletions} commits deleted`);
});

test('a commit that fails deletes no event, and neither does the next one too many', () => {
  using opened = anEmptyStore();
  const { store, file } = opened;
  const world = aWorld();
  emit(world, store, KEPT);
  emit(world, store, 60);
  {
    using other = new DatabaseSync(file);
    other.exec('begin immediate'); // as a disk that takes no write
    assert.throws(() => emit(world, store, 50), /database is locked/);
    other.exec('rollback');
  }
  world.rollbackTo(0);
  assert.deepEqual(idsIn(file, 'events').slice(-KEPT), idsOf(world));
  for (let number = 0; number < 10; number++) {
    emit(world, store);
    assert.deepEqual(idsIn(file, 'events').slice(-KEPT), idsOf(world));
  }
});

test('events that one commit adds and drops are not in the file', () => {
  using opened = anEmptyStore();
  const world = aWorld();
  emit(world, opened.store, 3 * KEPT);
  assert.deepEqual(idsIn(opened.file, 'events'), idsOf(world));
});

test('in a fleet each event moves to those that a stream lacks at once', () => {
  using opened = anEmptyStore({ fleet: true });
  const world = aWorld();
  emit(world, opened.store, KEPT);
  emit(world, opened.store, 2);
  assert.deepEqual(idsIn(opened.file, 'events'), idsOf(world));
  assert.deepEqual(idsIn(opened.file, 'unsentEvents'), [1, 2]);
});
