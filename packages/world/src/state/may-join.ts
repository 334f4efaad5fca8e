import { canonicalAddress } from './address.ts';
import type { World } from './world.ts';

/** True when a user may log in from an address. */
export type MayJoin = (userId: string, ip: string) => boolean;

/** Everyone may join except banned users and users at banned addresses. Reads the current bans on every call. */
export function mayJoin(world: World): MayJoin {
  return (userId, ip) => !isUserBanned(world, userId) && !isAddressBanned(world, ip);
}

function isUserBanned({ userBans }: World, userId: string): boolean {
  return userBans.get(userId)?.Active === true;
}

function isAddressBanned(world: World, ip: string): boolean {
  const address = canonicalAddress(ip) ?? '';
  return world.pick(world.ipBans, world.ipBansByAddress.keys(address)).some((ban) => ban.Active);
}
