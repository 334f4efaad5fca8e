import type { IPBan, Issuer, UserBan, UserId } from '@palatine/contract';
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

/** Like {@link banUser}. The entry has the canonical spelling and replaces those with other spellings. */
export function banAddress(world: World, address: string, by: Issuer): void {
  replaceEntries(world, {
    ...withoutUnban(entryOf(world, address)),
    IP: address,
    Active: true,
    BannedBy: by,
  });
}

/** Lifts the active ban of an address, in any spelling. False when there is none. */
export function unbanAddress(world: World, address: string, by: Issuer): boolean {
  const entry = entryOf(world, address);
  if (entry?.Active !== true) return false;
  replaceEntries(world, { ...entry, IP: address, Active: false, UnbannedBy: by });
  return true;
}

/** A hand-edited list may hold several spellings of an address: an active one wins. */
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
