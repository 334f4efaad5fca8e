import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closest } from '../command/flags.ts';

const NAMES = ['serve', 'world', 'token', 'doctor', 'give', 'kick'];

test('a name with a slip, in any case, is recognized', () => {
  for (const [typed, meant] of [
    ['wrold', 'world'],
    ['WORLD', 'world'],
    ['Tokens', 'token'],
    ['docter', 'doctor'],
    ['srve', 'serve'],
    ['giev', 'give'],
  ] as const) {
    assert.equal(closest(typed, NAMES), meant, typed);
  }
});

test('what resembles no name has no suggestion', () => {
  for (const typed of ['', 'x', 'ab', 'status', 'constructor', 'worldwide']) {
    assert.equal(closest(typed, NAMES), undefined, typed);
  }
});
