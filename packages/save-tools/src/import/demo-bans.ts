import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Banlist, IPBan, UserBan } from '@palatine/contract';
import { readBanlist, writeBanlist } from '@palatine/data-dir/banlist-file';
import { type DataPaths, holdsWorld } from '@palatine/data-dir/data-folder';
import { readWorldOrigin, WorldFileError } from '@palatine/engine/open-world-file';
import { copyFileAtomically } from '@palatine/platform/atomic-write';
import { recover } from '@palatine/platform/config-error';

export interface RemovedBans {
  count: number;
  /** Name of the Banlist.json that still has them, in the data folder. */
  keptAside: string;
}

/**
 * Removes the original bans of the present demo world from Banlist.json. A crash before the world is replaced leaves
 * no other world with them (e2e/crash/import-crash.test.ts). Throws a ConfigError for a broken Banlist.json.
 */
export function removeDemoBans(data: DataPaths, stamp: string): RemovedBans | undefined {
  const demo = demoBansOf(data);
  if (demo === undefined) return undefined;
  const present = readBanlist(data.banlist, '');
  const remaining = withoutBansOf(present, demo);
  const count = entriesIn(present) - entriesIn(remaining);
  if (count === 0) return undefined;
  const aside = join(data.path, `Banlist-${stamp}.json`);
  copyFileAtomically(data.banlist, aside);
  writeBanlist(data.banlist, remaining);
  return { count, keptAside: basename(aside) };
}

/** Restores the changes of `removeDemoBans` for a demo world that stays. */
export function restoreDemoBans(data: DataPaths, { keptAside }: RemovedBans): void {
  const aside = join(data.path, keptAside);
  copyFileAtomically(aside, data.banlist);
  rmSync(aside);
}

/** Undefined also for a damaged world, whose origin is unknown. */
function demoBansOf(data: DataPaths): Banlist | undefined {
  const read = () => (holdsWorld(data) ? readWorldOrigin(data.world).demoBans : undefined);
  return recover(read, WorldFileError, () => undefined);
}

/** A lifted ban is the same ban. A renewed one has another issuer and time. */
function withoutBansOf(present: Banlist, demo: Banlist): Banlist {
  const isSame = (a: UserBan | IPBan, b: UserBan | IPBan) => isDeepStrictEqual(a.BannedBy, b.BannedBy);
  const UserEntries = present.UserEntries.filter(
    (entry) => !demo.UserEntries.some((ban) => ban.UserId === entry.UserId && isSame(ban, entry)),
  );
  const IPEntries = present.IPEntries.filter(
    (entry) => !demo.IPEntries.some((ban) => ban.IP === entry.IP && isSame(ban, entry)),
  );
  return { ...present, UserEntries, IPEntries };
}

function entriesIn({ UserEntries, IPEntries }: Banlist): number {
  return UserEntries.length + IPEntries.length;
}
