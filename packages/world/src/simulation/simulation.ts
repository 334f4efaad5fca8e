import type { Guid } from '@palatine/contract';
import type { Session } from '../state/model.ts';
import { seededRandom } from '../state/random.ts';
import { type Clocked, loadCharacter, logIn } from '../state/sessions.ts';
import { homeOf } from './homes.ts';
import { inventIdentities, steadyAddress } from './identities.ts';
import { hasCharacter, loadingScreens, visits } from './visits.ts';
import { walks } from './walks.ts';

export interface SimulationOptions {
  /** Default: the world's own seed. */
  readonly seed?: number;
  /** False: players only move. */
  readonly comingAndGoing?: boolean;
  /** Target share of accounts online. */
  readonly onlineShare?: number;
}

export interface Simulation {
  /**
   * Advances the simulation. `moved`: locations changed. `changed`: the world's journal holds changes that the caller
   * has to commit. The same seed and steps give the same world.
   */
  step(seconds: number): { moved: boolean; changed: boolean };
}

/** Simulates players who walk, come and go. One simulation per world, for the life of the world. */
export function startSimulation(game: Clocked, options: SimulationOptions = {}): Simulation {
  const { world } = game;
  const { seed = world.info.seed, comingAndGoing = true, onlineShare = 1 / 3 } = options;
  const walking = walks(world, seededRandom(`${seed} walks`));
  const loading = loadingScreens(game, seededRandom(`${seed} loading`));
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

/**
 * Logs a player in from their usual address, at a camp of their guild, and loads the character if there is one. A player
 * who is already online keeps the session as it is. Throws like `logIn`.
 */
export function simulateLogIn(game: Clocked, uid: Guid): Session {
  const { world } = game;
  const wasOnline = world.sessions.has(uid);
  const session = logIn(game, uid, {
    ip: steadyAddress(world, world.info.seed, uid),
    home: homeOf(world, uid, undefined),
  });
  return wasOnline || !hasCharacter(world, uid) ? session : loadCharacter(game, session);
}
