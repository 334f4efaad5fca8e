import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogueTableName } from '@palatine/contract';
import { CATALOGUE_TABLES } from '@palatine/contract/catalogue-tables';
import { loadCatalogue } from './catalogue.ts';
import { catalogueTable } from './catalogue-tables.ts';
import { accepts, inventorySlots, landsIn, POUCHES, palboxSlots, stackSize } from './inventory-rules.ts';
import { lazyTable } from './table.ts';
import { type Item, TABLES } from './tables.ts';

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

test('every column of a table that callers see has a value in some row', () => {
  for (const name of Object.keys(CATALOGUE_TABLES) as CatalogueTableName[]) {
    const { Columns, Rows } = catalogueTable(name, catalogue);
    const empty = Columns.filter((_, at) => Rows.every((row) => row[at] === ''));
    assert.deepEqual(empty, [], name);
  }
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

function item(id: string): Item {
  const row = catalogue.items.find(id);
  assert.ok(row, id);
  return row;
}

test('key items land in KeyItems, all else in Items', () => {
  assert.equal(landsIn(item('AdditionalInventory_001')), 'KeyItems');
  assert.equal(landsIn(item('Wood')), 'Items');
  assert.equal(landsIn(item('AssaultRifle_Default1')), 'Items');
});

test('an item with its own state fills a slot', () => {
  assert.equal(stackSize(item('Wood')), 9999);
  assert.equal(stackSize(item('AssaultRifle_Default1')), 1);
  assert.equal(stackSize({ ...item('PalEgg_Dark_01'), stack: 5 }), 1);
});

test('each pouch adds three slots to Items', () => {
  for (let count = 0; count <= POUCHES.length; count++) {
    const keyItems = ['Relic', ...POUCHES.slice(0, count).map((id) => id.toUpperCase())];
    assert.equal(inventorySlots(catalogue, 'Items', keyItems), 42 + 3 * count);
  }
  assert.equal(inventorySlots(catalogue, 'Items', [POUCHES[0], POUCHES[0]]), 45);
});

test('the other containers have a fixed size', () => {
  const slots = (['KeyItems', 'Weapons', 'Armor', 'Food', 'DropSlot'] as const).map((inventory) => {
    return inventorySlots(catalogue, inventory, POUCHES);
  });
  assert.deepEqual(slots, [230, 6, 9, 5, 4]);
  assert.equal(palboxSlots(catalogue), 960);
});

test('a container takes only its kinds of items', () => {
  assert.ok(accepts(catalogue, 'Items', item('AdditionalInventory_001')));
  assert.ok(accepts(catalogue, 'KeyItems', item('AdditionalInventory_001')));
  assert.ok(!accepts(catalogue, 'KeyItems', item('Wood')));
  assert.ok(accepts(catalogue, 'Armor', item('Accessory_AirDash1')));
  assert.ok(!accepts(catalogue, 'Armor', item('AssaultRifle_Default1')));
});
