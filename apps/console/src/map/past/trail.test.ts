import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heatHexagons, linesOf, placeAtTime, type Trail, trailUntil } from './trail.ts';

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

test('a player has no place before their first point and after their last', () => {
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
  const { lines, rests } = linesOf(trail([0, 0, 0], [10, 900, 0], [310, 1000, 0]));
  assert.equal(lines.length, 2);
  assert.deepEqual(rests, [{ x: 900, y: 0, fromMs: 10_000, toMs: 310_000 }]);
});

test('fast travel cuts the line, and the player does not fly along it', () => {
  const traveled = trail([0, 0, 0], [10, 400_000, 0], [20, 400_100, 0]);
  assert.deepEqual(
    linesOf(traveled).lines.map(({ from }) => from.x),
    [400_000],
  );
  assert.equal(placeAtTime(traveled, 9_000)?.x, 0);
});

test('a replay shows the way so far, and ends where the player is', () => {
  const walk = trail([0, 0, 0], [10, 1000, 0], [20, 2000, 0]);
  for (let atMs = 0; atMs <= 20_000; atMs += 700) {
    const { points } = trailUntil(walk, atMs);
    assert.equal(points.at(-1)?.x, atMs / 10);
    assert.ok(points.every((point) => point.atMs <= atMs));
  }
});

/** A square of cells, `edge` each way. */
const cellsOf = (edge: number, secondsOf: (at: number) => number) =>
  Array.from({ length: edge ** 2 }, (_, at) => ({
    x: (at % edge) * 10_000,
    y: Math.floor(at / edge) * 10_000,
    seconds: secondsOf(at),
  }));

test('no second is lost or made up when squares become hexagons', () => {
  const cells = cellsOf(20, (at) => (at * 31) % 97).map((cell) => ({ ...cell, x: cell.x - 90_000 }));
  const sum = (rows: readonly { seconds: number }[]) =>
    rows.reduce((total, { seconds }) => total + seconds, 0);
  assert.ok(Math.abs(sum(heatHexagons(cells, 10_000)) - sum(cells)) < 1e-6);
});

test('even heat stays nearly even, and the warmest hexagon is 1', () => {
  const cells = cellsOf(30, () => 100);
  const inside = heatHexagons(cells, 10_000).filter(
    ({ x, y }) => x > 30_000 && x < 270_000 && y > 30_000 && y < 270_000,
  );
  assert.ok(inside.length > 300);
  for (const { seconds } of inside) assert.ok(seconds > 55 && seconds < 125, String(seconds));
  assert.equal(Math.max(...heatHexagons(cells, 10_000).map(({ warmth }) => warmth)), 1);
});

test('no cells, no hexagons', () => assert.deepEqual(heatHexagons([], 10_000), []));
