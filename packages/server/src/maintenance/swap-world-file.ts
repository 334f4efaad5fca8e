import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { flushFolder } from '../data-folder/atomic-write.ts';
import { compactTime } from '../data-folder/compact-time.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { openStore } from '../store/store.ts';
import { lockOutReaders } from '../store/world-readers.ts';

/**
 * Makes a whole world file the world of the data folder, with one rename: it has happened or it has not. The
 * folder's lock is held by the caller.
 * @returns where the world it replaced was put, relative to the data folder.
 */
export function swapWorldFile(data: DataPaths, whole: string): string | undefined {
  const there = existsSync(data.world);
  using _none = there ? lockOutReaders(data.path) : undefined;
  const keptAside = there ? keepAside(data) : undefined;
  if (!there) forgetJournal(data.world);
  renameSync(whole, data.world);
  flushFolder(data.path);
  return keptAside;
}

/** The journal of a world that somebody took away would be read into the one that comes in its place. */
function forgetJournal(world: string): void {
  for (const kind of ['-wal', '-shm', '-journal']) rmSync(`${world}${kind}`, { force: true });
}

/** Gives the present world a second name; until the rename it keeps its first one, so there is always a whole world. */
function keepAside(data: DataPaths): string {
  const damaged = !foldJournal(data.world);
  const stamp = compactTime(Date.now());
  for (let number = 1; ; number++) {
    const name = `world-${stamp}${number === 1 ? '' : `-${number}`}${damaged ? '.damaged' : ''}.db`;
    try {
      linkSync(data.world, `${data.path}/${name}`);
      if (damaged && existsSync(`${data.world}-wal`))
        renameSync(`${data.world}-wal`, `${data.path}/${name}-wal`);
      forgetJournal(data.world);
      return name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Brings what a crash left in the journal into the file. @returns false for a file that cannot be opened. */
function foldJournal(world: string): boolean {
  try {
    openStore(world).close();
  } catch (error) {
    if (!isDamage(error)) throw error;
    return false;
  }
  if (existsSync(`${world}-wal`)) {
    throw new ConfigError(`what ${world}-wal holds could not be brought into the world (is the disk full?)`);
  }
  return true;
}

/** SQLite's words for a file that is no database, or no longer a whole one. */
function isDamage(error: unknown): boolean {
  const SQLITE_CORRUPT = 11;
  const SQLITE_NOTADB = 26;
  const code = (error as { errcode?: number }).errcode ?? 0;
  return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(code & 0xff);
}
