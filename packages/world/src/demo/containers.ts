import type { Guid } from '@palatine/contract';
import { type Catalogue, type Item, type Pal, stackSize } from '../catalogue/index.ts';
import { getOrAdd } from '../catalogue/table.ts';
import type { Character, Container, ItemInstance, ItemStack } from '../state/model.ts';
import { between } from '../state/random.ts';
import { type DemoContext, itemOf } from './demo-context.ts';

/** Adds a container with these stacks to the world. Undefined leaves a slot empty. */
export function putContainer(
  { world, newId }: DemoContext,
  capacity: number,
  stacks: readonly (ItemStack | undefined)[],
): Guid {
  const slots: Record<number, ItemStack> = {};
  for (const [slot, stack] of stacks.slice(0, capacity).entries()) {
    if (stack !== undefined) slots[slot] = stack;
  }
  const container: Container = { id: newId(), capacity, slots };
  world.containers.put(container);
  return container.id;
}

/** A stack of an item, one full slot at most. A weapon or armour is somewhat worn. */
export function stackOf(context: DemoContext, itemId: string, count = 1): ItemStack {
  const item = itemOf(context.catalogue, itemId);
  const stack = { itemId: item.id, count: Math.max(1, Math.min(count, stackSize(item))) };
  if (item.dynamic === null) return stack;
  return { ...stack, instance: wornInstance(context, item) };
}

function wornInstance({ catalogue, random, newId }: DemoContext, item: Item): ItemInstance {
  const state = catalogue.itemDynamics.find(item.id);
  const durability = Math.round((state?.durability ?? 0) * (0.4 + 0.6 * random()));
  if (item.dynamic === 'armor') return { kind: 'armor', id: newId(), durability };
  if (item.dynamic === 'egg') throw new Error(`${item.id} is an egg: it needs a Pal`);
  const bullets = between(random, 0, state?.magazine ?? 0);
  return { kind: 'weapon', id: newId(), durability, bullets, passives: [] };
}

export function eggOf({ newId }: DemoContext, species: Pal, pal: Character | null): ItemStack | undefined {
  if (species.egg === null) return undefined;
  return { itemId: species.egg, count: 1, instance: { kind: 'egg', id: newId(), species: species.id, pal } };
}

const ordinaryItems = new WeakMap<Catalogue, readonly string[]>();

/** Stackable materials, for filling containers. */
export function stackables(catalogue: Catalogue): readonly string[] {
  return getOrAdd(ordinaryItems, catalogue, () => {
    const isOrdinary = ({ typeA, dynamic, disabled, name }: Item) =>
      typeA === 'Material' && dynamic === null && !disabled && name !== null;
    return catalogue.items
      .all()
      .filter(isOrdinary)
      .map(({ id }) => id);
  });
}
