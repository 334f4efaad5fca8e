import type { Guid } from '@palatine/contract';
import { canonicalAddress } from './address.ts';
import type { Session } from './model.ts';
import type { World } from './world.ts';

/** True when a player may log in with a UserId ('' when unknown) from an address. */
export type MayJoin = (player: Pick<Session, 'uid' | 'userId' | 'ip'>) => boolean;

/** Everyone may join except banned players and users at banned addresses. Reads the current bans on every call. */
export function mayJoin(world: World): MayJoin {
  return ({ uid, userId, ip }) =>
    !isUserBanned(world, userId) && !isPlayerBanned(world, uid) && !isAddressBanned(world, ip);
}

function isUserBanned({ userBans }: World, userId: string): boolean {
  return userBans.get(userId)?.Active === true;
}

/** A ban by PlayerUID counts until its entry of Banlist.json is lifted; while there is no entry, it counts by itself. */
function isPlayerBanned(world: World, uid: Guid): boolean {
  const ban = world.playerBans.get(uid);
  return ban !== undefined && (ban.userId === '' || isUserBanned(world, ban.userId));
}

function isAddressBanned(world: World, ip: string): boolean {
  const address = canonicalAddress(ip) ?? '';
  return world.pick(world.ipBans, world.ipBansByAddress.keys(address)).some((ban) => ban.Active);
}
