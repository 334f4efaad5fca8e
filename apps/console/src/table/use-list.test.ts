import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sortRows } from './use-list.ts';

const columns = [
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
  sortRows(ROWS, columns, { sort, order }).map(({ name }) => name);

test('rows are sorted by texts and by numbers, either way, and those without a value come last', () => {
  assert.deepEqual(namesBy('name', 'Ascending'), ['a', 'b', '']);
  assert.deepEqual(namesBy('name', 'Descending'), ['b', 'a', '']);
  assert.deepEqual(namesBy('count', 'Ascending'), ['', 'b', 'a']);
  assert.deepEqual(namesBy('count', 'Descending'), ['b', '', 'a']);
});

test('an order that the list does not have leaves it as it is', () => {
  for (const sort of ['marks', 'nothing']) assert.deepEqual(namesBy(sort, 'Ascending'), ['b', 'a', '']);
});
