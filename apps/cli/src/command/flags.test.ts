import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closest, wholeNumberOf } from './flags.ts';

const NAMES = ['serve', 'world', 'token', 'doctor', 'give', 'kick'];

test('what resembles no name has no suggestion', () => {
  for (const typed of ['', 'x', 'ab', 'status', 'constructor', 'worldwide']) {
    assert.equal(closest(typed, NAMES), undefined, typed);
  }
});

test('a whole number is read in its range and in no other spelling', () => {
  for (const [typed, number] of [
    ['1', 1],
    ['0042', 42],
    ['1000', 1000],
  ] as const) {
    assert.equal(wholeNumberOf('--limit', typed, 1000), number);
  }
  for (const typed of ['', '0', '1001', '00001', '-1', '+1', '1.0', '1e2', '0x1', ' 1', '1\n', 'x', '٣']) {
    const message = `--limit must be a whole number from 1 to 1000, not "${typed}"`;
    assert.throws(() => wholeNumberOf('--limit', typed, 1000), { message });
  }
});
