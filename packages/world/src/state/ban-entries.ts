import type { IPBan, Issuer, UserBan, UserId } from '@palatine/contract';
import type { World } from './world.ts';

// One entry per user and one per address, whatever happens to it: an entry that is lifted stays, and is the one that
// becomes active again. Keys an operator has written into an entry by hand stay with it.

/** Puts a ban in force, or replaces who gave it and why. */
export function banUser({ userBans }: World, userId: UserId, by: Issuer): void {
  userBans.put({ ...withoutUnban(userBans.get(userId)), UserId: userId, Active: true, BannedBy: by });
}

/** Lifts an active ban; false where there is none. */
export function unbanUser({ userBans }: World, userId: UserId, by: Issuer): boolean {
  const entry = userBans.get(userId);
  if (entry?.Active !== true) return false;
  userBans.put({ ...entry, Active: false, UnbannedBy: by });
  return true;
}

/** Like {@link banUser}; the entry takes the canonical spelling, and the place of all that spelled it otherwise. */
export function banAddress(world: World, address: string, by: Issuer): void {
  replaceEntries(world, {
    ...withoutUnban(entryOf(world, address)),
    IP: address,
    Active: true,
    BannedBy: by,
  });
}

/** Lifts the active ban of an address, however spelled; false where there is none. */
export function unbanAddress(world: World, address: string, by: Issuer): boolean {
  const entry = entryOf(world, address);
  if (entry?.Active !== true) return false;
  replaceEntries(world, { ...entry, IP: address, Active: false, UnbannedBy: by });
  return true;
}

/** By hand an address may have been written down in several spellings: what is in force counts. */
function entryOf(world: World, address: string): IPBan | undefined {
  const entries = world.pick(world.ipBans, world.ipBansByAddress.keys(address));
  return entries.find((entry) => entry.Active) ?? entries[0];
}

function replaceEntries({ ipBans, ipBansByAddress }: World, entry: IPBan): void {
  for (const spelling of [...ipBansByAddress.keys(entry.IP)]) {
    if (spelling !== entry.IP) ipBans.remove(spelling);
  }
  ipBans.put(entry);
}

function withoutUnban<Entry extends UserBan | IPBan>(entry: Entry | undefined) {
  if (entry === undefined) return undefined;
  const { UnbannedBy: _lifted, ...kept } = entry;
  return kept;
}
