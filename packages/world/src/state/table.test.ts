import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPal, aWorld } from '../testing/index.ts';
import type { Character } from './model.ts';
import { GroupIndex, Table } from './table.ts';

interface Thing {
  readonly id: string;
  readonly box: string;
  readonly weight: number;
}
type ThingHead = Pick<Thing, 'id' | 'box'>;

/** A table of rows that say how often each was read. */
function aTableOfRows(things: readonly Thing[]) {
  const reads: string[] = [];
  const table = new Table<Thing, ThingHead>('things', ({ id }) => id, []);
  const byBox = table.index(
    new GroupIndex<ThingHead>(
      ({ id }) => id,
      ({ box }) => [box],
    ),
  );
  table.readRowsWith((key, row) => {
    reads.push(key);
    return JSON.parse(row) as Thing;
  });
  for (const thing of things) table.restoreRow(thing.id, JSON.stringify(thing), thing);
  return { table, byBox, reads };
}

const A: Thing = { id: 'a', box: 'x', weight: 1 };
const B: Thing = { id: 'b', box: 'x', weight: 2 };

test('a row is read when somebody asks for its record, and only once', () => {
  const { table, reads } = aTableOfRows([A, B]);
  assert.equal(table.size, 2);
  assert.ok(table.has('a'));
  assert.deepEqual([...table.keys()], ['a', 'b']);
  assert.deepEqual(reads, []);
  const first = table.get('b');
  assert.deepEqual(first, B);
  assert.equal(table.get('b'), first, 'the same record from then on');
  assert.deepEqual([...table.values()], [A, B]);
  assert.deepEqual(
    [...table.entries()],
    [
      ['a', A],
      ['b', B],
    ],
  );
  assert.deepEqual(reads, ['b', 'a']);
});

test('reading a row is no change', () => {
  const { table } = aTableOfRows([A]);
  const { version } = table;
  table.get('a');
  assert.equal(table.version, version);
});

test('indexes find a record whose row nobody has read, and follow its changes', () => {
  const { table, byBox, reads } = aTableOfRows([A, B]);
  assert.deepEqual([...byBox.keys('x')], ['a', 'b']);
  assert.deepEqual(reads, []);
  table.put({ ...A, box: 'y' });
  table.remove('b');
  assert.deepEqual([...byBox.keys('x')], []);
  assert.deepEqual([...byBox.keys('y')], ['a']);
});

test('values that are added while somebody goes through the rows come as well', () => {
  const { table } = aTableOfRows([A, B]);
  const seen: string[] = [];
  for (const { id } of table.values()) {
    seen.push(id);
    if (id === 'a') table.put({ ...A, id: 'c' });
  }
  assert.deepEqual(seen, ['a', 'b', 'c']);
});

test('a rollback brings the record of a row back that nobody had read', () => {
  const world = aWorld();
  const pal: Character = aPal({ species: 'Anubis', nickname: '' });
  world.characters.readRowsWith((_key, row) => JSON.parse(row) as Character);
  world.characters.restoreRow(pal.id, JSON.stringify(pal), pal);
  world.characters.put({ ...pal, level: 9 });
  world.characters.remove(pal.id);
  world.rollbackTo(0);
  assert.deepEqual(world.characters.get(pal.id), pal);
});
