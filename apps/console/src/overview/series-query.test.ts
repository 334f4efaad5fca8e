import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Series } from '@palatine/contract';
import { changeOf, timesOf, valuesOf } from './series-query.ts';

const series: Series = {
  Names: ['online', 'queue'],
  From: '2026-01-01T00:00:00.000Z',
  StepSeconds: 5,
  Values: [
    [1, null, 3],
    [0, 0, 0],
  ],
  Marks: [],
};

test('each value has the time at which it begins', () => {
  const from = Date.UTC(2026, 0, 1);
  assert.deepEqual(timesOf(series), [from, from + 5000, from + 10_000]);
  assert.deepEqual(valuesOf(series, 'online'), [1, null, 3]);
  assert.deepEqual(valuesOf(series, 'rssBytes'), []);
});

test('a change is from the first known value to the last, and one value alone has none', () => {
  assert.equal(changeOf([null, 4, null, 7, null]), 3);
  assert.equal(changeOf([null, 4]), undefined);
  assert.equal(changeOf([]), undefined);
});
