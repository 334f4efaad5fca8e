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

/** Like {@link banUser}, for an address in its one spelling. */
export function banAddress({ ipBans }: World, address: string, by: Issuer): void {
  ipBans.put({ ...withoutUnban(ipBans.get(address)), IP: address, Active: true, BannedBy: by });
}

/** Lifts the active ban of an address or a range in its one spelling. False when there is none. */
export function unbanAddress({ ipBans }: World, address: string, by: Issuer): boolean {
  const entry = ipBans.get(address);
  if (entry?.Active !== true) return false;
  ipBans.put({ ...entry, Active: false, UnbannedBy: by });
  return true;
}

function withoutUnban<Entry extends UserBan | IPBan>(entry: Entry | undefined) {
  if (entry === undefined) return undefined;
  const { UnbannedBy: _lifted, ...kept } = entry;
  return kept;
}
