import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnChoice, createSelection, scrolledTo, toCsv, visibleRows } from './table-state.ts';
import { sortRows } from './use-list.ts';
import { tableCommand } from './use-table.ts';

const at = { at: 5, count: 100, page: 20 };

test('keys move by a row, a page, and to the ends, and stay within the list', () => {
  const keys = ['j', 'ArrowDown', 'k', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'];
  const moves = keys.map((key) => tableCommand({ key }, at));
  assert.deepEqual(moves, [6, 6, 4, 4, 25, 0, 0, 99]);
  assert.equal(tableCommand({ key: 'ArrowDown', shiftKey: true }, at), 6);
});

test('x chooses, a point opens the menu, and keys with Ctrl or Alt stay the browser’s', () => {
  assert.equal(tableCommand({ key: 'x' }, at), 'toggle');
  assert.equal(tableCommand({ key: 'X', shiftKey: true }, at), 'extend');
  assert.equal(tableCommand({ key: '.' }, at), 'menu');
  assert.equal(tableCommand({ key: 'a', ctrlKey: true }, at), 'all');
  assert.equal(tableCommand({ key: 'k', ctrlKey: true }, at), undefined);
  assert.equal(tableCommand({ key: 'j', altKey: true }, at), undefined);
  assert.equal(tableCommand({ key: 'q' }, at), undefined);
});

test('at most 40 rows of 10,000 are drawn, at every place of the list', () => {
  for (const topPx of [0, 17, 180_000, 360_000 - 800, 400_000]) {
    const { start, end } = visibleRows({ count: 10_000, rowPx: 36, topPx, heightPx: 800 });
    assert.ok(end - start <= 40 && start >= 0 && end <= 10_000, `${topPx}: ${start} to ${end}`);
    if (topPx < 360_000) assert.ok(start * 36 <= topPx && end * 36 >= Math.min(topPx + 800, 360_000));
  }
  assert.deepEqual(visibleRows({ count: 0, rowPx: 36, topPx: 0, heightPx: 800 }), { start: 0, end: 0 });
});

test('a row in sight does not scroll, one outside comes to the nearer edge', () => {
  const view = { rowPx: 36, topPx: 360, heightPx: 360 };
  const actual = [5, 10, 19, 20].map((row) => scrolledTo(row, view));
  assert.deepEqual(actual, [180, 360, 360, 396]);
});

test('a range goes from the row chosen last, in the order that is shown', () => {
  const selection = createSelection<string>((row) => row);
  const rows = ['a', 'b', 'c', 'd', 'e'];
  selection.toggle('d');
  selection.extendTo('b', rows);
  assert.deepEqual(selection.rows.value.toSorted(), ['b', 'c', 'd']);
  selection.toggle('c');
  assert.deepEqual(selection.rows.value.toSorted(), ['b', 'd']);
  selection.clear();
  selection.extendTo('e', rows);
  assert.deepEqual(selection.rows.value, ['e']);
});

test('a chosen row takes newer facts and nothing else is chosen by them', () => {
  const selection = createSelection<{ id: string; level: number }>(({ id }) => id);
  selection.toggle({ id: 'a', level: 1 });
  selection.renew([
    { id: 'a', level: 2 },
    { id: 'b', level: 9 },
  ]);
  assert.deepEqual(selection.rows.value, [{ id: 'a', level: 2 }]);
});

test('no cell of a file is a formula, and quotes, commas and lines stay in their cell', () => {
  const columns = [
    { text: 'Name', csv: (row: { name: string; level: number }) => row.name },
    { text: 'Level', csv: (row: { name: string; level: number }) => row.level },
  ];
  const names = ['=1+1', '+1', '-1', '@a', '\ta', 'a "b", c', 'two\nlines', 'Zoe'];
  assert.equal(
    toCsv(
      columns,
      names.map((name) => ({ name, level: -3 })),
    ),
    'Name,Level\r\n"\'=1+1",-3\r\n"\'+1",-3\r\n"\'-1",-3\r\n"\'@a",-3\r\n"\'\ta",-3\r\n"a ""b"", c",-3\r\n"two\nlines",-3\r\nZoe,-3\r\n',
  );
});

test('chosen columns are kept, and values that other code stored are ignored', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const columns = [{ id: 'name', fixed: true }, { id: 'level' }, { id: 'place', extra: true }];
  const first = columnChoice('players', columns, storage);
  assert.deepEqual([...first.shown.value], ['name', 'level']);
  first.toggle('place');
  first.toggle('level');
  first.toggle('name');
  assert.deepEqual([...columnChoice('players', columns, storage).shown.value].toSorted(), ['name', 'place']);
  stored.set('palatine.columns.players', '{"name":1}');
  assert.deepEqual([...columnChoice('players', columns, storage).shown.value], ['name', 'level']);
});

const sortable = [
  { id: 'name', csv: ({ name }: Row) => name },
  { id: 'count', csv: ({ count }: Row) => count },
  { id: 'marks' },
];

interface Row {
  name: string;
  count?: number;
}

const ROWS: readonly Row[] = [{ name: 'b', count: 10 }, { name: 'a' }, { name: '', count: 9 }];

const namesBy = (sort: string, order: 'Ascending' | 'Descending') =>
  sortRows(ROWS, sortable, { sort, order }).map(({ name }) => name);

test('rows are sorted by texts and by numbers, either way, and those without a value come last', () => {
  assert.deepEqual(namesBy('name', 'Ascending'), ['a', 'b', '']);
  assert.deepEqual(namesBy('name', 'Descending'), ['b', 'a', '']);
  assert.deepEqual(namesBy('count', 'Ascending'), ['', 'b', 'a']);
  assert.deepEqual(namesBy('count', 'Descending'), ['b', '', 'a']);
});

test('an order that the list does not have leaves it as it is', () => {
  for (const sort of ['marks', 'nothing']) assert.deepEqual(namesBy(sort, 'Ascending'), ['b', 'a', '']);
});
