import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { ConfigError, orElse } from '../text/config-error.ts';
import { ensurePrivateFile, makePrivateFolder } from './private-files.ts';

export function isBusy(error: Error): boolean {
  return /locked|busy/i.test(error.message);
}

const BEGIN = {
  exclusive: 'pragma journal_mode = memory; begin exclusive',
  shared: 'begin; select count(*) from sqlite_schema',
} as const;

/** Locks a dedicated file until disposed. Node has no file locks; SQLite's end with the process, even after a crash. */
export function lockFile(
  file: string,
  kind: keyof typeof BEGIN | 'process',
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

/** Records the pid in a locked file, for messages. The lock outlives the transaction. */
function notePid(database: DatabaseSync): void {
  try {
    database.exec(`pragma locking_mode = exclusive; pragma user_version = ${process.pid}; commit`);
  } catch {
    if (!database.isTransaction) database.exec('begin exclusive'); // a full disk: the lock matters more
  }
}

/** Pid of the last process that locked a file; undefined if it could not record it. */
export function lockHolder(file: string): number | undefined {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1'); // reads without a lock, even while another process holds one
  return orElse(undefined, () => {
    using database = new DatabaseSync(url, { readOnly: true });
    return Number(database.prepare('pragma user_version').get()?.user_version) || undefined;
  });
}

// WAL lets other processes read world.db while a server writes it. But the file must not be replaced under a reader,
// since the journal beside it is found by name. So readers share one lock, and replacing the world takes it
// exclusively.
const LOCK = 'readers.lock';
/** How long a reader and a replacement of the world wait for each other. */
export const READERS_WAIT_MS = 30_000;

/** Keeps the world from being replaced until disposed. */
export function lockAsReader(folder: string): Disposable {
  const why = 'the world is being replaced; try again when that is done';
  return lockReaders(folder, 'shared', why);
}

/** Waits until nobody reads the world, and locks readers out until disposed. */
export function lockOutReaders(folder: string): Disposable {
  const why = 'a backup or a check is reading the world; try again when it is done';
  return lockReaders(folder, 'exclusive', why);
}

function lockReaders(folder: string, kind: keyof typeof BEGIN, why: string): Disposable {
  const errorOf = (cause: Error) => new ConfigError(`${folder}: ${why}`, { cause });
  return lockFile(join(folder, LOCK), kind, READERS_WAIT_MS, errorOf);
}

/** Commands that check whether a folder is in use lock it briefly. */
const LOCK_WAIT_MS = 500;

export interface FolderLock extends Disposable {
  unlock(): void;
}

/** A kind of folder that one process uses at a time. `lock`: the locked file. `user` and `noun`: names in messages. */
export function lockedFolder({ lock, user, noun }: { lock: string; user: string; noun: string }) {
  const errorOf = (folder: string) => (cause: Error) => {
    if (!isBusy(cause))
      return new ConfigError(`the ${noun} ${folder} cannot be locked: ${cause.message}`, { cause });
    const pid = lockHolder(join(folder, lock));
    const holder = pid === undefined ? '' : ` (process ${pid})`;
    return new ConfigError(`another ${user} is using the ${noun} ${folder}; stop it first${holder}`, {
      cause,
    });
  };

  return {
    /** Creates a missing folder, locks it for the life of this process, and prepares it. Throws a ConfigError. */
    open(folder: string, prepare: () => void): FolderLock {
      try {
        makePrivateFolder(folder);
      } catch (cause) {
        throw new ConfigError(`the ${noun} ${folder} cannot be made: ${(cause as Error).message}`, { cause });
      }
      const handle = lockFile(join(folder, lock), 'process', LOCK_WAIT_MS, errorOf(folder));
      try {
        prepare();
        const unlock = () => handle[Symbol.dispose]();
        return { unlock, [Symbol.dispose]: unlock };
      } catch (cause) {
        handle[Symbol.dispose]();
        throw new ConfigError(`the ${noun} cannot be used: ${(cause as Error).message}`, { cause });
      }
    },
    isInUse: (folder: string, { waitMs = LOCK_WAIT_MS } = {}): boolean =>
      isLocked(join(folder, lock), waitMs, errorOf(folder)),
  };
}
