import { type controlSimulation, type Guid, parseGuid, Refusal, type RouteBody } from '@palatine/contract';
import { type GameContext, logOut, simulateLogIn } from '@palatine/world';
import type { CommandAsk } from './protocol.ts';

/** Faults on demand: what a test of a client needs to meet every code of the catalogue. */
export function control(game: GameContext, ask: CommandAsk): { Success: boolean } {
  // The HTTP side has checked the body against the route's shape.
  const body = ask.body as RouteBody<typeof controlSimulation>;
  const { world, faults } = game;
  if (body.LogIn !== undefined) simulateLogIn(game, known(game, body.LogIn));
  if (body.LogOut !== undefined) logOut(game, known(game, body.LogOut));
  if (body.LoadCharacter !== undefined) {
    const session = world.sessions.get(known(game, body.LoadCharacter.Player));
    if (session === undefined)
      throw new Refusal('PLAYER_NOT_FOUND', `${body.LoadCharacter.Player} is not online`);
    world.sessions.put({ ...session, characterLoaded: body.LoadCharacter.Loaded });
  }
  if (body.ForgetAccount !== undefined) world.accounts.remove(known(game, body.ForgetAccount));
  if (body.PlayerManagerAvailable !== undefined)
    faults.playerManagerUnavailable = !body.PlayerManagerAvailable;
  if (body.BaseCampManagerAvailable !== undefined)
    faults.baseCampManagerUnavailable = !body.BaseCampManagerAvailable;
  for (const work of body.FailNext ?? []) faults.failNext(work);
  if (body.FreezeMs !== undefined) freezeSoon(body.FreezeMs);
  return { Success: true };
}

function known({ world }: GameContext, identifier: string): Guid {
  const uid =
    world.accountsByUserId.first(identifier) ??
    world.sessionsByUserId.first(identifier) ??
    parseGuid(identifier);
  if (uid !== undefined && (world.accounts.has(uid) || world.sessions.has(uid))) return uid;
  throw new Refusal('PLAYER_NOT_FOUND', `nobody answers to ${identifier}`);
}

/** The thread stands still, as under a stalled disk; after this command has been answered. */
function freezeSoon(ms: number): void {
  setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms), 0);
}
