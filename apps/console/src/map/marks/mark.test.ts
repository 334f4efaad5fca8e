import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heightNear, type Mark, markFilter, near } from './mark.ts';

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

test('the height of a place is that of the nearest thing whose height is known, within a kilometer', () => {
  const marks = [mark(900, 70), mark(100), mark(300, 20), mark(-250_000, 5)];
  assert.equal(heightNear(marks, { x: 0, y: 0 }), 20);
  assert.equal(heightNear(marks, { x: -100_000, y: 0 }), undefined);
});

test('every word has to be in the name, the note or the id, in any case and without accents', () => {
  const named = (name: string, note = '', id = 'x'): Mark => ({ ...mark(0), id, name, note });
  const matching = (find: string, ...marks: Mark[]) => marks.filter(markFilter(find)).map(({ name }) => name);
  const zoe = named('Zoë', 'Kettle Harbour');
  const mo = named('Mo', 'Kettle Harbour', 'D894F2B1');
  assert.deepEqual(matching('kettle zoe', zoe, mo), ['Zoë']);
  assert.deepEqual(matching('  HARBOUR ', zoe, mo), ['Zoë', 'Mo']);
  assert.deepEqual(matching('d894', zoe, mo), ['Mo']);
  assert.deepEqual(matching('harbor', zoe, mo), []);
  assert.deepEqual(matching('', zoe, mo), ['Zoë', 'Mo']);
});
