import type { Guid, IPBan, Issuer, UserBan, UserId } from '@palatine/contract';
import { playerOf } from './find-player.ts';
import type { GameContext } from './game-context.ts';
import type { PlayerBan } from './model.ts';
import type { World } from './world.ts';

// There is one entry per user and one per address. A lifted entry stays, and a new ban makes it active again. Keys that
// an operator added to an entry by hand are kept.

/** Bans a user, or replaces issuer and reason of the active ban. */
export function banUser({ userBans }: World, userId: UserId, by: Issuer): void {
  userBans.put({ ...withoutUnban(userBans.get(userId)), UserId: userId, Active: true, BannedBy: by });
}

/** Lifts an active ban. False when there is none. */
export function unbanUser({ userBans }: World, userId: UserId, by: Issuer): boolean {
  const entry = userBans.get(userId);
  if (entry?.Active !== true) return false;
  userBans.put({ ...entry, Active: false, UnbannedBy: by });
  return true;
}

/** Like {@link banUser}, for an address in its one spelling. */
export function banAddress({ ipBans }: World, address: string, by: Issuer): void {
  ipBans.put({ ...withoutUnban(ipBans.get(address)), IP: address, Active: true, BannedBy: by });
}

/** Lifts the active ban of an address or a range in canonical spelling. False when there is none. */
export function unbanAddress({ ipBans }: World, address: string, by: Issuer): boolean {
  const entry = ipBans.get(address);
  if (entry?.Active !== true) return false;
  ipBans.put({ ...entry, Active: false, UnbannedBy: by });
  return true;
}

function withoutUnban<Entry extends UserBan | IPBan>(entry: Entry | undefined) {
  if (entry === undefined) return undefined;
  const { UnbannedBy: _lifted, ...rest } = entry;
  return rest;
}

// Banlist.json names users, and an imported world knows no UserIds. Such a player is banned by PlayerUID, in a table of
// the world, until a UserId is known (docs/decisions/0005).

/** Bans a player whose UserId is not known, or replaces issuer and reason of that ban. */
export function banUid({ playerBans }: World, uid: Guid, by: Issuer): void {
  playerBans.put({ uid, userId: '', bannedBy: by });
}

/** Lifts a ban by PlayerUID and returns the UserId of its entry of Banlist.json ('' without); undefined without a ban. */
export function unbanUid(world: World, uid: Guid, by: Issuer): string | undefined {
  const ban = world.playerBans.get(uid);
  if (ban === undefined) return undefined;
  if (ban.userId !== '' && !unbanUser(world, ban.userId, by)) return undefined;
  world.playerBans.remove(uid);
  return ban.userId;
}

/** Whether the UserId of a player who was banned without one is now known. */
export function haveBansToSettle(world: World): boolean {
  return bansToSettle(world).length > 0;
}

/** Gives each ban by PlayerUID its entry of the ban list, where the UserId is now known. */
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
