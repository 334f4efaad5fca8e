import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAnnouncer, POLITE_GAP_MS } from './announce.ts';

test('of many polite lines within three seconds the first and the last are said', () => {
  let nowMs = 0;
  let due: (() => void) | undefined;
  const { announce, polite } = createAnnouncer(
    () => nowMs,
    (run, ms) => {
      assert.equal(ms, POLITE_GAP_MS - 1000);
      due = run;
    },
  );
  announce('1 found');
  assert.equal(polite.value, '1 found');
  nowMs = 1000;
  announce('2 found');
  announce('3 found');
  assert.equal(polite.value, '1 found');
  nowMs = 3000;
  due?.();
  assert.equal(polite.value, '3 found');
});

test('a failure is said at once, and said again when it happens again', () => {
  const { announceFailure, assertive } = createAnnouncer();
  announceFailure('lost');
  const first = assertive.value;
  announceFailure('lost');
  assert.notEqual(assertive.value, first);
  assert.equal(assertive.value.trim(), 'lost');
});
