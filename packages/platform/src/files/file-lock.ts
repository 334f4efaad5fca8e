import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../settings/config-error.ts';
import { ensurePrivateFile } from './private-files.ts';

export function isBusy(error: Error): boolean {
  return /locked|busy/i.test(error.message);
}

const BEGIN = {
  exclusive: 'pragma journal_mode = memory; begin exclusive',
  shared: 'begin; select count(*) from sqlite_schema',
} as const;

/** How a file is locked: alone, by a process for as long as it runs, or with others. */
type LockKind = keyof typeof BEGIN | 'process';

/**
 * Locks a file of its own until it is disposed of. Node has no file locks. SQLite's belong to the operating system
 * and need no cleaning up after a crash. `errorOf` makes the error that is thrown when it cannot be locked.
 */
export function lockFile(
  file: string,
  kind: LockKind,
  waitMs: number,
  errorOf: (cause: Error) => Error,
): Disposable {
  let database: DatabaseSync | undefined;
  try {
    ensurePrivateFile(file);
    const locked = new DatabaseSync(file, { timeout: waitMs });
    database = locked;
    locked.exec(BEGIN[kind === 'shared' ? 'shared' : 'exclusive']);
    if (kind === 'process') notePid(locked);
    return { [Symbol.dispose]: () => locked.close() };
  } catch (error) {
    database?.close();
    throw errorOf(error as Error);
  }
}

/** Whether another process holds the lock of a file. `errorOf`: for a file that cannot be locked for another reason. */
export function isLocked(file: string, waitMs: number, errorOf: (cause: Error) => Error): boolean {
  if (!existsSync(file)) return false;
  try {
    lockFile(file, 'exclusive', waitMs, (cause) => cause)[Symbol.dispose]();
    return false;
  } catch (error) {
    if (isBusy(error as Error)) return true;
    throw errorOf(error as Error);
  }
}

/** Writes the number of this process into a locked file, for messages. The lock outlives the transaction. */
function notePid(database: DatabaseSync): void {
  try {
    database.exec(`pragma locking_mode = exclusive; pragma user_version = ${process.pid}; commit`);
  } catch {
    if (!database.isTransaction) database.exec('begin exclusive'); // a full disk: the lock is what counts
  }
}

/** The process that locked a file last; undefined where it could not note its number. */
export function lockHolder(file: string): number | undefined {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1'); // reads without a lock, so also while another process holds it
  try {
    using database = new DatabaseSync(url, { readOnly: true });
    const { user_version: pid } = database.prepare('pragma user_version').get() as { user_version: number };
    return pid === 0 ? undefined : pid;
  } catch {
    return undefined; // the message says less
  }
}

// WAL lets other processes read world.db while a server writes it. But another file must not take its place under a
// reader, since the journal beside it is found by name. So readers share one lock, and replacing the world takes it
// exclusively.
const LOCK = 'readers.lock';
/** How long a reader and one who replaces the world wait for each other. */
export const READERS_WAIT_MS = 30_000;

/** Keeps the world from being replaced until it is disposed of. */
export function lockAsReader(folder: string): Disposable {
  return lockFile(join(folder, LOCK), 'shared', READERS_WAIT_MS, (cause) => {
    return new ConfigError(`${folder}: the world is being replaced; try again when that is done`, { cause });
  });
}

/** Waits until nobody reads the world, and locks readers out until it is disposed of. */
export function lockOutReaders(folder: string, waitMs = READERS_WAIT_MS): Disposable {
  return lockFile(join(folder, LOCK), 'exclusive', waitMs, (cause) => {
    return new ConfigError(`${folder}: a backup or a check is reading the world; try again when it is done`, {
      cause,
    });
  });
}
