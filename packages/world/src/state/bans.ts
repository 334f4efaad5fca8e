import type { Guid, IPBan, Issuer, Timestamp, UserBan, UserId } from '@palatine/contract';
import { canonicalAddress, parseAddressRange } from '@palatine/platform/address';
import { playerOf } from './find-player.ts';
import type { GameContext } from './game-context.ts';
import type { GameBan, PlayerBan, Session } from './model.ts';
import type { Table } from './table.ts';
import type { World } from './world.ts';

// There is one entry per user and one per address. A lifted entry stays, and a new ban makes it active again. Keys that
// an operator added to an entry by hand are kept.

/** Bans a user, or replaces issuer and reason of the active ban. */
export function banUser({ userBans }: World, userId: UserId, by: Issuer): void {
  userBans.put({ ...withoutUnban(userBans.get(userId)), UserId: userId, Active: true, BannedBy: by });
}

/** Lifts an active ban. Returns false without one. */
export function unbanUser({ userBans }: World, userId: UserId, by: Issuer): boolean {
  return unban(userBans, userId, by);
}

/** Like {@link banUser}, for an address in its one spelling. */
export function banAddress({ ipBans }: World, address: string, by: Issuer): void {
  ipBans.put({ ...withoutUnban(ipBans.get(address)), IP: address, Active: true, BannedBy: by });
}

/** Lifts the active ban of an address or a range in canonical spelling. Returns false without one. */
export function unbanAddress({ ipBans }: World, address: string, by: Issuer): boolean {
  return unban(ipBans, address, by);
}

function unban<Entry extends UserBan | IPBan>(bans: Table<Entry>, key: string, UnbannedBy: Issuer): boolean {
  const entry = bans.get(key);
  if (entry?.Active !== true) return false;
  bans.put({ ...entry, Active: false, UnbannedBy });
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
  for (const { ban, userId, name } of bansToSettle(world)) {
    if (world.userBans.get(userId)?.Active !== true) banUser(world, userId, ban.bannedBy);
    world.playerBans.put({ ...ban, userId });
    const { Reason: reason, NameValue: issuer } = ban.bannedBy;
    const whom = { userId, uid: ban.uid, ...(name && { name }) };
    world.emit('punishment', now(), { action: 'ban', ...whom, ip: '', reason, issuer });
  }
}

function bansToSettle(world: World): { ban: PlayerBan; userId: string; name: string }[] {
  return [...world.playerBans.values()]
    .filter(({ userId }) => userId === '')
    .map((ban) => ({ ...playerOf(world, ban.uid), ban }))
    .filter(({ userId }) => userId !== '');
}

/** A moment in UTC components; Month is 1 to 12. */
export function timestampAt(atMs: number): Timestamp {
  const date = new Date(atMs);
  return {
    UTC: Math.floor(atMs / 1000),
    Year: date.getUTCFullYear(),
    Month: date.getUTCMonth() + 1,
    Day: date.getUTCDate(),
    Hour: date.getUTCHours(),
    Min: date.getUTCMinutes(),
    Sec: date.getUTCSeconds(),
    Msec: date.getUTCMilliseconds(),
  };
}

/** A player who joins, or plays. */
export type JoiningPlayer = Pick<Session, 'uid' | 'userId' | 'ip'>;

/** An active ban, by its match: the UserId, the PlayerUID, or the address. */
export interface ActiveBan {
  readonly kind: 'user' | 'player' | 'address';
  readonly by: Issuer;
}

/** The ban that keeps a player out: of the UserId first, then of the PlayerUID, then of the address. */
export function banOf(world: World, { uid, userId, ip }: JoiningPlayer): ActiveBan | undefined {
  const ofUser = userBan(world, userId);
  if (ofUser !== undefined) return { kind: 'user', by: ofUser };
  const ofPlayer = playerBan(world, uid);
  if (ofPlayer !== undefined) return { kind: 'player', by: ofPlayer };
  const ofAddress = addressBan(world, canonicalAddress(ip) ?? '');
  return ofAddress && { kind: 'address', by: ofAddress.BannedBy };
}

function userBan({ userBans }: World, userId: string): Issuer | undefined {
  const ban = userBans.get(userId);
  return ban?.Active === true ? ban.BannedBy : undefined;
}

/** A ban by PlayerUID applies until its entry of Banlist.json is lifted; without an entry, it applies by itself. */
function playerBan(world: World, uid: Guid): Issuer | undefined {
  const ban = world.playerBans.get(uid);
  if (ban === undefined) return undefined;
  return ban.userId === '' ? ban.bannedBy : userBan(world, ban.userId);
}

/** The active ban of an address in its one spelling, or of a masked range that holds it. */
export function addressBan({ ipBans, ipBansByBits }: World, address: string): IPBan | undefined {
  if (address === '') return undefined;
  const ranges = [...ipBansByBits.groups()].map(
    (bits) => parseAddressRange(`${address}/${bits}`)?.text ?? '',
  );
  return [address, ...ranges].map((key) => ipBans.get(key)).find((ban) => ban?.Active === true);
}

// Known entries of the ban list of the game server: `World.gameBans`.

/** Remembers that a user is on the list of the game, and which side banned them. */
export function rememberListed({ gameBans }: World, userId: UserId, origin: GameBan['origin']): void {
  if (gameBans.get(userId)?.origin !== origin) gameBans.put({ userId, origin });
}

/**
 * Call it when a local ban is lifted. The game may list the ban although no reading has shown it, because it was issued
 * a moment ago or its answer was lost. Without this note, the next reading would adopt it as a ban of the game.
 */
export function mayBeListed(world: World, userId: UserId): void {
  if (!world.gameBans.has(userId)) rememberListed(world, userId, 'Palatine');
}

/** Call it after a ban of a user: the game server must be asked even if it may list them already. */
export function mayBeUnlisted({ gameBans }: World, userId: UserId): void {
  if (gameBans.has(userId)) gameBans.remove(userId);
}
