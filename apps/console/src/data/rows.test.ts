import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { signal } from '@preact/signals';
import { createRows, type WindowQuery } from './rows.ts';

interface Row {
  id: string;
  level: number;
}

/** A service with a list in an order, whose cursor is the number of the last row. */
function listOf(count: number) {
  const service = {
    rows: Array.from({ length: count }, (_, at): Row => ({ id: `row ${at}`, level: at })),
    queries: [] as WindowQuery[],
    async read(query: WindowQuery) {
      service.queries.push(query);
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

test('a list begins with 200 rows, and reads on in order until the wanted row is there', async () => {
  const service = listOf(10_000);
  const list = createRows(service.read, keyOf);
  await settled();
  assert.equal(list.value.value?.rows.length, 200);
  assert.equal(list.value.value?.matching, 10_000);
  await list.ensure(150);
  assert.equal(service.queries.length, 1);
  await list.ensure(9_999);
  assert.equal(list.value.value?.rows.length, 10_000);
  assert.equal(list.value.value?.rows[9_999]?.id, 'row 9999');
  assert.equal(service.queries.length, 1 + 19 + 1);
  list.dispose();
});

test('disposing of a list ends a pending wait for a row, and reads nothing more', async () => {
  const service = listOf(10_000);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const list = createRows(async (query: WindowQuery) => {
    const reply = await service.read(query);
    await answered;
    return reply;
  }, keyOf);
  const waiting = list.ensure(500);
  list.dispose();
  answer();
  await waiting;
  assert.equal(service.queries.length, 1);
});

test('a change of the query starts over, and the rows before stay until the new ones are there', async () => {
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
  const actual = list.value.value?.rows.map(({ id, level }) => `${id}: ${level}`);
  assert.deepEqual(actual, ['row 0: 0', 'row 1: 1', 'row 2: 2', 'row 3: 3', 'row 4: 40']);
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
  const failing = createRows(() => Promise.reject(new Error('gone')), keyOf);
  await settled();
  assert.match(String(failing.error.value), /gone/);
  assert.equal(failing.value.value, undefined);
  failing.dispose();
  list.dispose();
});

test('a list without a count says that there is more, until it ends', async () => {
  const service = listOf(450);
  const list = createRows(async (query: WindowQuery) => {
    const { Rows, Next } = await service.read(query);
    return { Rows, Next };
  }, keyOf);
  await settled();
  const read = () => [list.value.value?.rows.length, list.value.value?.matching, list.value.value?.total];
  assert.deepEqual(read(), [200, 201, undefined]);
  await list.ensure(200);
  assert.deepEqual(read(), [400, 401, undefined]);
  await list.ensure(400);
  await list.ensure(450);
  assert.deepEqual(read(), [450, 450, undefined]);
  list.dispose();
});

test('a window that comes after the query has changed is dropped', async () => {
  const filter = signal('a');
  const waiting: (() => void)[] = [];
  const list = createRows<Row>(async ({ Cursor }) => {
    const query = filter.value;
    if (Cursor === undefined) return { Rows: [{ id: `${query}1`, level: 1 }], Next: '2' };
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { Rows: [{ id: `${query}2`, level: 2 }], Next: undefined };
  }, keyOf);
  await settled();
  const late = list.ensure(1);
  await settled();
  filter.value = 'b';
  await settled();
  for (const answer of waiting) answer();
  await late;
  assert.deepEqual(list.value.value?.rows.map(keyOf), ['b1']);
  list.dispose();
});
