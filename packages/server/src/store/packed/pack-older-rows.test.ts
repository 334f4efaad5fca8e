import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { type Container, loadCatalogue, makeDemoWorld, TABLE_NAMES, type World } from '@palatine/world';
import { createStore, openStore } from '../store.ts';
import { PACKED_TABLES } from './packed-records.ts';

const recordsOf = (world: World) => TABLE_NAMES.map((name) => [name, [...world[name].entries()]]);

/** What the file says of each row, without its length: `[` begins a packed one, `{` an object. */
function beginningsOf(file: string): string[] {
  using database = new DatabaseSync(file);
  return PACKED_TABLES.flatMap((table) =>
    database.prepare(`select distinct substr(record, 1, 1) as first from ${table}`).all(),
  ).map(({ first }) => String(first));
}

function aFile(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-store-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'world.db');
}

/** Writes a world whose rows are objects, as before there were packed ones. */
function writeObjects(file: string, world: World): void {
  createStore(file, world);
  using database = new DatabaseSync(file);
  database.exec("begin; delete from facts where name = 'packed'; delete from names");
  for (const table of PACKED_TABLES) {
    const replace = database.prepare(`update ${table} set record = ? where key = ?`);
    for (const [key, record] of world[table].entries()) replace.run(JSON.stringify(record), key);
  }
  database.exec('commit');
}

function aDemoWorld(): World {
  const sizes = { players: 6, palsPerPlayer: 4 };
  const { world } = makeDemoWorld({ catalogue: loadCatalogue(), seed: 2, nowMs: 0, sizes });
  world.clearJournal();
  return world;
}

test('the objects of an older world are packed once, and say what they said', (context) => {
  const file = aFile(context);
  const world = aDemoWorld();
  writeObjects(file, world);
  assert.deepEqual(new Set(beginningsOf(file)), new Set(['{']));
  for (const opening of ['first', 'second']) {
    const store = openStore(file);
    assert.deepEqual(recordsOf(store.load()), recordsOf(world), `at the ${opening} opening`);
    store.close();
    assert.deepEqual(new Set(beginningsOf(file)), new Set(['[']));
  }
});

test('an object that packing would change stays an object', (context) => {
  const file = aFile(context);
  const world = aDemoWorld();
  const [odd] = world.containers.values();
  assert.ok(odd);
  const record = { ...odd, fromElsewhere: 'kept' };
  world.containers.put(record);
  writeObjects(file, world);
  const store = openStore(file);
  assert.deepEqual(store.load().containers.get(odd.id), record);
  store.close();
  assert.deepEqual(beginningsOf(file).toSorted(), ['[', '[', '[', '[', '{']);
});

test('names of a commit that failed are not taken for written ones', (context) => {
  const file = aFile(context);
  createStore(file, aDemoWorld());
  const first = openStore(file);
  const aChest = (id: string, itemId: string): Container => ({
    id,
    capacity: 1,
    slots: { 0: { itemId, count: 1 } },
  });
  const change = (record: Container) => ({ table: 'containers' as const, key: record.id, record });
  const one = change(aChest('A', 'One'));
  const unwritable = { ...change(aChest('B', 'Another')), key: {} as string };
  assert.throws(() => first.commit({ changes: [one, unwritable] }));
  first.commit({ changes: [change(aChest('C', 'Another'))] });
  first.commit({ changes: [one] });
  first.close();
  const store = openStore(file);
  const { containers } = store.load();
  store.close();
  assert.deepEqual(containers.get('A'), one.record);
  assert.deepEqual(containers.get('C'), aChest('C', 'Another'));
  assert.equal(containers.has('B'), false);
});
