import assert from 'node:assert/strict';
import { test } from 'node:test';
import { yawDegOf } from './map-object.ts';

/** The quaternion of a turn by `yawDeg`, after a tilt forward by `pitchDeg`. */
function turned(yawDeg: number, pitchDeg = 0): [number, number, number, number] {
  const [yaw, pitch] = [yawDeg, pitchDeg].map((degrees) => (degrees * Math.PI) / 360) as [number, number];
  return [
    Math.sin(yaw) * Math.sin(pitch),
    -Math.cos(yaw) * Math.sin(pitch),
    Math.sin(yaw) * Math.cos(pitch),
    Math.cos(yaw) * Math.cos(pitch),
  ];
}

test('the turn of an object is above -180 and at most 180 degrees, to a hundredth, also on a slope', () => {
  for (const yawDeg of [0, 0.01, 45, 90, -90, -90.25, 135.67, 179.99, 180, -179.99]) {
    for (const pitchDeg of [0, 10, -25]) assert.equal(yawDegOf(...turned(yawDeg, pitchDeg)), yawDeg);
  }
  assert.equal(yawDegOf(...turned(-180)), 180);
  assert.equal(yawDegOf(...turned(540)), 180);
  assert.ok(Object.is(yawDegOf(...turned(-0.001)), 0));
});

test('an invalid quaternion gives no rotation', () => {
  assert.equal(yawDegOf(0, 0, 0, 0), 0);
  assert.equal(yawDegOf(Number.NaN, 0, 0, 1), 0);
  assert.equal(yawDegOf(Number.POSITIVE_INFINITY, 0, 0, 1), 0);
});
