import { existsSync, readdirSync, realpathSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { ConfigError } from '@palatine/platform/config-error';
import { isBusy, lockFile } from '@palatine/platform/file-lock';
import { bytesText } from '@palatine/platform/format';
import { isMissing } from '@palatine/platform/json';
import { makePrivateFolder } from '@palatine/platform/private-files';
import { SaveEditError } from '@palatine/save/edits';
import { EXTRACTED_LEVELS, findSaveFolders, LEVEL, SAVE_BACKUPS } from '@palatine/save/folder-files';
import { SaveError } from '@palatine/save/save-error';
import { JOURNAL } from './save-files.ts';

const LISTED = 20;
const ARCHIVE = /\.(zip|7z|rar|tar|tgz|gz|bz2|xz|zst)$/i;

/** Save folder of a path, or of its Level.sav. Otherwise throws a ConfigError that lists the save folders below. */
export async function locateSave(path: string): Promise<string> {
  const stats = statsOf(path);
  if (stats === undefined) throw new ConfigError(`there is no folder ${path}`);
  if (stats.isFile() && basename(path) === LEVEL) return dirname(path);
  const extracted = EXTRACTED_LEVELS.find((name) => path.endsWith(join(sep, name)));
  if (stats.isFile() && extracted !== undefined)
    throw extractedError(path.slice(0, -extracted.length - 1), extracted);
  if (!stats.isDirectory()) {
    const unpack = ARCHIVE.test(path) ? 'unpack it, and ' : '';
    throw new ConfigError(`${path} is not a folder: ${unpack}name the one with ${LEVEL}`);
  }
  if (statsOf(join(path, LEVEL)) !== undefined) return path;
  const saves = await findSaveFolders(path);
  if (saves.length === 0) {
    for (const name of EXTRACTED_LEVELS) {
      const [world] = await findSaveFolders(path, name);
      if (world !== undefined) throw extractedError(join(path, world.path), name);
    }
    throw new ConfigError(`${path} holds no ${LEVEL}, ${await insteadOf(path)}`);
  }
  const listed = saves.slice(0, LISTED).map(({ path: below, bytes, changedAtMs }) => {
    const changed = new Date(changedAtMs).toISOString().slice(0, 16).replace('T', ' ');
    return `${join(path, below)} (${LEVEL} of ${changed} UTC, ${bytesText(bytes)})`;
  });
  if (saves.length > LISTED) listed.push(`and ${saves.length - LISTED} more`);
  throw new ConfigError(`${path} holds no ${LEVEL}; name one of the worlds below it: ${listed.join(', ')}`);
}

function extractedError(folder: string, name: string): ConfigError {
  return new ConfigError(
    `${folder} holds no ${LEVEL}, but ${name}, as extractors of Game Pass saves name it; ` +
      `copy ${join(folder, name)} to ${join(folder, LEVEL)}, and run the command again`,
  );
}

/** Describes a folder without a world, and the next step. */
async function insteadOf(path: string): Promise<string> {
  const [gamePass] = await findSaveFolders(path, 'containers.index');
  if (gamePass !== undefined || statsOf(join(path, '..', 'containers.index')) !== undefined) {
    return (
      'but containers of the Xbox app (Game Pass), which hold its files under other names: convert them to a save of ' +
      'Steam with an extractor of Game Pass saves, and name the folder that it makes'
    );
  }
  const isPlayers = basename(path) === 'Players';
  if (isPlayers && statsOf(join(path, '..', LEVEL)) !== undefined) {
    return `but the folder above does: name ${dirname(path)}`;
  }
  if (isPlayers || statsOf(join(path, 'Players')) !== undefined) {
    return `but files of players, which are no world without it: copy ${LEVEL} of the same world beside Players`;
  }
  return 'and no folder below it does: a world of the game is a folder in SaveGames/0';
}

function statsOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') return undefined;
    throw new ConfigError(`${path} cannot be read (${code})`, { cause: error });
  }
}

const LOCK = 'edit.lock';
const WAIT_MS = 5_000;
/** Retries if the folder of the lock vanishes because another command has just finished. */
const TRIES = 10;

/** A world folder that no other command of ours changes until disposed. */
export interface LockedSave extends Disposable {
  /** With links resolved. */
  readonly folder: string;
  /** Folder of the backups of this world: `palatine-backups/<name of the world folder>` beside it. */
  readonly backups: string;
}

/** Locks a world folder for a command. Throws a ConfigError if it is in use, is a backup, or cannot have one. */
export function lockSave(folder: string, { waitMs = WAIT_MS } = {}): LockedSave {
  const real = realFolder(folder);
  assertNoBackup(real);
  const backups = backupsOf(real);
  const lock = lockIn(backups, real, waitMs);
  return {
    folder: real,
    backups,
    [Symbol.dispose]: () => {
      removeUnlessUsed(backups);
      lock[Symbol.dispose]();
    },
  };
}

/** Folder of a world's backups. `folder`: with links resolved. */
export function backupsOf(folder: string): string {
  return join(dirname(folder), SAVE_BACKUPS, basename(folder));
}

function lockIn(backups: string, folder: string, waitMs: number): Disposable {
  for (let tried = 1; ; tried++) {
    try {
      makePrivateFolder(backups);
      return lockFile(join(backups, LOCK), 'exclusive', waitMs, (cause) => cause);
    } catch (error) {
      if (isMissing(error) && tried < TRIES) continue;
      throw lockError(folder, backups, error as NodeJS.ErrnoException);
    }
  }
}

function lockError(folder: string, backups: string, cause: NodeJS.ErrnoException): ConfigError {
  if (isBusy(cause) && cause.code === 'ERR_SQLITE_ERROR') {
    const todo = 'try again when it is done';
    return new ConfigError(`${folder}: another command is changing this save; ${todo}`, { cause });
  }
  return new ConfigError(
    `${folder}: the files that an edit replaces are kept in ${backups}, which cannot be written (${cause.message}); ` +
      'run the command as the owner of the save, or write a copy with --to',
    { cause },
  );
}

/** Best effort: a folder with a backup stays, and one that another command has just entered. */
function removeUnlessUsed(backups: string): void {
  try {
    if (readdirSync(backups).some((name) => name !== LOCK)) return;
    rmSync(join(backups, LOCK), { force: true });
    rmdirSync(backups);
    rmdirSync(dirname(backups));
  } catch {
    // Not empty: it is used by another command, or has backups of another world.
  }
}

function realFolder(folder: string): string {
  try {
    const real = realpathSync(folder);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${folder} cannot be opened (${code})`, { cause: error });
  }
  throw new ConfigError(`${folder} is not a folder`);
}

/** An edited backup would be useless, and its copies would be among the backups of the game. */
function assertNoBackup(folder: string): void {
  const above = dirname(folder).split(sep);
  const ofGame = above.at(-2) === 'backup' && ['world', 'local'].includes(above.at(-1) ?? '');
  if (!ofGame && !above.includes(SAVE_BACKUPS)) return;
  throw new ConfigError(`${folder} is a backup, which stays as it is; write a changed copy of it with --to`);
}

/** Resolves links as far as the path exists. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

/** Whether a path is a folder or below it; both with links resolved. */
export function isBelow(folder: string, path: string): boolean {
  const fromFolder = relative(folder, path);
  return fromFolder.split(sep)[0] !== '..' && !isAbsolute(fromFolder);
}

/** For a command that only reads a save. Throws a ConfigError if an edit of it was interrupted. */
export function assertNotInterrupted(folder: string): void {
  if (!existsSync(join(folder, JOURNAL))) return;
  throw new ConfigError(
    `an edit of ${folder} was interrupted, so its files do not belong together; ` +
      'run "palatine save undo" or the edit again on it first, which finishes or undoes that edit',
  );
}

/** Runs a step on the files of a save. An error of the save becomes one for the operator, with the folder. */
export async function withFolder<T>(folder: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    if (cause instanceof SaveError)
      throw new ConfigError(`${folder}: ${cause.message}; nothing was changed`, { cause });
    if (cause instanceof SaveEditError)
      throw new ConfigError(`${cause.message}; nothing was changed`, { cause });
    throw cause;
  }
}
