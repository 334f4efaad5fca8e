import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seenBefore } from './list-address.ts';

const NOW_MS = Date.UTC(2026, 0, 31);

test('days of an address are a moment', () =>
  assert.equal(seenBefore('30', NOW_MS), '2026-01-01T00:00:00.000Z'));

test('what is no number of days, or more than any world is old, filters nothing', () => {
  for (const days of [null, '', '0', '-3', 'many', '1e300', 'Infinity']) {
    assert.equal(seenBefore(days, NOW_MS), undefined, String(days));
  }
});
