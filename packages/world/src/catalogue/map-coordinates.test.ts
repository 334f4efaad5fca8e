import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { mapToWorld, worldToMap } from './map-coordinates.ts';

test('the documented example is met to the last bit, both ways', () => {
  const world = { x: -321654.0165656156, y: 214182.5577156711, z: -762.5510371185613 };
  // biome-ignore format: the numbers are as documented
  const map = { x: 122.40208652651658, y: -430.86278118870507, z: -762.5510371185613 };
  assert.deepEqual(worldToMap(world), map);
  assert.deepEqual(mapToWorld(map), world);
});

test('the map’s origin is where the game puts it', () =>
  assert.deepEqual(mapToWorld({ x: 0, y: 0, z: 7 }), { x: -123_888, y: 158_000, z: 7 }));

test('a position comes back from the map within a thousandth of a millimeter', () => {
  const coordinate = fc.double({ min: -2_000_000, max: 2_000_000, noNaN: true });
  fc.assert(
    fc.property(coordinate, coordinate, coordinate, (x, y, z) => {
      const back = mapToWorld(worldToMap({ x, y, z }));
      assert.ok(Math.abs(back.x - x) < 1e-4 && Math.abs(back.y - y) < 1e-4 && back.z === z);
    }),
  );
});
