import { lstatSync, opendirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@palatine/platform/config-error';
import { LEVEL, LEVEL_META, PLAYERS } from '@palatine/save/folder-files';
import { SAVE_LIMITS } from '@palatine/save/save-limits';

/** Journal of an interrupted edit, in the world folder while files are being replaced. */
export const JOURNAL = 'palatine-edit.json';

const PLAYER_FILE = /^[0-9A-Fa-f]{32}\.sav$/;
const PLAYER_OR_STORAGE = /^[0-9A-Fa-f]{32}(_dps)?\.sav$/;
/** A file or journal being written by an edit; see `temporaryName`. */
const TEMPORARY =
  /^((Level|LevelMeta|[0-9A-Fa-f]{32}(_dps)?)\.sav|palatine-edit\.json)\.\d+-[0-9a-f]{12}\.writing$/;

/**
 * Files that the game writes in one moment: Level.sav, LevelMeta.sav and every .sav file of Players, dimension
 * storages included. Paths inside the world folder, with slashes, as the files are named; sorted, Level.sav first.
 *
 * Throws a ConfigError if Level.sav is missing, and for a link or a special file among them: whatever shares a link
 * is unknown, so a folder with one is neither read as one moment nor changed.
 */
export function momentFiles(folder: string): string[] {
  assertPlainFile(folder, LEVEL);
  const paths = [LEVEL];
  if (statsIn(folder, LEVEL_META) !== undefined) paths.push(LEVEL_META);
  for (const name of namesBelow(folder, PLAYERS)) if (name.endsWith('.sav')) paths.push(`${PLAYERS}/${name}`);
  for (const path of paths) assertPlainFile(folder, path);
  return paths;
}

/** Whether an edit may write this path: Level.sav, LevelMeta.sav, or the file of a player. */
export function isEditable(path: string): boolean {
  return isWorldOrPlayer(path, PLAYER_FILE);
}

/** Whether the game writes this path in the moment of a save: dimension storages too, but no copies by hand. */
export function isGameFile(path: string): boolean {
  return isWorldOrPlayer(path, PLAYER_OR_STORAGE);
}

function isWorldOrPlayer(path: string, playerFile: RegExp): boolean {
  if (path === LEVEL || path === LEVEL_META) return true;
  const [folder, name, ...rest] = path.split('/');
  return folder === PLAYERS && name !== undefined && playerFile.test(name) && rest.length === 0;
}

/** The order of replacement: players, LevelMeta.sav, and Level.sav last. */
export function replacementOrder(paths: Iterable<string>): string[] {
  const rank = (path: string) => (path === LEVEL ? 2 : path === LEVEL_META ? 1 : 0);
  return [...paths].sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
}

/** Paths in the world folder and in Players, inside the world folder. */
export function pathsIn(folder: string): string[] {
  return [...namesBelow(folder, ''), ...namesBelow(folder, PLAYERS).map((name) => `${PLAYERS}/${name}`)];
}

export function temporariesIn(folder: string): string[] {
  return pathsIn(folder).filter(isTemporary);
}

/** Whether this is the temporary path of a file that an edit writes. */
export function isTemporary(path: string): boolean {
  const [folder, name] = path.includes('/') ? path.split('/') : ['', path];
  return (folder === '' || folder === PLAYERS) && TEMPORARY.test(name ?? '');
}

/** Names in a folder of the world, sorted; none for a missing one. Throws a ConfigError for anything but a folder. */
function namesBelow(folder: string, path: string): string[] {
  const stats = statsIn(folder, path);
  if (stats === undefined) return [];
  const whole = join(folder, path);
  if (stats.isSymbolicLink()) throw linkError(whole);
  if (!stats.isDirectory()) throw new ConfigError(`${whole} is not a folder; the game has one there`);
  const names: string[] = [];
  const opened = opendirSync(whole);
  try {
    for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) {
      names.push(entry.name);
      if (names.length > SAVE_LIMITS.playersEntries) {
        throw new ConfigError(`${whole} has more than ${SAVE_LIMITS.playersEntries} entries`);
      }
    }
  } finally {
    opened.closeSync();
  }
  return names.sort();
}

/** Throws a ConfigError for anything but a regular file. */
function assertPlainFile(folder: string, path: string): void {
  const stats = statsIn(folder, path);
  const file = join(folder, path);
  if (stats === undefined) throw new ConfigError(`${file} is missing`);
  if (stats.isSymbolicLink()) throw linkError(file);
  if (!stats.isFile()) throw new ConfigError(`${file} is not a regular file`);
}

/** Does not follow links. */
function statsIn(folder: string, path: string): Stats | undefined {
  return lstatSync(join(folder, path), { throwIfNoEntry: false });
}

function linkError(file: string): ConfigError {
  return new ConfigError(`${file} is a link; replace it with the file itself, since an edit would`);
}
