import type { Guid } from '@palatine/contract';
import type { Session } from '../state/model.ts';
import { type Clocked, logIn } from '../state/sessions.ts';
import { homeOf } from './homes.ts';
import { steadyAddress } from './identities.ts';

/** Logs a player in from their usual address, at a camp of their guild. Throws like `logIn`. */
export function simulateLogIn(game: Clocked, uid: Guid): Session {
  const { world } = game;
  return logIn(game, uid, {
    ip: steadyAddress(world, world.info.seed, uid),
    home: homeOf(world, uid, undefined),
  });
}
