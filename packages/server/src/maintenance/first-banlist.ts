import { existsSync } from 'node:fs';
import { readBanlist, writeBanlist } from '../data-folder/banlist-file.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import type { CreatedWorld } from './make-world.ts';

/** Writes the bans of a new demo world, unless there is a ban list with other entries than those of the last demo. */
export function writeFirstBanlist(
  { banlist: file }: DataPaths,
  { banlist, removedBans }: CreatedWorld,
  bannedMessage: string,
): void {
  if (banlist === undefined) return;
  const { UserEntries, IPEntries } = banlist;
  if (existsSync(file) && removedBans === undefined) return;
  const present = readBanlist(file, bannedMessage);
  if (present.UserEntries.length + present.IPEntries.length > 0) return;
  writeBanlist(file, { ...present, UserEntries, IPEntries });
}
