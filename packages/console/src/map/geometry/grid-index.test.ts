import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gridIndex } from './grid-index.ts';

/** Numbers from 0 to 1, always the same ones. */
function chance(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const random = chance();
const points = Array.from({ length: 5_000 }, (_, id) => ({
  id,
  x: (random() - 0.7) * 1_400_000,
  y: (random() - 0.5) * 1_400_000,
}));

test('what lies near a place is what a look at every point finds, the nearest first', () => {
  const index = gridIndex(points);
  for (const radiusCm of [50, 3_000, 40_000, 5_000_000]) {
    for (let round = 0; round < 25; round++) {
      const place = { x: (random() - 0.7) * 1_400_000, y: (random() - 0.5) * 1_400_000 };
      const distance = ({ x, y }: { x: number; y: number }) => Math.hypot(x - place.x, y - place.y);
      const expected = points
        .filter((point) => distance(point) <= radiusCm)
        .sort((one, other) => distance(one) - distance(other));
      const items = index.near(place, radiusCm).map(({ item }) => item);
      assert.deepEqual(items, expected);
    }
  }
});

test('what lies in a rectangle is what a look at every point finds', () => {
  const index = gridIndex(points);
  const box = { minX: -400_000, maxX: -380_000, minY: 12_000, maxY: 222_222 };
  const expected = points.filter(
    ({ x, y }) => x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY,
  );
  const found = index.within(box).sort((one, other) => one.id - other.id);
  assert.deepEqual(found, expected);
});

test('of two at the same place the one that is drawn later is found first', () => {
  const index = gridIndex([
    { id: 'below', x: 5, y: 5 },
    { id: 'above', x: 5, y: 5 },
  ]);
  assert.equal(index.near({ x: 5, y: 5 }, 10)[0]?.item.id, 'above');
});
