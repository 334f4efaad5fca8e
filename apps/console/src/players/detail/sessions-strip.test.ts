import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripOf } from './sessions-strip.ts';

const HOUR = 3_600_000;
const nowMs = Date.parse('2026-11-22T12:00:00Z');

test('a session over midnight counts on both days, and one that goes on until now', () => {
  const days = stripOf(
    [
      { From: '2026-11-20T22:00:00Z', To: '2026-11-21T01:30:00Z' },
      { From: '2026-11-22T11:00:00Z' },
      { From: '2026-10-01T00:00:00Z', To: '2026-10-02T00:00:00Z' },
    ],
    { days: 3, nowMs },
  );
  const actual = days.map(({ onlineMs }) => onlineMs / HOUR);
  assert.deepEqual(actual, [2, 1.5, 1]);
});

test('days begin at midnight of the zone', () => {
  const [day] = stripOf([], { days: 1, nowMs, zoneMs: 8 * HOUR });
  assert.equal(new Date(day?.atMs ?? 0).toISOString(), '2026-11-21T16:00:00.000Z');
});
