import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decode, encode, POINT_BYTES, thinTrail } from './trail-store.ts';

const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const uint32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const plain = { noNullPrototype: true };
const trail = fc.array(fc.record({ at: uint32, x: int32, y: int32, z: int32 }, plain), { maxLength: 50 });
const sample = fc.array(fc.record({ player: uint32, x: int32, y: int32, z: int32 }, plain), {
  maxLength: 50,
});

test('points come back as they were stored, at 16 bytes each', () => {
  fc.assert(
    fc.property(trail, sample, (points, places) => {
      assert.deepEqual(decode('at', encode('at', points)), points);
      assert.deepEqual(decode('player', encode('player', places)), places);
      assert.equal(encode('at', points).length, points.length * POINT_BYTES);
    }),
  );
});

test('an incomplete point is ignored', () => {
  const bytes = encode('at', [{ at: 1, x: 2, y: 3, z: 4 }]);
  assert.deepEqual(decode('at', bytes.subarray(0, 15)), []);
});

test('a thinned trail has the first point of each step, in order, and thinning it again changes nothing', () => {
  fc.assert(
    fc.property(trail, fc.integer({ min: 1, max: 3600 }), (points, step) => {
      const sorted = points.toSorted((a, b) => a.at - b.at);
      const thinned = thinTrail(sorted, step);
      const steps = thinned.map(({ at }) => Math.floor(at / step));
      assert.deepEqual(steps, [...new Set(sorted.map(({ at }) => Math.floor(at / step)))]);
      for (const point of thinned) assert.ok(sorted.includes(point));
      assert.deepEqual(thinTrail(thinned, step), thinned);
    }),
  );
});
