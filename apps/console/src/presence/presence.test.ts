import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListedSession } from '@palatine/contract';
import { pluck } from '@palatine/testing/pluck';
import {
  changesOf,
  countAt,
  countLine,
  DAY_MS,
  lanesOf,
  nearest,
  presentFirst,
  rangeOf,
  spanAt,
  ticksOf,
} from './presence.ts';

const HOUR_MS = 3_600_000;
/** Midnight in the time zone of this machine. */
const MIDNIGHT_MS = new Date(2026, 10, 28).getTime();
const NOW_MS = MIDNIGHT_MS + 14 * HOUR_MS;

function aSession(Name: string, fromHour: number, toHour?: number): ListedSession {
  const at = (hour: number) => new Date(MIDNIGHT_MS + hour * HOUR_MS).toISOString();
  const To = toHour === undefined ? {} : { To: at(toHour) };
  return { Uid: Name, Name, From: at(fromHour), ...To, Reason: '', Platform: '' };
}

const LANES = lanesOf(
  [aSession('Zoe', 13), aSession('Mo', 2, 4), aSession('Ana', 1, 3), aSession('Zoe', -2, 2)],
  NOW_MS,
);

test('a player has one lane; those seen last come first, and those of a moment before the others', () => {
  assert.deepEqual(pluck(LANES, 'Name'), ['Zoe', 'Mo', 'Ana']);
  assert.deepEqual(pluck(presentFirst(LANES, MIDNIGHT_MS + 2.5 * HOUR_MS), 'Name'), ['Mo', 'Ana', 'Zoe']);
  assert.deepEqual(pluck(LANES[0]?.spans ?? [], 'running'), [false, true]);
});

test('a session holds its beginning and not its end; one that goes on holds the present', () => {
  const [zoe = assert.fail()] = LANES;
  const held = [-2, 1.9, 2, 13, 14].map((hour) => spanAt(zoe, MIDNIGHT_MS + hour * HOUR_MS) !== undefined);
  assert.deepEqual(held, [true, true, false, true, true]);
});

test('with nobody online the nearest session is the last before or the first after', () => {
  const nameAt = (hour: number) => nearest(LANES, MIDNIGHT_MS + hour * HOUR_MS)?.lane.Name;
  assert.deepEqual([nameAt(5), nameAt(12)], ['Mo', 'Zoe']);
  const { atMs = 0 } = nearest(LANES, MIDNIGHT_MS + 5 * HOUR_MS) ?? {};
  assert.equal(countAt(LANES, atMs), 1, 'its moment is one at which the player was online');
});

test('the line of the count steps where players come and go', () => {
  const range = { fromMs: MIDNIGHT_MS, toMs: MIDNIGHT_MS + 4 * HOUR_MS };
  assert.deepEqual(changesOf(LANES).length, 6);
  const line = countLine(LANES, range);
  const steps = 'M0 100H0.00V50.0H25.00V0.0H50.00V0.0H75.00V50.0H100';
  assert.deepEqual(line, { max: 2, path: steps });
});

test('a timeline ends now, or with the day of an older moment', () => {
  assert.equal(rangeOf('day', undefined, NOW_MS).toMs, NOW_MS);
  assert.equal(rangeOf('day', MIDNIGHT_MS + 3 * HOUR_MS, NOW_MS).toMs, NOW_MS);
  const older = rangeOf('day', MIDNIGHT_MS - 21 * HOUR_MS, NOW_MS);
  assert.deepEqual(older, { fromMs: MIDNIGHT_MS - DAY_MS, toMs: MIDNIGHT_MS });
  const hours = ticksOf('day', older).map((atMs) => new Date(atMs).getHours());
  assert.deepEqual(hours, [0, 3, 6, 9, 12, 15, 18, 21]);
  assert.equal(ticksOf('week', rangeOf('week', undefined, NOW_MS)).length, 7);
});
