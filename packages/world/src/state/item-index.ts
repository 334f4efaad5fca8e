import type { Guid } from '@palatine/contract';
import type { Container, ItemStack } from './model.ts';
import type { Index } from './table.ts';

/** How much of an item there is in the world, and where. */
export interface ItemHoldings {
  /** Units. */
  readonly total: number;
  readonly stacks: number;
  /** Units by container. */
  readonly counts: ReadonlyMap<Guid, number>;
}

interface Holdings extends ItemHoldings {
  total: number;
  stacks: number;
  readonly counts: Map<Guid, number>;
}

const NOTHING: ItemHoldings = { total: 0, stacks: 0, counts: new Map() };

/** The containers that hold an item, by its id in any case. Counts occupied slots only. */
export class ItemIndex implements Index<Container> {
  /** By the id in lower case, and by each spelling that was met: one object for all spellings of an item. */
  readonly #items = new Map<string, Holdings>();

  holdings(itemId: string): ItemHoldings {
    return this.#items.get(itemId.toLowerCase()) ?? NOTHING;
  }

  changed(before: Container | undefined, after: Container | undefined): void {
    if (before?.slots === after?.slots && before?.capacity === after?.capacity) return;
    const sameSize = before?.capacity === after?.capacity;
    for (const slot in before?.slots) {
      const stack = before.slots[Number(slot)];
      if (!sameSize || stack !== after?.slots[Number(slot)]) this.#count(before, slot, -1);
    }
    for (const slot in after?.slots) {
      const stack = after.slots[Number(slot)];
      if (!sameSize || stack !== before?.slots[Number(slot)]) this.#count(after, slot, 1);
    }
  }

  #count(container: Container, slot: string, sign: 1 | -1): void {
    const stack = stackAt(container, slot);
    if (stack === undefined) return;
    const holdings = this.#items.get(stack.itemId) ?? this.#newSpelling(stack.itemId);
    holdings.total += sign * stack.count;
    holdings.stacks += sign;
    const count = (holdings.counts.get(container.id) ?? 0) + sign * stack.count;
    if (count > 0) holdings.counts.set(container.id, count);
    else holdings.counts.delete(container.id);
  }

  #newSpelling(itemId: string): Holdings {
    const key = itemId.toLowerCase();
    const holdings = this.#items.get(key) ?? { total: 0, stacks: 0, counts: new Map<Guid, number>() };
    this.#items.set(key, holdings);
    this.#items.set(itemId, holdings);
    return holdings;
  }
}

/** What a slot holds; undefined when it is empty, or beyond the capacity. */
function stackAt(container: Container | undefined, slot: string): ItemStack | undefined {
  const stack = container?.slots[Number(slot)];
  if (container === undefined || stack === undefined) return undefined;
  return Number(slot) < container.capacity && stack.count > 0 ? stack : undefined;
}

/** How many slots of a container hold something. */
export function usedSlots(container: Container | undefined): number {
  let used = 0;
  for (const slot in container?.slots) if (stackAt(container, slot) !== undefined) used += 1;
  return used;
}
