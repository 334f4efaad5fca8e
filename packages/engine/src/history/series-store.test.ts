import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seriesRange } from './series-store.ts';
import { decode, encode, POINT_BYTES, thinTrail } from './trail-store.ts';

const NOW = 1_800_000_000;
const HOUR = 3600;
const DAY = 24 * HOUR;
const last = (seconds: number, points = 1500) => seriesRange({ from: NOW - seconds, to: NOW, points }, NOW);

test('an hour has a value every 5 seconds, a day every minute, a week every quarter of an hour', () => {
  assert.deepEqual([last(HOUR).stepSeconds, last(HOUR).count], [5, 720]);
  assert.deepEqual([last(DAY).stepSeconds, last(DAY).count], [60, 1440]);
  assert.deepEqual([last(7 * DAY).stepSeconds, last(7 * DAY).count], [900, 672]);
});

test('values are combined where even the coarsest are too many', () => {
  const { step, stepSeconds, count } = last(30 * DAY);
  assert.deepEqual([step, stepSeconds, count], [900, 1800, 1440]);
});

test('an hour of yesterday has a value every minute: its finest values are deleted', () => {
  assert.equal(seriesRange({ from: NOW - DAY, to: NOW - DAY + HOUR, points: 1500 }, NOW).stepSeconds, 60);
});

test('a range never exceeds the requested number of values, and covers the requested time', () => {
  const seconds = fc.integer({ min: 1, max: 120 * DAY });
  fc.assert(
    fc.property(seconds, seconds, fc.integer({ min: 1, max: 3000 }), (long, ago, points) => {
      const [from, to] = [NOW - ago - long, NOW - ago];
      const range = seriesRange({ from, to, points }, NOW);
      assert.ok(range.count <= points);
      assert.equal(range.stepSeconds % range.step, 0);
      assert.ok(range.from <= from && range.from + range.count * range.stepSeconds >= to);
    }),
  );
});

const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const uint32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const trail = fc.array(fc.tuple(uint32, int32, int32, int32), { maxLength: 50 });

test('points come back as they were stored, at 16 bytes each', () => {
  fc.assert(
    fc.property(trail, (points) => {
      assert.deepEqual(decode(encode(points)), points);
      assert.equal(encode(points).length, points.length * POINT_BYTES);
    }),
  );
});

test('an incomplete point is ignored', () => {
  assert.deepEqual(decode(encode([[1, 2, 3, 4]]).subarray(0, 15)), []);
});

test('a thinned trail has the first point of each step, in order, and thinning it again changes nothing', () => {
  fc.assert(
    fc.property(trail, fc.integer({ min: 1, max: 3600 }), (points, step) => {
      const sorted = points.toSorted(([a], [b]) => a - b);
      const thinned = thinTrail(sorted, step);
      const steps = thinned.map(([at]) => Math.floor(at / step));
      assert.deepEqual(steps, [...new Set(sorted.map(([at]) => Math.floor(at / step)))]);
      for (const point of thinned) assert.ok(sorted.includes(point));
      assert.deepEqual(thinTrail(thinned, step), thinned);
    }),
  );
});
