import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWholeNumber } from './flag-values.ts';

test('a whole number is read in its range and in no other spelling', () => {
  for (const [typed, number] of [
    ['1', 1],
    ['0042', 42],
    ['1000', 1000],
  ] as const) {
    assert.equal(parseWholeNumber(typed, 1000), number);
  }
  for (const typed of ['', '0', '1001', '00001', '-1', '+1', '1.0', '1e2', '0x1', ' 1', '1\n', 'x', '٣']) {
    assert.equal(parseWholeNumber(typed, 1000), undefined, typed);
  }
});
