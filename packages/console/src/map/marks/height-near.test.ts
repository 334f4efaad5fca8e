import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heightNear } from './height-near.ts';
import type { Mark } from './mark.ts';

const mark = (x: number, z?: number): Mark => ({
  layer: 'bases',
  id: `${x}`,
  name: '',
  note: '',
  x,
  y: 0,
  ...(z !== undefined && { z }),
});

test('the height of a place is that of the nearest thing whose height is known, within a kilometre', () => {
  const marks = [mark(900, 70), mark(100), mark(300, 20), mark(-250_000, 5)];
  assert.equal(heightNear(marks, { x: 0, y: 0 }), 20);
  assert.equal(heightNear(marks, { x: -100_000, y: 0 }), undefined);
});
