import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogueEntries } from '../../data/catalogue-entries.ts';
import { costOf, technologyLevels } from './technology-levels.ts';

type Technology = CatalogueEntries['Technologies'];

const technology = (ID: string, given: Partial<Technology> = {}): Technology => ({
  ID,
  Name: ID,
  Level: 1,
  Cost: 1,
  Ancient: false,
  Requires: '',
  ...given,
});
const ALL = [
  technology('Bow2', { Level: 9, Requires: 'Bow1', Cost: 2 }),
  technology('Bow1'),
  technology('Axe'),
  technology('Egg', { Level: 9, Ancient: true, Cost: 3 }),
];
const lines = (technologies: { Unlocked: string[]; Level?: number }) =>
  technologyLevels(ALL, technologies).flatMap(({ ordinary, ancient }) => [...ordinary, ...ancient]);
const statesOf = (technologies: { Unlocked: string[]; Level?: number }) =>
  Object.fromEntries(lines(technologies).map(({ technology: { ID }, state }) => [ID, state]));

test('a technology is learned, or waits for another one, for a level, or for nothing', () => {
  assert.deepEqual(statesOf({ Unlocked: ['axe'], Level: 5 }), {
    Axe: 'learned',
    Bow1: 'learnable',
    Bow2: 'requires',
    Egg: 'level',
  });
  assert.partialDeepStrictEqual(statesOf({ Unlocked: ['Bow1'], Level: 9 }), { Bow2: 'learnable' });
});

test('an unknown level blocks no technology', () =>
  assert.partialDeepStrictEqual(statesOf({ Unlocked: [] }), { Egg: 'learnable' }));

test('levels are in order, and those without a hit are left out', () => {
  const actual = technologyLevels(ALL, { Unlocked: [] }).map(({ level }) => level);
  assert.deepEqual(actual, [1, 9]);
  const levels = technologyLevels(ALL, { Unlocked: [] }, ({ ID }) => ID === 'Egg');
  const seen = levels.map(({ level }) => level);
  assert.deepEqual(seen, [9]);
});

test('what is learned costs nothing', () =>
  assert.deepEqual(costOf(lines({ Unlocked: ['Bow1'], Level: 80 })), { points: 3, ancientPoints: 3 }));
