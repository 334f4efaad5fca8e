import { statSync } from 'node:fs';
import type { Banlist, IPBan, UserBan } from '@palatine/contract';
import { banlistFault, isSameEntry, readBanlist } from '@palatine/data-dir/banlist-file';
import { runJob } from '@palatine/platform/run-job';
import type { World } from '@palatine/world';

/** A shorter Banlist.json is read where it is needed, in a few milliseconds. */
export const LONG_BANLIST_BYTES = 128 * 1024;

/** A Banlist.json, or why it is invalid. The entries are parts of lists, as JSON. */
export type BanlistParts =
  | {
      readonly digest: string;
      readonly head: Banlist;
      /** As of `parseEntries`. */
      readonly problems: readonly string[];
      readonly users: readonly string[];
      readonly addresses: readonly string[];
    }
  | { readonly fault: string };

/** Reads a long Banlist.json in a thread. Undefined for a missing file; rejects for one that cannot be read. */
export function readLongBanlist(file: string): Promise<BanlistParts | undefined> {
  return runJob(new URL('./long-banlist-job.ts', import.meta.url), file, { name: 'the ban list' });
}

/** Why Banlist.json is invalid; '' for a valid one. A long file is read in a thread. Rejects for one that cannot be read. */
export async function faultOfBanlist(file: string): Promise<string> {
  const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (size < LONG_BANLIST_BYTES) {
    readBanlist(file, '');
    return '';
  }
  const parts = await readLongBanlist(file);
  if (parts === undefined) return '';
  if ('fault' in parts) return parts.fault;
  return parts.problems.length > 0 ? banlistFault(parts.problems) : '';
}

/** Puts a list together in parts, with the present rows where they are equal. */
export function* joinBanlist(
  { head, users, addresses }: Exclude<BanlistParts, { fault: string }>,
  world: World,
): Generator<undefined, Banlist> {
  const [UserEntries, IPEntries]: [UserBan[], IPBan[]] = [[], []];
  for (const part of users) {
    UserEntries.push(...withRows({ ...head, UserEntries: JSON.parse(part) }, world).UserEntries);
    yield;
  }
  for (const part of addresses) {
    IPEntries.push(...withRows({ ...head, IPEntries: JSON.parse(part) }, world).IPEntries);
    yield;
  }
  return { ...head, UserEntries, IPEntries };
}

/** A list with the present row instead of an equal entry. */
export function withRows(banlist: Banlist, { userBans, ipBans }: World): Banlist {
  const rowOr = <Entry extends object>(entry: Entry, row: Entry | undefined) =>
    isSameEntry(entry, row ?? entry) && row !== undefined ? row : entry; // also formats a new one
  return {
    ...banlist,
    UserEntries: banlist.UserEntries.map((entry) => rowOr(entry, userBans.get(entry.UserId))),
    IPEntries: banlist.IPEntries.map((entry) => rowOr(entry, ipBans.get(entry.IP))),
  };
}
