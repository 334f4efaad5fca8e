import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cmPerPixelAt, pixelOf } from '../../ground/view.ts';
import type { Mark } from '../marks/mark.ts';
import { hitTest } from './pen.ts';

const cmPerPixel = cmPerPixelAt(3);
const view = {
  top: -200_000 + 400 * cmPerPixel,
  left: 50_000 - 500 * cmPerPixel,
  cmPerPixel,
  width: 1000,
  height: 800,
};
const at = (id: string, x: number, y: number, radiusPx = 8) => {
  const mark: Mark = { layer: 'bases', id, name: id, note: '', x, y };
  return { x, y, radiusPx, marks: [mark] };
};
const hitAt = (drawn: readonly ReturnType<typeof at>[], across: number, down: number) =>
  hitTest(drawn, view, across, down)?.marks[0]?.id;

test('among 10,000 marks the one under the pointer is found, wherever it is', () => {
  const drawn = Array.from({ length: 10_000 }, (_, index) =>
    at(String(index), -900_000 + (index % 100) * 12_000, -600_000 + Math.floor(index / 100) * 12_000),
  );
  for (let index = 0; index < drawn.length; index += 97) {
    const [across, down] = pixelOf(view, drawn[index] ?? { x: 0, y: 0 });
    assert.equal(hitAt(drawn, across + 2, down - 2), String(index));
  }
});

test('of marks that overlap the nearest is meant, of two at one place the upper one', () => {
  const [across, down] = pixelOf(view, { x: -200_000, y: 50_000 });
  const nearer = at('nearer', -200_000, 50_000 + 2 * view.cmPerPixel);
  const farther = at('farther', -200_000, 50_000 - 4 * view.cmPerPixel);
  assert.equal(hitAt([nearer, farther], across, down), 'nearer');
  const twice = [at('lower', -200_000, 50_000), at('upper', -200_000, 50_000)];
  assert.equal(hitAt(twice, across, down), 'upper');
});

test('where no mark reaches there is none', () => {
  assert.equal(hitAt([at('base', -200_000, 50_000)], 520, 400), undefined);
  assert.equal(hitAt([], 0, 0), undefined);
});
