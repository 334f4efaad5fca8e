import { type Guid, ZERO_GUID } from '@palatine/contract';
import { kept } from '../catalogue/table.ts';
import type { Container, ItemStack, MapObject } from './model.ts';
import type { Table } from './table.ts';

const NONE = {
  buildings: 0,
  defences: 0,
  drops: 0,
  storages: 0,
  /** Stacks in the storages. */
  stacks: 0,
};

/** What stands at a base, in numbers. */
export type CampCounts = Readonly<typeof NONE>;

const COUNTED: Partial<Record<MapObject['class'], keyof CampCounts>> = {
  building: 'buildings',
  defense: 'defences',
  dropItem: 'drops',
};

/** Counts what stands at each base while objects and containers change, by the classes of a deletion. */
export class CampCountIndex {
  readonly #containers: Table<Container>;
  readonly #counts = new Map<Guid, typeof NONE>();
  /** The base of each container that is storage there, and how many of its slots are counted. */
  readonly #storages = new Map<Guid, { readonly campId: Guid; used: number }>();

  constructor(mapObjects: Table<MapObject>, containers: Table<Container>) {
    this.#containers = containers;
    mapObjects.index({ changed: (before, after) => this.#objectChanged(before, after) });
    containers.index({ changed: (before, after) => this.#containerChanged((after ?? before)?.id ?? '') });
  }

  of(campId: Guid): CampCounts {
    return this.#counts.get(campId) ?? NONE;
  }

  #objectChanged(before: MapObject | undefined, after: MapObject | undefined): void {
    if (before !== undefined) this.#count(before, -1);
    if (after !== undefined) this.#count(after, 1);
  }

  #count(object: MapObject, sign: 1 | -1): void {
    const { campId, containerId, natural } = object;
    if (natural || campId === ZERO_GUID) return;
    const counts = this.#countsOf(campId);
    const counted = COUNTED[object.class];
    if (counted !== undefined) counts[counted] += sign;
    if (!object.storage || containerId === null) return;
    counts.storages += sign;
    const used = usedSlots(this.#containers.get(containerId));
    counts.stacks += sign * used;
    if (sign === 1) this.#storages.set(containerId, { campId, used });
    else this.#storages.delete(containerId);
  }

  #containerChanged(id: Guid): void {
    const storage = this.#storages.get(id);
    if (storage === undefined) return;
    const used = usedSlots(this.#containers.get(id));
    this.#countsOf(storage.campId).stacks += used - storage.used;
    storage.used = used;
  }

  #countsOf(campId: Guid): typeof NONE {
    return kept(this.#counts, campId, () => ({ ...NONE }));
  }
}

/** What a slot holds; undefined when it is empty, or beyond the capacity. */
export function stackAt(container: Container | undefined, slot: string): ItemStack | undefined {
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
