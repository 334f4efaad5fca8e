import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heatHexagons } from './heat.ts';

test('no second is lost or made up when squares become hexagons', () => {
  const cells = Array.from({ length: 400 }, (_, at) => ({
    x: (at % 20) * 10_000 - 90_000,
    y: Math.floor(at / 20) * 10_000,
    seconds: (at * 31) % 97,
  }));
  const sum = (rows: readonly { seconds: number }[]) => rows.reduce((so, { seconds }) => so + seconds, 0);
  assert.ok(Math.abs(sum(heatHexagons(cells, 10_000)) - sum(cells)) < 1e-6);
});

test('even heat stays nearly even, and the warmest hexagon is 1', () => {
  const cells = Array.from({ length: 900 }, (_, at) => ({
    x: (at % 30) * 10_000,
    y: Math.floor(at / 30) * 10_000,
    seconds: 100,
  }));
  const inside = heatHexagons(cells, 10_000).filter(
    ({ x, y }) => x > 30_000 && x < 270_000 && y > 30_000 && y < 270_000,
  );
  assert.ok(inside.length > 300);
  for (const { seconds } of inside) assert.ok(seconds > 55 && seconds < 125, String(seconds));
  assert.equal(Math.max(...heatHexagons(cells, 10_000).map(({ warmth }) => warmth)), 1);
});

test('no cells, no hexagons', () => assert.deepEqual(heatHexagons([], 10_000), []));
