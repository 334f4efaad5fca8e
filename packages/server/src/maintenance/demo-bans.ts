import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Banlist, IPBan, UserBan } from '@palatine/contract';
import { copyFileAtomically } from '../data-folder/atomic-write.ts';
import { readBanlist, writeBanlist } from '../data-folder/banlist-file.ts';
import { type DataPaths, holdsWorld } from '../data-folder/data-folder.ts';
import { WorldFileError } from '../store/world-file-error.ts';
import { readWorldOrigin } from '../store/world-origin.ts';

/** The bans that a demo world took with it. */
export interface RemovedBans {
  count: number;
  /** The name of the Banlist.json that still has them, in the data folder. */
  keptAside: string;
}

/**
 * Takes the bans out of Banlist.json that the present demo world came with; those that an operator added stay. Called
 * before the world is replaced: a crash in between leaves a demo world without its bans, and never another world
 * with them (tests/crash/demo-bans.test.ts). Throws a ConfigError, with nothing changed, for a broken Banlist.json.
 */
export function removeDemoBans(data: DataPaths, stamp: string): RemovedBans | undefined {
  const made = demoBansOf(data);
  if (made === undefined) return undefined;
  const present = readBanlist(data.banlist, '');
  const kept = withoutMade(present, made);
  const count = entriesIn(present) - entriesIn(kept);
  if (count === 0) return undefined;
  const aside = join(data.path, `Banlist-${stamp}.json`);
  copyFileAtomically(data.banlist, aside);
  writeBanlist(data.banlist, kept);
  return { count, keptAside: basename(aside) };
}

/** Puts back what `removeDemoBans` has changed: the demo world stays after all. */
export function restoreDemoBans(data: DataPaths, { keptAside }: RemovedBans): void {
  const aside = join(data.path, keptAside);
  copyFileAtomically(aside, data.banlist);
  rmSync(aside);
}

/** Undefined also for a damaged world: what it was made as cannot be known. */
function demoBansOf(data: DataPaths): Banlist | undefined {
  try {
    return holdsWorld(data) ? readWorldOrigin(data.world).demoBans : undefined;
  } catch (error) {
    if (error instanceof WorldFileError) return undefined;
    throw error;
  }
}

function withoutMade(present: Banlist, made: Banlist): Banlist {
  return {
    ...present,
    UserEntries: present.UserEntries.filter(
      (entry) => !made.UserEntries.some((one) => one.UserId === entry.UserId && isSameBan(one, entry)),
    ),
    IPEntries: present.IPEntries.filter(
      (entry) => !made.IPEntries.some((one) => one.IP === entry.IP && isSameBan(one, entry)),
    ),
  };
}

/** Whether it is the same ban, lifted meanwhile or not. One that an operator renewed has another issuer and time. */
function isSameBan(one: UserBan | IPBan, other: UserBan | IPBan): boolean {
  return isDeepStrictEqual(one.BannedBy, other.BannedBy);
}

function entriesIn({ UserEntries, IPEntries }: Banlist): number {
  return UserEntries.length + IPEntries.length;
}
