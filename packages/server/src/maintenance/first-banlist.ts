import { existsSync } from 'node:fs';
import { writeBanlist } from '../data-folder/banlist-file.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { withFileLock } from '../data-folder/file-lock.ts';
import type { CreatedWorld } from './make-world.ts';

/** Writes the bans of a new demo world, unless there is a ban list. */
export function writeFirstBanlist(
  { banlist: file }: DataPaths,
  { banlist }: CreatedWorld,
  bannedMessage: string,
): void {
  if (banlist === undefined) return;
  withFileLock(file, () => {
    if (!existsSync(file)) writeBanlist(file, { ...banlist, BannedMessage: bannedMessage });
  });
}
