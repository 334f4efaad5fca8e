import type { Guid } from '@palatine/contract';
import type { Session } from '../state/model.ts';
import { type Clocked, loadCharacter, logIn } from '../state/sessions.ts';
import { homeOf } from './homes.ts';
import { steadyAddress } from './identities.ts';
import { hasCharacter } from './visits.ts';

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
