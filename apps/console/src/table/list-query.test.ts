import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countFilters, listKeyOf, seenBefore, sortingIn, withoutEmpty } from './list-query.ts';

test('a list depends on its filters and its order, in whatever order the address has them', () => {
  const first = new URLSearchParams('find=zo&sort=Level&map=3&guild=');
  const second = new URLSearchParams('sort=Level&find=zo');
  assert.equal(listKeyOf(first, ['find', 'guild']), listKeyOf(second, ['find', 'guild']));
});

test('an order is what the address says, and else that of the list', () => {
  const otherwise = { sort: 'Level', order: 'Descending' } as const;
  const sorting = (text: string) => sortingIn(new URLSearchParams(text), otherwise);
  assert.deepEqual(sorting(''), otherwise);
  assert.deepEqual(sorting('order=up'), { sort: 'Level', order: 'Ascending' });
  assert.deepEqual(sorting('sort=Name'), { sort: 'Name', order: 'Ascending' });
  assert.deepEqual(sorting('sort=Name&order=down'), { sort: 'Name', order: 'Descending' });
});

test('a parameter without a value is not sent', () =>
  assert.deepEqual(withoutEmpty<{ Find?: string; Shiny?: boolean }>({ Find: '', Shiny: false }), {
    Shiny: false,
  }));

test('filters that an address sets are counted, and its order is none', () => {
  const query = new URLSearchParams('find=a&status=&seen=7&sort=Level');
  assert.equal(countFilters(query, ['find', 'status', 'seen']), 2);
  assert.equal(countFilters(query, ['status', 'from']), 0);
});

test('what is no number of days, or more than any world is old, filters nothing', () => {
  for (const days of [null, '', '0', '-3', 'many', '1e300', 'Infinity']) {
    assert.equal(seenBefore(days, 0), undefined, String(days));
  }
});
