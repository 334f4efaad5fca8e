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

/** The containers that hold an item, by its id in any case. Counts what `isOccupied` counts. */
export class ItemIndex implements Index<Container> {
  readonly #items = new Map<string, Holdings>();

  holdings(itemId: string): ItemHoldings {
    return this.#items.get(itemId.toLowerCase()) ?? NOTHING;
  }

  changed(before: Container | undefined, after: Container | undefined): void {
    const id = before?.id ?? after?.id ?? '';
    const { slots: slotsBefore = {}, capacity: capacityBefore = 0 } = before ?? {};
    const { slots: slotsAfter = {}, capacity: capacityAfter = 0 } = after ?? {};
    if (slotsBefore === slotsAfter && capacityBefore === capacityAfter) return;
    const isSame = (slot: string) =>
      slotsBefore[Number(slot)] === slotsAfter[Number(slot)] && capacityBefore === capacityAfter;
    for (const slot in slotsBefore) {
      if (!isSame(slot)) this.#count(id, stackAt(before, slot), -1);
    }
    for (const slot in slotsAfter) {
      if (!isSame(slot)) this.#count(id, stackAt(after, slot), 1);
    }
  }

  #count(container: Guid, stack: ItemStack | undefined, sign: 1 | -1): void {
    if (stack === undefined) return;
    const key = stack.itemId.toLowerCase();
    const holdings = this.#items.get(key) ?? { total: 0, stacks: 0, counts: new Map<Guid, number>() };
    holdings.total += sign * stack.count;
    holdings.stacks += sign;
    const count = (holdings.counts.get(container) ?? 0) + sign * stack.count;
    if (count > 0) holdings.counts.set(container, count);
    else holdings.counts.delete(container);
    if (holdings.stacks > 0) this.#items.set(key, holdings);
    else this.#items.delete(key);
  }
}

function stackAt(container: Container | undefined, slot: string): ItemStack | undefined {
  const stack = container?.slots[Number(slot)];
  return stack !== undefined && isOccupied(container, Number(slot), stack) ? stack : undefined;
}

/** Whether a slot is within its container and holds something. */
export function isOccupied(container: Container | undefined, slot: number, stack: ItemStack): boolean {
  return container !== undefined && slot < container.capacity && stack.count > 0;
}

/** How many slots of a container hold something. */
export function usedSlots(container: Container | undefined): number {
  let used = 0;
  for (const slot in container?.slots) if (stackAt(container, slot) !== undefined) used += 1;
  return used;
}
