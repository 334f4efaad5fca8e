import type { Guid } from '@palatine/contract';
import type { GameContext } from '../state/game-context.ts';
import type { Container } from '../state/model.ts';
import { stackAt } from '../state/used-slots.ts';
import type { World } from '../state/world.ts';
import { perWorld } from './per-world.ts';

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

/** The index of a world's items. It is made when it is first asked for, and follows the containers from then on. */
export const itemIndexOf = perWorld(({ world }: GameContext) => new ItemIndex(world));

/** The containers that hold an item, by its id in any case. Counts occupied slots only. */
export class ItemIndex {
  /** By the id in lower case, and by each spelling that was met: one object for all spellings of an item. */
  readonly #items = new Map<string, Holdings>();

  constructor({ containers }: World) {
    containers.index({ changed: (before, after) => this.#countChange(before, after) });
  }

  holdings(itemId: string): ItemHoldings {
    return this.#items.get(itemId.toLowerCase()) ?? NOTHING;
  }

  #countChange(before: Container | undefined, after: Container | undefined): void {
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
