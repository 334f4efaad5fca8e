import { join } from 'node:path';
import { ConfigError } from './config-error.ts';
import { lockFile } from './file-lock.ts';

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
