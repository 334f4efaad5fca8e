import assert from 'node:assert/strict';
import test from 'node:test';
import { MAX_SEARCH_CHARS, searchIndex } from './search-index.ts';

function anIndex(...rows: (readonly [id: string, name: string, special?: boolean])[]) {
  return searchIndex(rows.map(([id, name, special = false]) => ({ id, name, special })));
}

/** The ids that a search finds, each with how it matches. */
function hits(search: ReturnType<typeof anIndex>, text: string, limit = 10): string[] {
  return search(text, limit).map(({ entry, match }) => `${entry.id} ${match}`);
}

const spheres = anIndex(
  ['PalSphere', 'Pal Sphere'],
  ['PalSphere_Mega', 'Mega Sphere'],
  ['SphereModule_Homing', 'Homing Module'],
  ['Launcher_PalSphere', 'Scatter Launcher'],
  ['Bag', 'Sack of Palspheres'],
  ['Atmosphere', 'Thin Air'],
  ['CatMage', 'Katress'],
);

test('a better match comes first: id, name, beginning, words, inside, spelling', () => {
  assert.deepEqual(hits(spheres, 'palsphere'), [
    'PalSphere id',
    'PalSphere_Mega prefix',
    'Bag words',
    'Launcher_PalSphere substring',
  ]);
  assert.deepEqual(hits(spheres, 'mega sphere'), ['PalSphere_Mega name']);
  assert.deepEqual(hits(spheres, 'sphere'), [
    'SphereModule_Homing prefix',
    'PalSphere words',
    'PalSphere_Mega words',
    'Launcher_PalSphere words',
    'Atmosphere substring',
    'Bag substring',
  ]);
  assert.deepEqual(hits(spheres, 'katres'), ['CatMage prefix']);
  assert.deepEqual(hits(spheres, 'kartess'), ['CatMage spelling']);
});

test('case, blanks, underscores, punctuation and accents do not matter', () => {
  for (const text of ['PALSPHERE', 'pal sphere', ' Pal__Sphere! ', 'pál-sphére', 'p.a.l.sphere']) {
    assert.equal(hits(spheres, text)[0], 'PalSphere id', text);
  }
});

test('words may come in any order, and each may be cut short or misspelled', () => {
  assert.deepEqual(hits(spheres, 'sph meg'), ['PalSphere_Mega words']);
  assert.deepEqual(hits(spheres, 'modle homming'), ['SphereModule_Homing wordSpelling']);
  assert.deepEqual(hits(spheres, 'homming mega'), []);
});

test('ordinary entries come before special ones, and shorter names before longer ones', () => {
  const anubis = anIndex(
    ['GYM_Anubis', 'Anubis', true],
    ['Anubis_Dark', 'Anubis Noct'],
    ['Anubis', 'Anubis'],
    ['Anubis_A', 'Anubis Noct'],
  );
  assert.deepEqual(hits(anubis, 'anubi'), [
    'Anubis prefix',
    'Anubis_A prefix',
    'Anubis_Dark prefix',
    'GYM_Anubis prefix',
  ]);
});

test('a text without letters, of unused letters, or longer than any name finds nothing', () => {
  for (const text of ['', ' ', '_', '…?!', '\u0000', '🦊', 'é'.repeat(MAX_SEARCH_CHARS + 1)]) {
    assert.deepEqual(hits(spheres, text), [], text);
  }
  assert.deepEqual(hits(anIndex(['Nameless', '']), 'nameless'), ['Nameless id']);
});

test('letters beyond ASCII match', () =>
  assert.deepEqual(hits(anIndex(['A', 'パルスフィア'], ['B', '捕獲球']), '捕獲'), ['B prefix']));

test('further words find an entry as well, after its id and name', () => {
  const search = searchIndex([
    { id: 'A', name: 'Zoe', also: 'Grass Tower', special: false },
    { id: 'Tower', name: '', special: false },
  ]);
  const ids = (text: string) => search(text, 5).map(({ entry, match }) => `${entry.id} ${match}`);
  assert.deepEqual(ids('tower'), ['Tower id', 'A words']);
  assert.deepEqual(ids('gras towr'), ['A wordSpelling']);
});
