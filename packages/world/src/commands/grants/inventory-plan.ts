import { inventorySlots, POUCHES } from '../../catalogue/index.ts';
import type { GameContext } from '../../state/game-context.ts';
import type { Player } from '../../state/model.ts';
import { ContainerPlan, type Load } from './container-plan.ts';

const HOMES = ['Items', 'KeyItems'] as const;
export type Home = (typeof HOMES)[number];

/** A player's Items and KeyItems after a grant. The world does not change before `put`. */
export class InventoryPlan {
  readonly #game: GameContext;
  readonly #inventory: Player['inventory'];
  /** Made when they are first needed: most grants change one container. */
  readonly #plans = new Map<Home, ContainerPlan | undefined>();

  constructor(game: GameContext, { inventory }: Player) {
    this.#game = game;
    this.#inventory = inventory;
  }

  /** Undefined for a container that is not available. */
  freeSlots(home: Home): number | undefined {
    return this.#plan(home)?.freeSlots;
  }

  /** Places the whole load, or returns why it does not fit. A pouch makes room for loads placed after it. */
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
