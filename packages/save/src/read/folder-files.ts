import type { Dirent } from 'node:fs';
import { opendir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SaveError } from '../format/save-error.ts';
import { SAVE_LIMITS } from '../format/save-limits.ts';
import { WarningLog } from '../format/warning-log.ts';

// The files of a save folder that are read (palworld-save 1).
export const LEVEL = 'Level.sav';
export const LEVEL_META = 'LevelMeta.sav';
export const PLAYERS = 'Players';
/** The names that extractors of Game Pass saves give to Level.sav: the part `Level-01` as a file, or `-` as a folder. */
export const EXTRACTED_LEVELS = ['Level-01.sav', 'Level/01.sav'] as const;
/** Folder of Palatine beside the edited world folders: the previous files, which are not worlds. */
export const SAVE_BACKUPS = 'palatine-backups';
const PLAYER_FILE = /^[0-9A-Fa-f]{32}\.sav$/;

/**
 * Names of the player files in Players/, sorted, without copies and dimension storages. A folder that cannot be
 * read is a warning. Throws `SaveError` for a folder with more entries than any world has.
 */
export async function playerFiles(
  folder: string,
  warnings: WarningLog,
  maxEntries: number = SAVE_LIMITS.playersEntries,
): Promise<string[]> {
  const names: string[] = [];
  let entries = 0;
  try {
    for await (const { name } of await opendir(join(folder, PLAYERS))) {
      entries += 1;
      if (entries > maxEntries) break;
      if (PLAYER_FILE.test(name)) names.push(name);
    }
  } catch (error) {
    warnings.add('players', PLAYERS, () => '', `the folder cannot be read (${String(error)})`);
    return [];
  }
  if (entries > maxEntries) throw new SaveError(PLAYERS, '', `it has more than ${maxEntries} entries`);
  return names.sort();
}

/**
 * Size of the files that `readSaveFolder` reads, which bounds memory and time of an import. Unreadable files are
 * skipped. Throws `SaveError` like `playerFiles`.
 */
export async function saveFolderBytes(folder: string): Promise<number> {
  const players = await playerFiles(folder, new WarningLog());
  let bytes = 0;
  for (const file of [LEVEL, LEVEL_META, ...players.map((name) => join(PLAYERS, name))]) {
    const stats = await stat(join(folder, file)).catch(() => null); // reading it reports the error
    if (stats?.isFile()) bytes += stats.size;
  }
  return bytes;
}

/** A folder with a Level.sav, or with the file under the name that was searched. */
export interface SaveFolder {
  /** Relative to the folder that was searched. */
  path: string;
  bytes: number;
  changedAtMs: number;
}

/** `Pal/Saved/SaveGames/0/<world>` from the folder of a dedicated server. */
const SEARCH_DEPTH = 5;
const SEARCHED_FOLDERS = 2000;

/** Save folders below a folder, newest first; bounded, through no links. `level`: name of Level.sav. */
export async function findSaveFolders(folder: string, level: string = LEVEL): Promise<SaveFolder[]> {
  const folders: SaveFolder[] = [];
  let paths = [''];
  let searched = 0;
  for (let depth = 0; depth <= SEARCH_DEPTH && paths.length > 0; depth++) {
    const below: string[] = [];
    for (const path of paths) {
      if (++searched > SEARCHED_FOLDERS) break;
      const stats = await stat(join(folder, path, level)).catch(() => null);
      if (stats?.isFile()) {
        folders.push({ path, bytes: stats.size, changedAtMs: stats.mtimeMs });
        continue; // folders inside a save folder are its backups
      }
      const entries = await readdir(join(folder, path), { withFileTypes: true }).catch((): Dirent[] => []);
      const inside = entries.filter((entry) => entry.isDirectory() && entry.name !== SAVE_BACKUPS);
      below.push(...inside.map(({ name }) => join(path, name)));
    }
    paths = below;
  }
  return folders.sort((one, other) => other.changedAtMs - one.changedAtMs);
}
