import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { CatalogueEntries } from '../../data/catalogue.ts';
import { loadAllTexts } from '../../texts/texts.ts';
import { placeMarks, TOWER_ENTRANCES } from './places.ts';
import REGION_POINTS from './regions.json' with { type: 'json' };

await loadAllTexts();

type PlaceEntry = CatalogueEntries['Places'];
const place = (ID: string, Kind: string, more: Partial<PlaceEntry> = {}): PlaceEntry => ({
  ID,
  Kind,
  Name: '',
  X: 1,
  Y: 2,
  Z: '',
  Subject: '',
  Level: '',
  ...more,
});

test('a place has its own name, or that of its subject, or that of its kind', () => {
  const marks = placeMarks(
    [
      place('a', 'fastTravel', { Name: 'Cape' }),
      place('b', 'alpha', { Subject: 'Anubis' }),
      place('c', 'dungeon'),
    ],
    undefined,
  );
  const actual = marks.map(({ layer, name, done }) => [layer, name, done]);
  assert.deepEqual(actual, [
    ['fastTravel', 'Cape', undefined],
    ['bosses', 'Anubis', undefined],
    ['dungeons', 'Dungeon', undefined],
  ]);
});

test('found and defeated places are marked as done, missing ones as not; dungeons are unknown', () => {
  const progress = { places: new Set(['AB1']), bosses: new Set(['BOSS_ANUBIS']) };
  const marks = placeMarks(
    [
      place('ab1', 'relic'),
      place('ab2', 'relic'),
      place('x#2', 'alpha', { Subject: 'Boss_Anubis' }),
      place('d', 'dungeon'),
    ],
    progress,
  );
  const actual = marks.map(({ done }) => done);
  assert.deepEqual(actual, [true, false, true, undefined]);
});

test('the entrances of towers are the points that the catalogue calls so, and a region has the name of one', () => {
  const file = '../../../../../packages/world/src/catalogue/data/places.json';
  const { columns, rows } = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as {
    columns: string[];
    rows: (string | null)[][];
  };
  const [id, name] = [columns.indexOf('id'), columns.indexOf('name')];
  const called = rows.filter((row) => row[name]?.endsWith('Tower Entrance')).map((row) => row[id]);
  assert.deepEqual([...TOWER_ENTRANCES].sort(), called.sort());
  const named = new Set(rows.filter((row) => row[name]).map((row) => row[id]));
  assert.deepEqual(
    REGION_POINTS.filter((point) => !named.has(point)),
    [],
  );
});
