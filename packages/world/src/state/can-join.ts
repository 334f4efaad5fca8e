import type { Guid, IPBan, Issuer, UserId } from '@palatine/contract';
import { canonicalAddress, parseAddressRange } from './address.ts';
import type { GameBan, Session } from './model.ts';
import type { World } from './world.ts';

/** A player who joins, or plays. */
export type JoiningPlayer = Pick<Session, 'uid' | 'userId' | 'ip'>;

/** True when a player may log in with a UserId ('' when unknown) from an address. */
export type MayJoin = (player: JoiningPlayer) => boolean;

/** An active ban, by its match: the UserId, the PlayerUID, or the address. */
export interface ActiveBan {
  readonly kind: 'user' | 'player' | 'address';
  readonly by: Issuer;
}

/** Everyone may join except banned players and users at banned addresses. Reads the current bans on every call. */
export function canJoin(world: World): MayJoin {
  return (player) => banOf(world, player) === undefined;
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
 * A ban of ours was lifted. It may be on the list of the game although no reading has shown it: it was given a moment
 * ago, or its answer was lost. Unless this is remembered, the next reading takes it for a ban of the game.
 */
export function mayBeListed(world: World, userId: UserId): void {
  if (!world.gameBans.has(userId)) rememberListed(world, userId, 'Palatine');
}

/** After a ban of a user: the game server must be asked, even if they may be listed already. */
export function mayBeUnlisted({ gameBans }: World, userId: UserId): void {
  if (gameBans.has(userId)) gameBans.remove(userId);
}
