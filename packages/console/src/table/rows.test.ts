import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals';
import type { WindowQuery } from './list.ts';
import { createRows } from './rows.ts';

interface Row {
  id: string;
  level: number;
}

/** A service with a list in an order, whose cursor is the number of the last row. */
function listOf(count: number) {
  const service = {
    rows: Array.from({ length: count }, (_, at): Row => ({ id: `row ${at}`, level: at })),
    asked: [] as WindowQuery[],
    async read(query: WindowQuery) {
      service.asked.push(query);
      const from = Number(query.Cursor ?? 0);
      const to = from + query.Limit;
      const Next = to < service.rows.length ? String(to) : undefined;
      const { length } = service.rows;
      return { Total: length, Matching: length, Rows: service.rows.slice(from, to), Next };
    },
  };
  return service;
}

const keyOf = ({ id }: Row) => id;
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a list begins with 200 rows, and reads on in order until the wanted row is there', async () => {
  const service = listOf(10_000);
  const list = createRows(service.read, keyOf);
  await settled();
  assert.equal(list.value.value?.rows.length, 200);
  assert.equal(list.value.value?.matching, 10_000);
  await list.want(150);
  assert.equal(service.asked.length, 1);
  await list.want(9_999);
  assert.equal(list.value.value?.rows.length, 10_000);
  assert.equal(list.value.value?.rows[9_999]?.id, 'row 9999');
  assert.equal(service.asked.length, 1 + 19 + 1);
  list.dispose();
});

test('a change of the query begins anew, and the rows before stay until the new ones are there', async () => {
  const service = listOf(300);
  const sort = signal('Name');
  const list = createRows((query: WindowQuery) => {
    void sort.value;
    return service.read(query);
  }, keyOf);
  await settled();
  service.rows = service.rows.toReversed();
  sort.value = 'Level';
  assert.deepEqual([list.loading.value, list.value.value?.rows[0]?.id], [true, 'row 0']);
  await settled();
  assert.equal(list.value.value?.rows[0]?.id, 'row 299');
  list.dispose();
});

test('while rows are held they take newer facts in place, and what would move is counted', async () => {
  const service = listOf(5);
  const list = createRows(service.read, keyOf);
  await settled();
  list.hold.value = true;
  service.rows = [{ id: 'new', level: 1 }, { id: 'row 4', level: 40 }, ...service.rows.slice(0, 3)];
  await list.refresh();
  const found = list.value.value?.rows.map(({ id, level }) => `${id}: ${level}`);
  assert.deepEqual(found, ['row 0: 0', 'row 1: 1', 'row 2: 2', 'row 3: 3', 'row 4: 40']);
  assert.equal(list.changes.value, 5); // one new, one gone, and three before the one that came forward
  list.applyChanges();
  assert.equal(list.value.value?.rows[0]?.id, 'new');
  assert.equal(list.changes.value, 0);
  list.dispose();
});

test('a refresh that changes facts only shows them at once, and a failed one keeps what is there', async () => {
  const service = listOf(3);
  const list = createRows(service.read, keyOf);
  await settled();
  list.hold.value = true;
  service.rows = service.rows.map((row) => ({ ...row, level: 9 }));
  await list.refresh();
  assert.deepEqual([list.value.value?.rows[0]?.level, list.changes.value], [9, 0]);
  service.read = () => Promise.reject(new Error('gone'));
  const failing = createRows(() => Promise.reject(new Error('gone')), keyOf);
  await settled();
  assert.match(String(failing.error.value), /gone/);
  assert.equal(failing.value.value, undefined);
  failing.dispose();
  list.dispose();
});
