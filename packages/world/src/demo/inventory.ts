import type { Guid, InventoryName } from '@palatine/contract';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { inventorySlots, stackSize } from '../catalogue/inventory-rules.ts';
import { between, chance, pick, shuffle } from '../catalogue/random.ts';
import type { Item, Pal } from '../catalogue/tables.ts';
import type { Character, Container, ItemInstance, ItemStack } from '../state/model.ts';
import { type DemoContext, itemOf, speciesFor, tierOf } from './demo-context.ts';
import demoData from './demo-data.json' with { type: 'json' };
import { makePal } from './pals.ts';

const { accessories, ammunition, armor, gliders, keyItems, materials, meals, spheres, weapons } =
  demoData.items;

/** How full the inventory is: as usual, empty, or all but two slots. */
type Pockets = 'usual' | 'empty' | 'nearlyFull';

type Stacks = (ItemStack | undefined)[];

export function makeInventory(context: DemoContext, level: number, pockets: Pockets) {
  const held = pockets === 'empty' ? [] : keyItems.filter((item) => item.level <= level).map(({ id }) => id);
  const slots = (inventory: InventoryName) => inventorySlots(context.catalogue, inventory, held);
  const put = (inventory: InventoryName, stacks: Stacks) =>
    putContainer(context, slots(inventory), pockets === 'empty' ? [] : stacks);
  return {
    Items: put('Items', itemStacks(context, level, pockets, slots('Items'))),
    KeyItems: put('KeyItems', stacksOf(context, held)),
    Weapons: put('Weapons', weaponStacks(context, level)),
    Armor: put('Armor', armorStacks(context, level)),
    Food: put('Food', foodStacks(context, held)),
    DropSlot: put('DropSlot', []),
  };
}

/** Free slots of an inventory that is nearly full. */
const SLOTS_LEFT = 2;

function itemStacks(context: DemoContext, level: number, pockets: Pockets, capacity: number): Stacks {
  const { catalogue, random } = context;
  const cap = catalogue.limit('playerLevelCap');
  const stacks: Stacks = [
    stackOf(context, 'Money', between(random, 20, 400) * level),
    stackOf(context, tierOf(spheres, level, cap), between(random, 3, 60)),
    stackOf(context, tierOf(ammunition, level, cap), between(random, 20, 600)),
    stackOf(context, pick(random, tierOf(weapons, level, cap))),
    anEgg(context, level),
    ...shuffle(random, tierOf(materials, level, cap))
      .slice(0, between(random, 3, 7))
      .map((id) => stackOf(context, id, between(random, 5, 900))),
  ];
  if (pockets === 'nearlyFull') {
    const filled = stacks.filter((stack) => stack !== undefined);
    const more = shuffle(random, stackables(catalogue)).slice(0, capacity - SLOTS_LEFT - filled.length);
    return [...filled, ...more.map((id) => stackOf(context, id, between(random, 1, 200)))];
  }
  if (chance(random, 0.4)) stacks.splice(2, 0, undefined); // something was thrown away
  return stacks;
}

/** An egg; half of them hold a rolled Pal, the others only a species. */
function anEgg(context: DemoContext, level: number): ItemStack | undefined {
  const species = speciesFor(context, level);
  const rolled = chance(context.random, 0.5);
  const pal = rolled ? makePal(context, species, { level: 1, ownerUid: null, place: null }) : null;
  return eggOf(context, species, pal);
}

function weaponStacks(context: DemoContext, level: number): Stacks {
  const kit = tierOf(weapons, level, context.catalogue.limit('playerLevelCap'));
  return stacksOf(context, kit.slice(0, between(context.random, 2, kit.length)));
}

/** Slots of Armor by index, as seen in saves: head, body, accessories, shield, glider. */
function armorStacks(context: DemoContext, level: number): Stacks {
  const { catalogue, random } = context;
  const cap = catalogue.limit('playerLevelCap');
  const { head, body, shield } = tierOf(armor, level, cap);
  const accessory = () =>
    chance(random, level / cap) ? stackOf(context, pick(random, accessories)) : undefined;
  return [
    level > 5 ? stackOf(context, head) : undefined,
    stackOf(context, body),
    accessory(),
    accessory(),
    level > 3 ? stackOf(context, shield) : undefined,
    level > 7 ? stackOf(context, tierOf(gliders, level, cap)) : undefined,
  ];
}

/** A feed bag of tier n holds n meals. */
function foodStacks(context: DemoContext, held: readonly string[]): Stacks {
  const bags = held.filter((id) => id.startsWith('AutoMealPouch_')).length;
  return shuffle(context.random, meals)
    .slice(0, bags)
    .map((id) => stackOf(context, id, between(context.random, 1, 40)));
}

/** Adds a container with these stacks to the world. Undefined leaves a slot empty. */
export function putContainer({ world, newId }: DemoContext, capacity: number, stacks: Stacks): Guid {
  const slots: Record<number, ItemStack> = {};
  for (const [slot, stack] of stacks.slice(0, capacity).entries()) {
    if (stack !== undefined) slots[slot] = stack;
  }
  const container: Container = { id: newId(), capacity, slots };
  world.containers.put(container);
  return container.id;
}

/** A stack of an item, one full slot at most. A weapon or armor is somewhat worn. */
export function stackOf(context: DemoContext, itemId: string, count = 1): ItemStack {
  const item = itemOf(context.catalogue, itemId);
  const stack = { itemId: item.id, count: Math.max(1, Math.min(count, stackSize(item))) };
  if (item.dynamic === null) return stack;
  return { ...stack, instance: wornInstance(context, item) };
}

const stacksOf = (context: DemoContext, ids: readonly string[]) => ids.map((id) => stackOf(context, id));

function wornInstance({ catalogue, random, newId }: DemoContext, item: Item): ItemInstance {
  const state = catalogue.itemDynamics.find(item.id);
  const durability = Math.round((state?.durability ?? 0) * (0.4 + 0.6 * random()));
  if (item.dynamic === 'armor') return { kind: 'armor', id: newId(), durability };
  if (item.dynamic === 'egg') throw new Error(`${item.id} is an egg: it needs a Pal`);
  const bullets = between(random, 0, state?.magazine ?? 0);
  return { kind: 'weapon', id: newId(), durability, bullets, passives: [] };
}

function eggOf({ newId }: DemoContext, species: Pal, pal: Character | null): ItemStack | undefined {
  if (species.egg === null) return undefined;
  return { itemId: species.egg, count: 1, instance: { kind: 'egg', id: newId(), species: species.id, pal } };
}

function stackables(catalogue: Catalogue): readonly string[] {
  const isOrdinary = ({ typeA, dynamic, disabled, name }: Item) =>
    typeA === 'Material' && dynamic === null && !disabled && name !== null;
  const ordinary = catalogue.items.all().filter(isOrdinary);
  return ordinary.map(({ id }) => id);
}
