import assert from 'node:assert/strict';
import test from 'node:test';
import { loadCatalogue } from './catalogue.ts';
import { accepts, inventorySlots, landsIn, POUCHES, palboxSlots, stackSize } from './inventory-rules.ts';
import type { Item } from './tables.ts';

const catalogue = loadCatalogue();

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
