import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decode, encode, POINT_BYTES, thinTrail } from './trail-store.ts';

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
