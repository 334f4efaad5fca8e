import assert from 'node:assert/strict';
import { test } from 'node:test';
import { legsOf, placeAtTime, type Trail, trailUntil } from './trail.ts';

/** A trail of points `[second, x, y]`. */
const trail = (...points: readonly (readonly [number, number, number])[]): Trail => ({
  uid: 'Zoe',
  points: points.map(([second, x, y]) => ({ atMs: second * 1000, x, y })),
});

test('between two points a player is on the straight line, at the share of time that has passed', () => {
  const walk = trail([0, 0, 0], [10, 1000, 500], [20, 1000, 1500]);
  assert.deepEqual(placeAtTime(walk, 0), { x: 0, y: 0 });
  assert.deepEqual(placeAtTime(walk, 2_500), { x: 250, y: 125 });
  assert.deepEqual(placeAtTime(walk, 15_000), { x: 1000, y: 1000 });
});

test('nobody is anywhere before their first point and after their last', () => {
  const walk = trail([10, 0, 0], [20, 5, 5]);
  assert.equal(placeAtTime(walk, 9_999), undefined);
  assert.deepEqual(placeAtTime(walk, 20_000)?.x, 5);
  assert.equal(placeAtTime(walk, 20_001), undefined);
  assert.equal(placeAtTime(trail(), 0), undefined);
});

test('who rests stays where they are until shortly before their next point', () => {
  const rested = trail([0, 0, 0], [1000, 600, 0]);
  assert.deepEqual(placeAtTime(rested, 900_000), { x: 0, y: 0 });
  assert.deepEqual(placeAtTime(rested, 995_000), { x: 300, y: 0 });
});

test('a rest is a knot with its length, and the line goes on', () => {
  const { legs, rests } = legsOf(trail([0, 0, 0], [10, 900, 0], [310, 1000, 0]));
  assert.equal(legs.length, 1);
  assert.deepEqual(rests, [{ x: 900, y: 0, fromMs: 10_000, toMs: 310_000 }]);
});

test('fast travel cuts the line, and nobody flies along it', () => {
  const travelled = trail([0, 0, 0], [10, 400_000, 0], [20, 400_100, 0]);
  const lengths = legsOf(travelled).legs.map(({ length }) => length);
  assert.deepEqual(lengths, [1, 2]);
  assert.equal(placeAtTime(travelled, 9_000)?.x, 0);
});

test('a replay shows the way so far, and ends where the player is', () => {
  const walk = trail([0, 0, 0], [10, 1000, 0], [20, 2000, 0]);
  for (let atMs = 0; atMs <= 20_000; atMs += 700) {
    const { points } = trailUntil(walk, atMs);
    assert.equal(points.at(-1)?.x, atMs / 10);
    assert.ok(points.every((point) => point.atMs <= atMs));
  }
});
