import type { UserId } from '@palatine/contract';
import { canonicalAddress } from '../../state/address.ts';
import { playerOf } from '../../state/find-player.ts';
import type { GameContext } from '../../state/game-context.ts';
import type { Session } from '../../state/model.ts';
import { logOut } from '../../state/sessions.ts';
import type { World } from '../../state/world.ts';

/** The sessions of a UserId. A session without a UserId takes its account's. */
export function sessionsOfUser(world: World, userId: UserId): Session[] {
  const certain = world.pick(world.sessions, world.sessionsByUserId.keys(userId));
  const likely = world
    .pick(world.sessions, world.accountsByUserId.keys(userId))
    .filter((session) => session.userId === '');
  return [...certain, ...likely];
}

/** The sessions from an address, in any spelling. */
export function sessionsFrom({ sessions }: World, address: string): Session[] {
  return [...sessions.values()].filter(({ ip }) => ip === address || canonicalAddress(ip) === address);
}

/**
 * Ends sessions, each once; beside a running game server, once that server no longer lists them.
 * @returns the names of the disconnected players.
 */
export function disconnect(game: GameContext, sessions: readonly Session[], reason: string): string[] {
  const uids = new Set(sessions.map((session) => session.uid));
  return [...uids].map((uid) => {
    const { name, userId } = playerOf(game.world, uid);
    const session = game.world.sessions.get(uid);
    if (game.attached !== true) logOut(game, uid, { reason });
    else if (session !== undefined) {
      game.world.sessions.put({ ...session, leaving: { reason, atMs: game.now() } });
    }
    return name || userId || uid;
  });
}
