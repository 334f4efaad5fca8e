import type { Guid, InventoryName } from '@palatine/contract';
import { inventorySlots } from '../catalogue/index.ts';
import type { ItemStack } from '../state/model.ts';
import { between, chance, pick, shuffle } from '../state/random.ts';
import { eggOf, putContainer, stackables, stackOf } from './containers.ts';
import { type Makings, speciesFor, tierOf } from './demo-context.ts';
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

/** What fills the pockets: the usual, nothing at all, or all but two slots. */
export type Pockets = 'usual' | 'empty' | 'nearlyFull';

type Stacks = (ItemStack | undefined)[];

/** The six containers of a player of this level. */
export function makeInventory(
  makings: Makings,
  level: number,
  pockets: Pockets,
): Record<InventoryName, Guid> {
  const held = pockets === 'empty' ? [] : KEY_ITEMS.filter(([from]) => from <= level).map(([, id]) => id);
  const slots = (inventory: InventoryName) => inventorySlots(makings.catalogue, inventory, held);
  const put = (inventory: InventoryName, stacks: Stacks) =>
    putContainer(makings, slots(inventory), pockets === 'empty' ? [] : stacks);
  return {
    Items: put('Items', items(makings, level, pockets, slots('Items'))),
    KeyItems: put(
      'KeyItems',
      held.map((id) => stackOf(makings, id)),
    ),
    Weapons: put('Weapons', weapons(makings, level)),
    Armor: put('Armor', armor(makings, level)),
    Food: put('Food', food(makings, held)),
    DropSlot: put('DropSlot', []),
  };
}

/** Free slots of an inventory that is nearly full. */
const SLOTS_LEFT = 2;

function items(makings: Makings, level: number, pockets: Pockets, capacity: number): Stacks {
  const { catalogue, random } = makings;
  const cap = catalogue.limit('playerLevelCap');
  const stacks: Stacks = [
    stackOf(makings, 'Money', between(random, 20, 400) * level),
    stackOf(makings, tierOf(SPHERES, level, cap), between(random, 3, 60)),
    stackOf(makings, tierOf(AMMUNITION, level, cap), between(random, 20, 600)),
    stackOf(makings, pick(random, tierOf(WEAPONS, level, cap))),
    anEgg(makings, level),
    ...shuffle(random, tierOf(MATERIALS, level, cap))
      .slice(0, between(random, 3, 7))
      .map((id) => stackOf(makings, id, between(random, 5, 900))),
  ];
  if (pockets === 'nearlyFull') {
    const filled = stacks.filter((stack) => stack !== undefined);
    const more = shuffle(random, stackables(catalogue)).slice(0, capacity - SLOTS_LEFT - filled.length);
    return [...filled, ...more.map((id) => stackOf(makings, id, between(random, 1, 200)))];
  }
  if (chance(random, 0.4)) stacks.splice(2, 0, undefined); // something was thrown away
  return stacks;
}

/** Some eggs already know the Pal inside them, others only its species. */
function anEgg(makings: Makings, level: number): ItemStack | undefined {
  const { random } = makings;
  const species = speciesFor(makings, level);
  const rolled = chance(random, 0.5);
  return eggOf(
    makings,
    species,
    rolled ? makePal(makings, species, { level: 1, ownerUid: null, place: null }) : null,
  );
}

function weapons(makings: Makings, level: number): Stacks {
  const kit = tierOf(WEAPONS, level, makings.catalogue.limit('playerLevelCap'));
  return kit.slice(0, between(makings.random, 2, kit.length)).map((id) => stackOf(makings, id));
}

/** Slots of Armor by index, as seen in saves: head, body, accessories, shield, glider. */
function armor(makings: Makings, level: number): Stacks {
  const { catalogue, random } = makings;
  const cap = catalogue.limit('playerLevelCap');
  const [head, body, shield] = tierOf(ARMOR, level, cap);
  const accessory = () =>
    chance(random, level / cap) ? stackOf(makings, pick(random, ACCESSORIES)) : undefined;
  return [
    level > 5 ? stackOf(makings, head) : undefined,
    stackOf(makings, body),
    accessory(),
    accessory(),
    level > 3 ? stackOf(makings, shield) : undefined,
    level > 7 ? stackOf(makings, tierOf(GLIDERS, level, cap)) : undefined,
  ];
}

/** A feed bag of tier n holds n meals. */
function food(makings: Makings, held: readonly string[]): Stacks {
  const bags = held.filter((id) => id.startsWith('AutoMealPouch_')).length;
  return shuffle(makings.random, MEALS)
    .slice(0, bags)
    .map((id) => stackOf(makings, id, between(makings.random, 1, 40)));
}
