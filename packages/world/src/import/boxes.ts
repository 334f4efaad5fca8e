import { type Guid, ZERO_GUID } from '@palatine/contract';
import type { SaveCharacter, SaveWorld } from '@palatine/save';
import { getOrAdd } from '../catalogue/table.ts';
import type { Character, CharacterBox } from '../state/model.ts';
import { amount, MAX_SLOTS } from './import-job.ts';

export function boxesOf(save: SaveWorld) {
  const stored = new Map(save.characterContainers.map((container) => [container.id, container.capacity]));
  const highestSlots = highestSlotsOf(save);
  const used = new Map<Guid, number>();
  const freeSlots = new Map<Guid, FreeSlots>();

  function take(containerId: Guid, defaultCapacity: number): CharacterBox {
    if (containerId === ZERO_GUID || used.has(containerId)) {
      return { containerId: ZERO_GUID, capacity: defaultCapacity };
    }
    const stated = stored.get(containerId) ?? defaultCapacity;
    // A wrong stated size must not drop a Pal.
    const needed = (highestSlots.get(containerId) ?? -1) + 1;
    const capacity = Math.min(MAX_SLOTS, Math.max(amount(stated), needed));
    used.set(containerId, capacity);
    return { containerId, capacity };
  }
  return {
    /** Assigns a box. The first owner gets it; any further one gets a box without a container. */
    take,
    /** Assigns a box that the save holds; null for one that it lacks, or that another owner has. */
    takeStored: (id: Guid) => (stored.has(id) && !used.has(id) && id !== ZERO_GUID ? take(id, 0) : null),
    /** The slot of a Pal; null when it has none, or when its slot and all slots after it are taken. */
    placeOf({ slot }: SaveCharacter): Character['place'] {
      if (slot === null || slot.containerId === ZERO_GUID || !isSlot(slot.index)) return null;
      const { containerId } = slot;
      const slots = getOrAdd(freeSlots, containerId, () => new FreeSlots());
      const free = slots.take(slot.index, used.get(containerId) ?? MAX_SLOTS);
      return free === undefined ? null : { containerId, slot: free };
    },
  };
}

/** Assigns the containers of characters to owners, and characters to slots. */
export type Boxes = ReturnType<typeof boxesOf>;

function highestSlotsOf(save: SaveWorld): Map<Guid, number> {
  const highest = new Map<Guid, number>();
  for (const { slot, isPlayer } of save.characters) {
    if (slot === null || isPlayer || !isSlot(slot.index)) continue;
    highest.set(slot.containerId, Math.max(highest.get(slot.containerId) ?? 0, slot.index));
  }
  return highest;
}

function isSlot(index: number): boolean {
  return Number.isInteger(index) && index >= 0 && index < MAX_SLOTS;
}

/** Finds the next free slot of a container in nearly constant time, however many claim the same one. */
class FreeSlots {
  /** A later slot for each one that is taken. */
  readonly #after = new Map<number, number>();

  /** Takes the slot itself, or the first free one after it; undefined when there is none below `capacity`. */
  take(slot: number, capacity: number): number | undefined {
    const free = this.#firstFree(slot);
    if (free >= capacity) return undefined;
    this.#after.set(free, free + 1);
    return free;
  }

  #firstFree(slot: number): number {
    let free = slot;
    for (let next = this.#after.get(free); next !== undefined; next = this.#after.get(free)) free = next;
    // The next search from any slot of this path starts at its end.
    for (let at = slot; at < free; ) {
      const next = this.#after.get(at) ?? free;
      this.#after.set(at, free);
      at = next;
    }
    return free;
  }
}
