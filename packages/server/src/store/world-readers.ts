import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../data-folder/config-error.ts';

// WAL lets other processes read world.db while a server writes it. But another file must not take its place under a
// reader, since the journal beside it is found by name. So readers share one lock, and replacing the world takes it
// exclusively.
const LOCK = 'readers.lock';
const WAIT_MS = 30_000;
const PAGES_AT_ONCE = 1000;

/** In pages of the file. */
export type CopyProgress = (done: number, of: number) => void;

/**
 * Copies a snapshot of the world into a new file, also while a server writes: everything answered before the call is
 * in it. Durable when it resolves.
 */
export async function copyWorld(
  { path, world }: { path: string; world: string },
  to: string,
  progress: CopyProgress = () => {},
): Promise<void> {
  using _held = lock(path, 'begin; select count(*) from sqlite_schema');
  using database = new DatabaseSync(world, { readOnly: true, timeout: WAIT_MS });
  // The open transaction pins the snapshot: without it the copy would start again at every write of the server.
  database.exec('begin; select count(*) from sqlite_schema');
  await backup(database, to, {
    rate: PAGES_AT_ONCE,
    progress: ({ totalPages, remainingPages }) => progress(totalPages - remainingPages, totalPages),
  });
  database.exec('commit');
  const file = await open(to, 'r+');
  await file.sync();
  await file.close();
}

/** Waits until nobody reads the world, and locks readers out until it is disposed of. */
export function lockOutReaders(folder: string): Disposable {
  return lock(folder, 'begin exclusive');
}

function lock(folder: string, begin: string): Disposable {
  const file = join(folder, LOCK);
  const database = new DatabaseSync(file, { timeout: WAIT_MS });
  try {
    database.exec(begin);
  } catch (error) {
    database.close();
    throw new ConfigError(`${folder}: a backup or a check is reading the world; try again when it is done`, {
      cause: error,
    });
  }
  return { [Symbol.dispose]: () => database.close() };
}

/** Size of a file; 0 when it does not exist. */
export function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
