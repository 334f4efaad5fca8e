import { readdirSync, realpathSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { ConfigError } from '@palatine/platform/config-error';
import { isBusy, lockFile } from '@palatine/platform/file-lock';
import { isMissing } from '@palatine/platform/json';
import { makePrivateFolder } from '@palatine/platform/private-files';
import { SAVE_BACKUPS } from '@palatine/save/folder-files';

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
