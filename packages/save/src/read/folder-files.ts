import { type Dirent, existsSync } from 'node:fs';
import { opendir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ioReason, SaveError } from '../format/save-error.ts';
import { SAVE_LIMITS } from '../format/save-limits.ts';
import type { SaveNote } from '../format/save-types.ts';

// The files of a save folder that are read (docs/save-format.md#folder).
export const LEVEL = 'Level.sav';
export const LEVEL_META = 'LevelMeta.sav';
export const PLAYERS = 'Players';
/** The names that extractors of Game Pass saves give to Level.sav: the part `Level-01` as a file, or `-` as a folder. */
export const EXTRACTED_LEVELS = ['Level-01.sav', 'Level/01.sav'] as const;
/** Folder of Palatine beside the edited world folders: the previous files, which are not worlds. */
export const SAVE_BACKUPS = 'palatine-backups';
const PLAYER_FILE = /^[0-9A-Fa-f]{32}\.sav$/;

/**
 * Names of the player files in Players/, sorted, without copies and dimension storages, or why the folder cannot be
 * read. Throws `SaveError` for a folder with more entries than any world has.
 */
export async function playerFiles(
  folder: string,
  maxEntries: number = SAVE_LIMITS.playersEntries,
): Promise<{ names: string[]; unread?: SaveError }> {
  const names: string[] = [];
  let entries = 0;
  try {
    for await (const { name } of await opendir(join(folder, PLAYERS))) {
      entries += 1;
      if (entries > maxEntries) break;
      if (PLAYER_FILE.test(name)) names.push(name);
    }
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const others = isMissing ? await readdir(folder).catch(() => []) : [];
    const misspelled = others.find((name) => name.toLowerCase() === PLAYERS.toLowerCase());
    const wrongName = misspelled && `is named ${misspelled}, and the game on Linux wants ${PLAYERS}`;
    const reason = wrongName ?? ioReason(error);
    return { names: [], unread: new SaveError(PLAYERS, '', `it ${reason}`, { cause: error }) };
  }
  if (entries > maxEntries) throw new SaveError(PLAYERS, '', `it has more than ${maxEntries} entries`);
  return { names: names.sort() };
}

/** Size of the files that `readSaveFolder` reads, without unreadable ones. Throws `SaveError` like `playerFiles`. */
export async function saveFolderBytes(folder: string): Promise<number> {
  const players = await playerFiles(folder);
  let bytes = 0;
  for (const file of [LEVEL, LEVEL_META, ...players.names.map((name) => join(PLAYERS, name))]) {
    const stats = await stat(join(folder, file)).catch(() => null); // reading it reports the error
    if (stats?.isFile()) bytes += stats.size;
  }
  return bytes;
}

/** The player id of everyone who hosts a co-op world. */
export const HOST_UID = '00000000-00000000-00000000-00000001';
export const HOST_NOTE =
  "the host of a co-op world, who joins a server with another id and starts over; Palatine does not move a host's character yet";

/** The files of a co-op world, which mean nothing to a dedicated server. */
export function coopWarnings(folder: string): SaveNote[] {
  const notes = {
    [`${PLAYERS}/${HOST_UID.replaceAll('-', '')}.sav`]: `it belongs to ${HOST_NOTE}`,
    'LocalData.sav': 'it is the explored map of a client, which a server does not read',
  };
  return Object.entries(notes)
    .filter(([file]) => existsSync(join(folder, file)))
    .map(([file, message]) => ({ file, place: '', message }));
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
  return folders.sort((a, b) => b.changedAtMs - a.changedAtMs);
}
