import { inventorySlots, POUCHES } from '../../catalogue/index.ts';
import { getOrAdd } from '../../catalogue/table.ts';
import type { GameContext } from '../../state/game-context.ts';
import type { Container, ItemInstance, ItemStack, Player } from '../../state/model.ts';

/** Units of an item to add to a container. */
export interface Load {
  readonly itemId: string;
  readonly count: number;
  /** Maximum units in one slot. */
  readonly stackSize: number;
  /** Creates the state of one unit, for items with their own state. */
  readonly instance?: () => ItemInstance;
}

const HOMES = ['Items', 'KeyItems'] as const;
export type Home = (typeof HOMES)[number];

/** A player's Items and KeyItems after a grant. The world does not change before `put`. */
export class InventoryPlan {
  readonly #game: GameContext;
  readonly #inventory: Player['inventory'];
  /** Created on demand: most grants change one container. */
  readonly #plans = new Map<Home, ContainerPlan | undefined>();

  constructor(game: GameContext, { inventory }: Player) {
    this.#game = game;
    this.#inventory = inventory;
  }

  /** Undefined for a container that is not available. */
  freeSlots(home: Home): number | undefined {
    return this.#plan(home)?.freeSlots;
  }

  /** Places the whole load, or returns why it does not fit. A pouch adds slots for later loads. */
  place(home: Home, load: Load): string | undefined {
    const plan = this.#plan(home);
    if (plan === undefined) return `${home} of the player are not available`;
    const room = plan.roomFor(load);
    if (room < load.count) return `does not fit: ${home} have room for ${room} more ${load.itemId}`;
    const isNewPouch = POUCHES.some((pouch) => pouch === load.itemId) && !plan.holds(load.itemId);
    plan.add(load);
    if (isNewPouch) this.#plan('Items')?.widenTo(this.#itemsSlots());
    return undefined;
  }

  put(): void {
    for (const home of HOMES) {
      const container = this.#plans.get(home)?.changed();
      if (container !== undefined) this.#game.world.containers.put(container);
    }
  }

  /** Slots of Items by the pouches held. A container that is already wider (by a mod) keeps its size. */
  #itemsSlots(): number {
    return inventorySlots(this.#game.catalogue, 'Items', this.#plan('KeyItems')?.itemIds() ?? []);
  }

  #plan(home: Home): ContainerPlan | undefined {
    if (this.#plans.has(home)) return this.#plans.get(home);
    const id = this.#inventory[home];
    const container = id === null ? undefined : this.#game.world.containers.get(id);
    const plan = container === undefined ? undefined : new ContainerPlan(container);
    this.#plans.set(home, plan);
    return plan;
  }
}

interface OpenStacks {
  /** Units the stacks still take, together. */
  room: number;
  /** Slots of stacks that are not full, the last first. */
  readonly slots: number[];
}

/** A container after a grant: stacks of the same item first, then free slots, computed by index. */
class ContainerPlan {
  readonly #container: Container;
  readonly #slots: Map<number, ItemStack>;
  /** Slots of stackable items, by item. */
  readonly #slotsOf = new Map<string, number[]>();
  readonly #openOf = new Map<string, OpenStacks>();
  #capacity: number;
  #free: number;
  /** No slot below it is free. */
  #firstFree = 0;
  #changed = false;

  constructor(container: Container) {
    this.#container = container;
    this.#capacity = container.capacity;
    this.#slots = new Map();
    for (const [key, stack] of Object.entries(container.slots)) {
      const index = Number(key);
      if (stack.count <= 0 || index >= container.capacity) continue;
      this.#slots.set(index, stack);
      if (stack.instance === undefined) this.#slotsOfItem(stack.itemId).push(index);
    }
    this.#free = this.#capacity - this.#slots.size;
  }

  get freeSlots(): number {
    return this.#free;
  }

  itemIds(): string[] {
    return [...this.#slots.values()].map((stack) => stack.itemId);
  }

  holds(itemId: string): boolean {
    const key = itemId.toLowerCase();
    return this.itemIds().some((id) => id.toLowerCase() === key);
  }

  /** Units of an item that still fit. */
  roomFor({ itemId, stackSize, instance }: Omit<Load, 'count'>): number {
    const open = instance === undefined ? this.#open(itemId, stackSize).room : 0;
    return open + this.#free * stackSize;
  }

  /** Adds a load that fits. Throws a RangeError otherwise. */
  add(load: Load): void {
    let remaining = load.count;
    if (load.instance === undefined) remaining = this.#fillStacks(load);
    while (remaining > 0) {
      const count = Math.min(remaining, load.stackSize);
      this.#fillFreeSlot(load, count);
      remaining -= count;
    }
    this.#changed = true;
  }

  widenTo(capacity: number): void {
    if (capacity <= this.#capacity) return;
    this.#free += capacity - this.#capacity;
    this.#capacity = capacity;
    this.#changed = true;
  }

  /** The container with everything added; undefined when nothing was. */
  changed(): Container | undefined {
    if (!this.#changed) return undefined;
    const slots = { ...this.#container.slots, ...Object.fromEntries(this.#slots) };
    return { ...this.#container, capacity: this.#capacity, slots };
  }

  #fillStacks({ itemId, count, stackSize }: Load): number {
    const open = this.#open(itemId, stackSize);
    let remaining = count;
    while (remaining > 0) {
      const slot = open.slots.at(-1);
      const stack = slot === undefined ? undefined : this.#slots.get(slot);
      if (slot === undefined || stack === undefined) break;
      const added = Math.min(remaining, stackSize - stack.count);
      this.#slots.set(slot, { ...stack, count: stack.count + added });
      if (stack.count + added >= stackSize) open.slots.pop();
      open.room -= added;
      remaining -= added;
    }
    return remaining;
  }

  #fillFreeSlot({ itemId, stackSize, instance }: Load, count: number): void {
    while (this.#slots.has(this.#firstFree)) this.#firstFree += 1;
    if (this.#firstFree >= this.#capacity)
      throw new RangeError(`${itemId} does not fit, although roomFor said so`);
    const stack = { itemId, count, ...(instance !== undefined && { instance: instance() }) };
    this.#slots.set(this.#firstFree, stack);
    this.#free -= 1;
    if (instance !== undefined || count >= stackSize) return;
    const open = this.#open(itemId, stackSize);
    open.slots.push(this.#firstFree); // the only one: all others were filled first
    open.room += stackSize - count;
  }

  #open(itemId: string, stackSize: number): OpenStacks {
    return getOrAdd(this.#openOf, itemId.toLowerCase(), () => {
      const open: OpenStacks = { room: 0, slots: [] };
      for (const slot of this.#slotsOfItem(itemId).toSorted((a, b) => b - a)) {
        const room = stackSize - (this.#slots.get(slot)?.count ?? stackSize);
        if (room <= 0) continue;
        open.room += room;
        open.slots.push(slot);
      }
      return open;
    });
  }

  #slotsOfItem(itemId: string): number[] {
    return getOrAdd(this.#slotsOf, itemId.toLowerCase(), () => []);
  }
}
