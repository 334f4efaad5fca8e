import assert from 'node:assert/strict';
import test from 'node:test';
import { loadCatalogue } from './catalogue.ts';
import { lazyTable } from './table.ts';
import { TABLES } from './tables.ts';

const catalogue = loadCatalogue();

test('an id is found in any case and answers with the catalogue’s spelling', () => {
  assert.equal(catalogue.items.find('gunpowder2')?.id, catalogue.items.find('GUNPOWDER2')?.id);
  assert.equal(catalogue.pals.find('ANUBIS')?.id, 'Anubis');
  assert.equal(catalogue.technologies.find('aicore')?.id, 'AIcore');
  assert.equal(catalogue.experience.find('80')?.playerTotal, 45_859_908);
});

test('an unknown id is not found', () => {
  for (const id of ['', 'NoSuchThing', 'BOSS_', 'BOSS_NoSuchPal', '__proto__', 'constructor']) {
    assert.equal(catalogue.items.find(id), undefined);
    assert.equal(catalogue.pals.find(id), undefined);
  }
});

test('a BOSS_ id is the alpha of its ordinary form', () => {
  const alpha = catalogue.pals.find('boss_anubis');
  assert.deepEqual(alpha, {
    ...catalogue.pals.find('Anubis'),
    id: 'BOSS_Anubis',
    alpha: true,
    species: 'Anubis',
  });
  assert.equal(catalogue.pals.find('Anubis')?.alpha, false);
  assert.equal(catalogue.pals.find('BOSS_ANUBIS'), alpha);
});

test('variants have no alpha, and an alpha has none above it', () => {
  assert.ok(catalogue.pals.find('GYM_ElecPanda'));
  assert.equal(catalogue.pals.find('BOSS_GYM_ElecPanda'), undefined);
  assert.equal(catalogue.pals.find('BOSS_BOSS_Anubis'), undefined);
  assert.equal(catalogue.pals.find('boss_kingwhale_otomo')?.alpha, true);
  assert.equal(catalogue.pals.find('BOSS_BOSS_KingWhale_Otomo'), undefined);
});

test('people with BOSS_ ids have their own rows', () => {
  assert.ok(catalogue.npcs.all().some((npc) => npc.id.startsWith('BOSS_')));
  assert.ok(catalogue.npcs.all().every((npc) => catalogue.pals.find(npc.id) === undefined));
});

test('every limit has a value', () => {
  assert.equal(catalogue.limit('playerLevelCap'), 80);
  assert.equal(catalogue.limit('friendshipMin'), -15_000);
});

test('a table is read on its first use, and only then', () => {
  let reads = 0;
  const table = lazyTable(TABLES.unlistedItems, () => {
    reads += 1;
    return [{ id: 'Alpha' }, { id: 'Beta' }];
  });
  assert.equal(reads, 0);
  assert.equal(table.find('ALPHA')?.id, 'Alpha');
  assert.deepEqual([table.size, table.all().length, table.find('beta')?.id], [2, 2, 'Beta']);
  assert.equal(reads, 1);
});
