import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heightNear, type Mark, near } from './mark.ts';

const mark = (x: number, z?: number): Mark => ({
  layer: 'bases',
  id: `${x}`,
  name: '',
  note: '',
  x,
  y: 0,
  ...(z !== undefined && { z }),
});

test('marks near a place come with their distance, the nearest first', () => {
  const points = [
    { id: 'far', x: 30_000, y: 40_001 },
    { id: 'edge', x: 30_000, y: 40_000 },
    { id: 'close', x: -3, y: 4 },
  ];
  const actual = near(points, { x: 0, y: 0 }, 50_000).map(({ item, distanceCm }) => [item.id, distanceCm]);
  assert.deepEqual(actual, [
    ['close', 5],
    ['edge', 50_000],
  ]);
});

test('of two at the same place the one that is drawn later is found first', () => {
  const points = [
    { id: 'below', x: 5, y: 5 },
    { id: 'above', x: 5, y: 5 },
  ];
  assert.equal(near(points, { x: 5, y: 5 }, 10)[0]?.item.id, 'above');
});

test('the height of a place is that of the nearest thing whose height is known, within a kilometre', () => {
  const marks = [mark(900, 70), mark(100), mark(300, 20), mark(-250_000, 5)];
  assert.equal(heightNear(marks, { x: 0, y: 0 }), 20);
  assert.equal(heightNear(marks, { x: -100_000, y: 0 }), undefined);
});
