import type { Guid, Issuer } from '@palatine/contract';
import { banUser, unbanUser } from './ban-entries.ts';
import { playerOf } from './find-player.ts';
import type { GameContext } from './game-context.ts';
import type { PlayerBan } from './model.ts';
import type { World } from './world.ts';

// Banlist.json names users, and an imported world knows no UserIds. Such a player is banned by PlayerUID, in a table of
// the world, until a UserId is known (docs/decisions/0026).

/** Bans a player whose UserId is not known, or replaces issuer and reason of that ban. */
export function banUid({ playerBans }: World, uid: Guid, by: Issuer): void {
  playerBans.put({ uid, userId: '', bannedBy: by });
}

/**
 * Lifts a ban that was given by PlayerUID, also when it has its entry of Banlist.json by now.
 * @returns the UserId of that entry, '' without an entry; undefined when no such ban counts.
 */
export function unbanUid(world: World, uid: Guid, by: Issuer): string | undefined {
  const ban = world.playerBans.get(uid);
  if (ban === undefined) return undefined;
  if (ban.userId !== '' && !unbanUser(world, ban.userId, by)) return undefined;
  world.playerBans.remove(uid);
  return ban.userId;
}

/** Whether the UserId of a player who was banned without one is known by now. */
export function haveBansToSettle(world: World): boolean {
  return bansToSettle(world).length > 0;
}

/** Gives each ban by PlayerUID its entry of the ban list, where the UserId is known by now. */
export function settlePlayerBans({ world, now }: Pick<GameContext, 'world' | 'now'>): void {
  for (const { ban, userId } of bansToSettle(world)) {
    if (world.userBans.get(userId)?.Active !== true) banUser(world, userId, ban.bannedBy);
    world.playerBans.put({ ...ban, userId });
    const { Reason: reason, NameValue: issuer } = ban.bannedBy;
    world.emit('punishment', now(), { action: 'ban', userId, uid: ban.uid, ip: '', reason, issuer });
  }
}

function bansToSettle(world: World): { ban: PlayerBan; userId: string }[] {
  return [...world.playerBans.values()]
    .filter(({ userId }) => userId === '')
    .map((ban) => ({ ban, userId: playerOf(world, ban.uid).userId }))
    .filter(({ userId }) => userId !== '');
}
