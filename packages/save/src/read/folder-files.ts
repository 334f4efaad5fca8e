import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SaveError } from '../format/save-error.ts';
import { SAVE_LIMITS } from '../format/save-limits.ts';
import { WarningLog } from '../format/warning-log.ts';

// The files of a save folder that are read (palworld-save 1).
export const LEVEL = 'Level.sav';
export const LEVEL_META = 'LevelMeta.sav';
export const PLAYERS = 'Players';
const PLAYER_FILE = /^[0-9A-Fa-f]{32}\.sav$/;

/**
 * Names of the player files in Players/, sorted, without copies and dimension storages. A folder that cannot be
 * read is a warning. Throws `SaveError` for a folder with more entries than any world has.
 */
export async function playerFiles(
  folder: string,
  warnings: WarningLog,
  mostEntries: number = SAVE_LIMITS.playersEntries,
): Promise<string[]> {
  const names: string[] = [];
  let entries = 0;
  try {
    for await (const { name } of await opendir(join(folder, PLAYERS))) {
      entries += 1;
      if (entries > mostEntries) break;
      if (PLAYER_FILE.test(name)) names.push(name);
    }
  } catch (error) {
    warnings.add('players', PLAYERS, () => '', `the folder cannot be read (${String(error)})`);
    return [];
  }
  if (entries > mostEntries) throw new SaveError(PLAYERS, '', `it has more than ${mostEntries} entries`);
  return names.sort();
}

/**
 * The size of the files that `readSaveFolder` reads, by which memory and time of an import are bounded. What cannot
 * be read counts nothing. Throws `SaveError` like `playerFiles`.
 */
export async function saveFolderBytes(folder: string): Promise<number> {
  const players = await playerFiles(folder, new WarningLog());
  let bytes = 0;
  for (const file of [LEVEL, LEVEL_META, ...players.map((name) => join(PLAYERS, name))]) {
    const stats = await stat(join(folder, file)).catch(() => null); // reading it says what is wrong with it
    if (stats?.isFile()) bytes += stats.size;
  }
  return bytes;
}
