import { inventorySlots, POUCHES } from '../../catalogue/index.ts';
import type { GameContext } from '../../state/game-context.ts';
import type { Player } from '../../state/model.ts';
import { ContainerPlan, type Load } from './container-plan.ts';

export type Home = 'Items' | 'KeyItems';

/** A player's Items and KeyItems after a grant. The world does not change before `put`. */
export class InventoryPlan {
  readonly #game: GameContext;
  readonly #plans: Readonly<Record<Home, ContainerPlan | undefined>>;

  constructor(game: GameContext, { inventory }: Player) {
    this.#game = game;
    const planOf = (home: Home) => {
      const id = inventory[home];
      const container = id === null ? undefined : game.world.containers.get(id);
      return container === undefined ? undefined : new ContainerPlan(container);
    };
    this.#plans = { Items: planOf('Items'), KeyItems: planOf('KeyItems') };
  }

  /** Undefined for a container that is not available. */
  freeSlots(home: Home): number | undefined {
    return this.#plans[home]?.freeSlots;
  }

  /** Places the whole load, or returns why it does not fit. A pouch makes room for loads placed after it. */
  place(home: Home, load: Load): string | undefined {
    const plan = this.#plans[home];
    if (plan === undefined) return `${home} of the player are not available`;
    const room = plan.roomFor(load);
    if (room < load.count) return `does not fit: ${home} have room for ${room} more ${load.itemId}`;
    const isNewPouch = POUCHES.some((pouch) => pouch === load.itemId) && !plan.holds(load.itemId);
    plan.add(load);
    if (isNewPouch) this.#plans.Items?.widenTo(this.#itemsSlots());
    return undefined;
  }

  put(): void {
    for (const plan of Object.values(this.#plans)) {
      const container = plan?.changed();
      if (container !== undefined) this.#game.world.containers.put(container);
    }
  }

  /** Slots of Items by the pouches held. A container that is already wider (by a mod) keeps its size. */
  #itemsSlots(): number {
    return inventorySlots(this.#game.catalogue, 'Items', this.#plans.KeyItems?.itemIds() ?? []);
  }
}
