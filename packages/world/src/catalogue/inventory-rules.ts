import type { InventoryName } from '@palatine/contract';
import { words } from '@palatine/contract/words';
import type { Catalogue } from './catalogue.ts';
import type { Item } from './tables.ts';

/** Key items that widen Items. Source: in 28 player saves, slots = 42 + 3 per pouch held. */
export const POUCHES = words(
  'AdditionalInventory_001 AdditionalInventory_002 AdditionalInventory_003 AdditionalInventory_004',
);

/** The container of an added item. In all saves seen, KeyItems holds just key items, Items the rest. */
export function landsIn(item: Item): 'Items' | 'KeyItems' {
  return item.typeA === 'Essential' ? 'KeyItems' : 'Items';
}

/** Maximum units of an item in one slot. A unit with its own state takes a whole slot. */
export function stackSize(item: Item): number {
  return item.dynamic === null ? item.stack : 1;
}

/** The slots of a player's container. `keyItems`: the ids in KeyItems, whose pouches widen Items. */
export function inventorySlots(catalogue: Catalogue, name: InventoryName, keyItems: Iterable<string> = []) {
  const container = catalogue.containers.find(name);
  if (!container) throw new Error(`data/containers.json lacks ${name}`);
  if (name !== 'Items') return container.slots;
  const slots = container.slots + pouchesAmong(keyItems) * catalogue.limit('itemsSlotsPerPouch');
  return Math.min(slots, container.maxSlots);
}

export function accepts(catalogue: Catalogue, inventory: InventoryName, item: Item): boolean {
  const types = catalogue.containers.find(inventory)?.acceptsTypeA ?? [];
  return types.length === 0 || (item.typeA !== null && types.includes(item.typeA));
}

/** Counts each pouch once: it is a key item of which a player has one. */
function pouchesAmong(keyItems: Iterable<string>): number {
  const held = new Set(Array.from(keyItems, (id) => id.toLowerCase()));
  return POUCHES.filter((pouch) => held.has(pouch.toLowerCase())).length;
}

/** The slots of a player's Palbox. A slot's page is `floor(slot / palboxSlotsPerPage)`. */
export function palboxSlots(catalogue: Catalogue): number {
  return catalogue.limit('palboxPages') * catalogue.limit('palboxSlotsPerPage');
}
