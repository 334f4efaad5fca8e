import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { worldFileError } from '@palatine/engine/open-world-file';
import { flushFolder } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { lockOutReaders } from '@palatine/platform/file-lock';
import { compactTime, freeName } from '@palatine/platform/format';
import { namesInFolder } from '@palatine/platform/json';
import { isCorrupt, openGuarded } from '@palatine/platform/sqlite';

/** Replaces the world of a locked data folder by a whole world file, with one rename. @returns the former one's name. */
export function swapWorldFile(
  data: DataPaths,
  newWorld: string,
  stamp = freeStamp(data.path),
): string | undefined {
  const exists = existsSync(data.world);
  using _lock = exists ? lockOutReaders(data.path) : undefined;
  const keptAside = exists ? keepAside(data, stamp) : undefined;
  if (!exists) removeJournal(data.world);
  renameSync(newWorld, data.world);
  flushFolder(data.path);
  return keptAside;
}

/** SQLite would apply the journal of a moved world to the one that takes its name. */
function removeJournal(world: string): void {
  for (const kind of ['-wal', '-shm', '-journal']) rmSync(`${world}${kind}`, { force: true });
}

/** Removes an unused world file, or the leftovers of a crash, with its journals, which SQLite would apply. */
export function removeWorldFile(world: string): void {
  rmSync(world, { force: true, recursive: true });
  removeJournal(world);
}

/** A timestamp that no kept file of the folder uses yet. */
export function freeStamp(folder: string): string {
  const names = namesInFolder(folder);
  const isTaken = (stamp: string) => names.some((name) => name.includes(`-${stamp}.`));
  return freeName(compactTime(Date.now()), '', isTaken);
}

/** Gives the present world a second name. It keeps the first until the rename, so there is always a complete world. */
function keepAside(data: DataPaths, stamp: string): string {
  const damaged = !mergeJournal(data.world);
  const name = `world-${stamp}${damaged ? '.damaged' : ''}.db`;
  linkSync(data.world, `${data.path}/${name}`);
  if (damaged && existsSync(`${data.world}-wal`)) renameSync(`${data.world}-wal`, `${data.path}/${name}-wal`);
  removeJournal(data.world);
  return name;
}

/** Merges the journal of a crash into the file. @returns false for a file that cannot be opened. */
function mergeJournal(world: string): boolean {
  if (!statSync(world).isFile()) throw new ConfigError(`${world} is not a file: move it away first`);
  try {
    using database = openGuarded(world);
    database.exec('pragma wal_checkpoint(truncate)');
  } catch (error) {
    if (!isCorrupt(error)) throw worldFileError(world, error);
    return false;
  }
  if (existsSync(`${world}-wal`)) {
    throw new ConfigError(`${world}-wal could not be merged into the world (is the disk full?)`);
  }
  return true;
}
