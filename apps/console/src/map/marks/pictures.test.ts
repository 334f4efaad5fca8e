import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cornerOf, type Placing, placeToSave, withCorner } from './pictures.ts';

const placing: Placing = {
  region: 'Main',
  etag: '"1"',
  box: { minX: -200_000, maxX: 100_000, minY: -50_000, maxY: 400_000 },
  opacity: 0.5,
};

test('a corner is where it was put, and the other one stays', () => {
  const moved = withCorner(placing, 'topLeft', { x: 90_000.4, y: -60_000 });
  assert.deepEqual(cornerOf(moved, 'topLeft'), { x: 90_000.4, y: -60_000 });
  assert.deepEqual(cornerOf(moved, 'bottomRight'), { x: -200_000, y: 400_000 });
  assert.deepEqual(placeToSave(moved), {
    TopLeft: { X: 90_000, Y: -60_000 },
    BottomRight: { X: -200_000, Y: 400_000 },
    Opacity: 0.5,
  });
});

test('a corner does not pass the other one, nor the bounds of the service', () => {
  const turned = withCorner(placing, 'bottomRight', { x: 300_000, y: -90_000 });
  assert.deepEqual(cornerOf(turned, 'bottomRight'), { x: 90_000, y: -40_000 });
  const far = withCorner(placing, 'topLeft', { x: 1e9, y: -1e9 });
  assert.deepEqual(cornerOf(far, 'topLeft'), { x: 10_000_000, y: -10_000_000 });
});
