import type { Guid, InventoryName } from '@palatine/contract';
import { inventorySlots } from '../catalogue/index.ts';
import type { ItemStack } from '../state/model.ts';
import { between, chance, pick, shuffle } from '../state/random.ts';
import { eggOf, putContainer, stackables, stackOf } from './containers.ts';
import { type DemoContext, speciesFor, tierOf } from './demo-context.ts';
import { makePal } from './pals.ts';
import {
  ACCESSORIES,
  AMMUNITION,
  ARMOR,
  GLIDERS,
  KEY_ITEMS,
  MATERIALS,
  MEALS,
  SPHERES,
  WEAPONS,
} from './stock.ts';

/** How full the inventory is: as usual, empty, or all but two slots. */
type Pockets = 'usual' | 'empty' | 'nearlyFull';

type Stacks = (ItemStack | undefined)[];

/** The six containers of a player of this level. */
export function makeInventory(
  context: DemoContext,
  level: number,
  pockets: Pockets,
): Record<InventoryName, Guid> {
  const keyItems = pockets === 'empty' ? [] : KEY_ITEMS.filter(([from]) => from <= level).map(([, id]) => id);
  const slots = (inventory: InventoryName) => inventorySlots(context.catalogue, inventory, keyItems);
  const put = (inventory: InventoryName, stacks: Stacks) =>
    putContainer(context, slots(inventory), pockets === 'empty' ? [] : stacks);
  return {
    Items: put('Items', items(context, level, pockets, slots('Items'))),
    KeyItems: put(
      'KeyItems',
      keyItems.map((id) => stackOf(context, id)),
    ),
    Weapons: put('Weapons', weapons(context, level)),
    Armor: put('Armor', armor(context, level)),
    Food: put('Food', food(context, keyItems)),
    DropSlot: put('DropSlot', []),
  };
}

/** Free slots of an inventory that is nearly full. */
const SLOTS_LEFT = 2;

function items(context: DemoContext, level: number, pockets: Pockets, capacity: number): Stacks {
  const { catalogue, random } = context;
  const cap = catalogue.limit('playerLevelCap');
  const stacks: Stacks = [
    stackOf(context, 'Money', between(random, 20, 400) * level),
    stackOf(context, tierOf(SPHERES, level, cap), between(random, 3, 60)),
    stackOf(context, tierOf(AMMUNITION, level, cap), between(random, 20, 600)),
    stackOf(context, pick(random, tierOf(WEAPONS, level, cap))),
    anEgg(context, level),
    ...shuffle(random, tierOf(MATERIALS, level, cap))
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

function weapons(context: DemoContext, level: number): Stacks {
  const kit = tierOf(WEAPONS, level, context.catalogue.limit('playerLevelCap'));
  return kit.slice(0, between(context.random, 2, kit.length)).map((id) => stackOf(context, id));
}

/** Slots of Armor by index, as seen in saves: head, body, accessories, shield, glider. */
function armor(context: DemoContext, level: number): Stacks {
  const { catalogue, random } = context;
  const cap = catalogue.limit('playerLevelCap');
  const [head, body, shield] = tierOf(ARMOR, level, cap);
  const accessory = () =>
    chance(random, level / cap) ? stackOf(context, pick(random, ACCESSORIES)) : undefined;
  return [
    level > 5 ? stackOf(context, head) : undefined,
    stackOf(context, body),
    accessory(),
    accessory(),
    level > 3 ? stackOf(context, shield) : undefined,
    level > 7 ? stackOf(context, tierOf(GLIDERS, level, cap)) : undefined,
  ];
}

/** A feed bag of tier n holds n meals. */
function food(context: DemoContext, keyItems: readonly string[]): Stacks {
  const bags = keyItems.filter((id) => id.startsWith('AutoMealPouch_')).length;
  return shuffle(context.random, MEALS)
    .slice(0, bags)
    .map((id) => stackOf(context, id, between(context.random, 1, 40)));
}
