import { type Granted, INT32_MAX, ZERO_GUID } from '@palatine/contract';
import { inventorySlots, landsIn, POUCHES, stackSize } from '../../catalogue/inventory-rules.ts';
import { getOrAdd } from '../../catalogue/table.ts';
import type { Item } from '../../catalogue/tables.ts';
import { eventPlayer, type FoundPlayer } from '../../state/find-player.ts';
import type { GameContext } from '../../state/game-context.ts';
import type { Character, Container, ItemInstance, ItemStack, Player } from '../../state/model.ts';
import type { World } from '../../state/world.ts';
import type { Command } from '../command.ts';
import {
  bodyOf,
  type Entry,
  type EntryProblem,
  indexed,
  isSpellable,
  type NamingGame,
  planFor,
  quoted,
  withSuggestions,
} from '../validation.ts';

export interface ItemEntry {
  readonly ItemID: string;
  readonly Count: number;
}

const UNKNOWN_STACK = 9999;

export const giveItems: Command<'giveItems'> = (caller, { params, body, issuer }) => {
  const game = withSuggestions(caller);
  const entries = indexed(bodyOf(body).Items);
  const { target, plan } = planFor(game, params.player_identifier, 'Items', (player) =>
    planItems(game, entries, player && new InventoryPlan(game, player.player)),
  );

  plan.inventory?.put();
  emitGrant(game, target, { Items: plan.granted }, issuer.name);
  return { Granted: { Items: plan.total } };
};

/** Does nothing for an empty grant. */
export function emitGrant(game: GameContext, player: FoundPlayer, granted: Granted, issuer: string): void {
  if (Object.keys(granted).length === 0) return;
  game.world.emit('grant', game.now(), { player: eventPlayer(player), granted, issuer });
}

/**
 * Places entries, key items (pouches) first. Without an inventory it only checks them. `total` is in units, and so is
 * `granted`, by item.
 */
export function planItems(game: NamingGame, entries: readonly Entry<ItemEntry>[], inventory?: InventoryPlan) {
  const problems: EntryProblem[] = [];
  const loads: Entry<{ home: Home; load: Load }>[] = [];
  for (const entry of entries) {
    const item = findItem(game, entry.ItemID);
    if (typeof item === 'string') problems.push({ index: entry.index, field: 'ItemID', message: item });
    else loads.push({ ...loadOf(game, item, entry.Count), index: entry.index });
  }
  const total = loads.reduce((sum, { load }) => sum + load.count, 0);
  if (total > INT32_MAX) problems.push({ field: '', message: `${total} units are more than ${INT32_MAX}` });
  const sorted = loads.toSorted((a, b) => Number(b.home === 'KeyItems') - Number(a.home === 'KeyItems'));
  for (const { index, home, load } of sorted) {
    const message = inventory?.place(home, load);
    if (message !== undefined) problems.push({ index, field: '', message });
  }
  return { problems, inventory, total, granted: totals(loads.map(({ load }) => load)) };
}

/** Finds an item that can be granted, switched-off ones too; a reason for all others. */
function findItem({ catalogue, rules, unknownId }: NamingGame, itemId: string) {
  const item = catalogue.items.find(itemId);
  if (item?.dynamic === 'egg') return `${quoted(itemId)} needs a Pal inside: give it as a Pal egg`;
  if (item !== undefined) return item;
  if (catalogue.unlistedItems.find(itemId) !== undefined)
    return `${quoted(itemId)} is not an item of this game`;
  if (rules.unknownIds === 'Accept' && isSpellable(itemId)) return { unknown: itemId };
  return unknownId('ItemID', itemId);
}

function loadOf(game: GameContext, item: Item | { readonly unknown: string }, count: number) {
  if ('unknown' in item) {
    return { home: 'Items' as const, load: { itemId: item.unknown, count, stackSize: UNKNOWN_STACK } };
  }
  const { id: itemId, dynamic } = item;
  const load = { itemId, count, stackSize: stackSize(item) };
  if (dynamic === null || dynamic === 'egg') return { home: landsIn(item), load };
  return { home: landsIn(item), load: { ...load, instance: () => newInstance(game, itemId, dynamic) } };
}

/** A new item: unworn, with a full magazine. */
function newInstance({ catalogue, newId }: GameContext, itemId: string, kind: 'weapon' | 'armor') {
  const state = catalogue.itemDynamics.find(itemId);
  const durability = state?.durability ?? 0;
  if (kind === 'armor') return { kind, id: newId(), durability };
  return { kind, id: newId(), durability, bullets: state?.magazine ?? 0, passives: [] };
}

function totals(loads: readonly Load[]): Record<string, number> {
  const units = new Map<string, number>();
  for (const { itemId, count } of loads) units.set(itemId, (units.get(itemId) ?? 0) + count);
  return Object.fromEntries(units);
}

interface Load {
  readonly itemId: string;
  readonly count: number;
  readonly stackSize: number;
  /** Creates the state of one unit, for items with their own state. */
  readonly instance?: () => ItemInstance;
}

const HOMES = ['Items', 'KeyItems'] as const;
type Home = (typeof HOMES)[number];

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
    return getOrAdd(this.#plans, home, () => {
      const container = this.#game.world.containers.get(this.#inventory[home] ?? '');
      return container && new ContainerPlan(container);
    });
  }
}

/** A container after a grant: stacks of the same item are filled first, then free slots. */
class ContainerPlan {
  readonly #container: Container;
  /** The stacks by slot; undefined for a free one. */
  readonly #slots: (ItemStack | undefined)[];
  readonly #filled: Record<number, ItemStack> = {};
  #changed = false;

  constructor(container: Container) {
    this.#container = container;
    this.#slots = Array.from({ length: container.capacity }, (_, slot) => {
      const stack = container.slots[slot];
      return stack === undefined || stack.count <= 0 ? undefined : stack;
    });
  }

  get freeSlots(): number {
    return this.#slots.filter((stack) => stack === undefined).length;
  }

  itemIds(): string[] {
    return this.#slots.flatMap((stack) => stack?.itemId ?? []);
  }

  holds(itemId: string): boolean {
    return this.itemIds().some((id) => isSameId(id, itemId));
  }

  roomFor(load: Load): number {
    return this.#slots.reduce((sum, stack) => sum + roomIn(stack, load), 0);
  }

  add(load: Load): void {
    const { itemId, instance } = load;
    let remaining = load.count;
    const fill = (slot: number, present: ItemStack | undefined) => {
      const added = Math.min(remaining, roomIn(present, load));
      if (added <= 0) return;
      const fresh = { itemId, count: 0, ...(instance !== undefined && { instance: instance() }) };
      const stack = present ?? fresh;
      this.#slots[slot] = this.#filled[slot] = { ...stack, count: stack.count + added };
      remaining -= added;
    };
    for (const [slot, stack] of this.#slots.entries()) if (stack !== undefined) fill(slot, stack);
    for (const [slot, stack] of this.#slots.entries()) if (stack === undefined) fill(slot, stack);
    this.#changed = true;
  }

  widenTo(capacity: number): void {
    if (capacity <= this.#slots.length) return;
    while (this.#slots.length < capacity) this.#slots.push(undefined);
    this.#changed = true;
  }

  /** The container with everything added; undefined when nothing was. */
  changed(): Container | undefined {
    if (!this.#changed) return undefined;
    const slots = { ...this.#container.slots, ...this.#filled };
    return { ...this.#container, capacity: this.#slots.length, slots };
  }
}

/** Units of a load that a slot takes beside its stack. */
function roomIn(stack: ItemStack | undefined, { itemId, stackSize, instance }: Load): number {
  if (stack === undefined) return stackSize;
  if (instance !== undefined || stack.instance !== undefined || !isSameId(stack.itemId, itemId)) return 0;
  return Math.max(0, stackSize - stack.count);
}

function isSameId(first: string, second: string): boolean {
  return first.length === second.length && first.toLowerCase() === second.toLowerCase();
}

export type Place = NonNullable<Character['place']>;

/** The free slots of a player's team, then of the Palbox. */
export function freePlaces(world: World, { team, palbox }: Player): Place[] {
  const places: Place[] = [];
  for (const { containerId, capacity } of [team, palbox]) {
    if (containerId === ZERO_GUID) continue; // no box
    const inside = world.pick(world.characters, world.charactersByBox.keys(containerId));
    const usedSlots = new Set(inside.map(({ place }) => place?.slot));
    for (let slot = 0; slot < capacity; slot++) if (!usedSlots.has(slot)) places.push({ containerId, slot });
  }
  return places;
}
