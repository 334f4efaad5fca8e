import assert from 'node:assert/strict';
import { test } from 'node:test';
import { palQuery } from './pal-query.ts';

test('an address asks for what it says, in the words of the route', () => {
  const query = new URLSearchParams(
    'species=Anubis&from=30&shiny=yes&place=Camp&passives=Legend,Swift&impossible=yes&duplicates=yes',
  );
  assert.deepEqual(palQuery(query, { Limit: 200, Sort: 'Level', Order: 'Descending' }), {
    Limit: 200,
    Sort: 'Level',
    Order: 'Descending',
    Species: 'Anubis',
    LevelFrom: 30,
    Passives: 'Legend,Swift',
    Shiny: true,
    Place: 'Camp',
    Impossible: true,
    Duplicates: true,
  });
});

test('what the address makes up is left out', () => {
  const query = new URLSearchParams('place=Moon&condition=Happy&from=many&shiny=perhaps&find=');
  assert.deepEqual(palQuery(query, {}), {});
});
