import { seededRandom } from '../state/random.ts';
import type { Clocked } from '../state/sessions.ts';
import { inventIdentities } from './identities.ts';
import { loadingScreens, visits } from './visits.ts';
import { walks } from './walks.ts';

export interface SimulationOptions {
  /** The world's own seed unless said otherwise. */
  readonly seed?: number;
  /** False: players only move. */
  readonly comingAndGoing?: boolean;
  /** Share of the accounts that is online by and by. */
  readonly onlineShare?: number;
}

export interface Simulation {
  /**
   * Lets so many seconds pass. `moved`: locations are other ones. `changed`: records in the world's journal are, and
   * the caller keeps them. The same seed and the same steps make the same world.
   */
  step(seconds: number): { moved: boolean; changed: boolean };
}

/** Life in a world nobody plays on: players walk, come and go. One for a world, as long as the world lives. */
export function startSimulation(game: Clocked, options: SimulationOptions = {}): Simulation {
  const { world } = game;
  const { seed = world.info.seed, comingAndGoing = true, onlineShare = 1 / 3 } = options;
  const walking = walks(world, seededRandom(`${seed} walks`));
  const loading = loadingScreens(world, seededRandom(`${seed} loading`));
  const coming = comingAndGoing
    ? visits(game, { seed, random: seededRandom(`${seed} visits`), onlineShare })
    : undefined;
  let identified = false;

  return {
    step(seconds) {
      const invented = !identified && inventIdentities(world, seed);
      identified = true;
      const loaded = comingAndGoing && loading.step(seconds);
      const visited = coming?.step(seconds) ?? false;
      return { moved: walking.step(seconds), changed: invented || loaded || visited };
    },
  };
}
