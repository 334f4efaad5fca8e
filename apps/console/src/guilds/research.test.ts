import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCategory } from './research.ts';

const CATALOGUE: Record<string, { Category: string; RequiredWork: number | '' }> = {
  Saw: { Category: 'Lumbering', RequiredWork: 100 },
  Axe: { Category: 'Lumbering', RequiredWork: 50 },
  Hoe: { Category: 'Planting', RequiredWork: '' },
};

test('researches are grouped by category, and those with all their work are done', () => {
  const categories = byCategory(
    [
      { Id: 'Saw', Work: 40 },
      { Id: 'Hoe', Work: 9 },
      { Id: 'Axe', Work: 50.5 },
    ],
    (id) => CATALOGUE[id],
  );
  const actual = categories.map(({ category, researches, done }) => [
    category,
    researches.map(({ id }) => id),
    done,
  ]);
  assert.deepEqual(actual, [
    ['Lumbering', ['Saw', 'Axe'], 1],
    ['Planting', ['Hoe'], 0],
  ]);
});

test('a research that the catalogue does not know is shown, and is never done', () => {
  const [unknown] = byCategory([{ Id: 'Laser', Work: 1e9 }], () => undefined);
  assert.deepEqual([unknown?.category, unknown?.done, unknown?.researches.length], ['', 0, 1]);
});
