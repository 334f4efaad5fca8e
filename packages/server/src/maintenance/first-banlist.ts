import { existsSync } from 'node:fs';
import { writeBanlist } from '../data-folder/banlist-file.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import type { MadeWorld } from './make-world.ts';

/** A demo world brings some bans along; a list that is there already stays. */
export function writeFirstBanlist(
  { banlist: file }: DataPaths,
  { banlist }: MadeWorld,
  bannedMessage: string,
): void {
  if (banlist !== undefined && !existsSync(file)) {
    writeBanlist(file, { ...banlist, BannedMessage: bannedMessage });
  }
}
