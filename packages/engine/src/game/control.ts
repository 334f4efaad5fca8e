import { type controlSimulation, type Guid, Refusal, type RouteBody } from '@palatine/contract';
import { playerNotFound, uidOf } from '@palatine/world/find-player';
import type { GameContext } from '@palatine/world/game-context';
import { loadCharacter, logOut } from '@palatine/world/sessions';
import { simulateLogIn } from '@palatine/world/simulation';

/** Injects faults on demand, so that clients can be tested with every error code. */
export function control(
  game: GameContext,
  checkedBody: unknown,
  freeze: (ms: number) => void,
): { Success: boolean } {
  // The HTTP side has validated the body against the route.
  const body = checkedBody as RouteBody<typeof controlSimulation>;
  const { world, faults } = game;
  if (body.LogIn !== undefined) simulateLogIn(game, findUid(game, body.LogIn));
  if (body.LogOut !== undefined) logOut(game, findUid(game, body.LogOut));
  if (body.LoadCharacter !== undefined) {
    const session = world.sessions.get(findUid(game, body.LoadCharacter.Player));
    if (session === undefined)
      throw new Refusal('PLAYER_NOT_FOUND', `${body.LoadCharacter.Player} is not online`);
    if (body.LoadCharacter.Loaded) loadCharacter(game, session);
    else world.sessions.put({ ...session, characterLoaded: false });
  }
  if (body.ForgetAccount !== undefined) world.accounts.remove(findUid(game, body.ForgetAccount));
  if (body.PlayerManagerAvailable !== undefined)
    faults.playerManagerUnavailable = !body.PlayerManagerAvailable;
  if (body.BaseCampManagerAvailable !== undefined)
    faults.baseCampManagerUnavailable = !body.BaseCampManagerAvailable;
  for (const work of body.FailNext ?? []) faults.failing.add(work);
  if (body.FreezeMs !== undefined) freeze(body.FreezeMs);
  return { Success: true };
}

function findUid(game: GameContext, identifier: string): Guid {
  const { world } = game;
  const uid = uidOf(world, identifier);
  if (uid !== undefined && (world.accounts.has(uid) || world.sessions.has(uid))) return uid;
  throw playerNotFound('PLAYER_NOT_FOUND', game, identifier);
}
