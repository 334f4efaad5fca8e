import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hexagonAt, inCells, inHexagons } from './crowd.ts';

const carpet = (count: number, apartCm: number) =>
  Array.from({ length: count }, (_, id) => ({
    id,
    x: Math.floor(id / 100) * apartCm,
    y: (id % 100) * apartCm,
  }));

test('no point is lost or counted twice when points are put together', () => {
  const points = carpet(10_000, 700);
  for (const cmPerPixel of [30, 100, 350, 1400, 5600]) {
    for (const { single, heaps } of [inHexagons(points, cmPerPixel), inCells(points, cmPerPixel)]) {
      const ids = [...single, ...heaps.flatMap(({ items }) => items)].map(({ id }) => id);
      assert.equal(ids.length, points.length);
      assert.equal(new Set(ids).size, points.length);
    }
  }
});

test('dots 3 pixels apart are hexagons, dots 12 pixels apart are dots', () => {
  const points = carpet(10_000, 1_200);
  assert.ok(inHexagons(points, 400).single.length < 500);
  assert.equal(inHexagons(points, 100).heaps.length, 0);
});

test('a hexagon holds what is nearest to its middle, and has its place for every one of them', () => {
  for (const { x, y } of carpet(2_000, 377)) {
    const { key, ...middle } = hexagonAt({ x, y }, 1_000);
    assert.ok(Math.hypot(middle.x - x, middle.y - y) <= 1_000.001);
    assert.equal(hexagonAt(middle, 1_000).key, key);
  }
});

test('hexagons stay where they are while the view zooms a little', () => {
  const points = carpet(10_000, 1_200);
  const places = (cmPerPixel: number) => inHexagons(points, cmPerPixel).heaps.map(({ x, y }) => `${x} ${y}`);
  assert.deepEqual(places(400), places(380));
});

test('two bases on the same pixels are one mark between them', () => {
  const { single, heaps } = inCells(
    [
      { id: 'a', x: 100, y: 100 },
      { id: 'b', x: 300, y: 100 },
      { id: 'c', x: 90_000, y: 100 },
    ],
    1_000,
  );
  const ids = single.map(({ id }) => id);
  assert.deepEqual(ids, ['c']);
  assert.deepEqual([heaps[0]?.x, heaps[0]?.items.length], [200, 2]);
});
