import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Retention } from '@palatine/data-dir/config';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import type { LiveSettings } from '@palatine/data-dir/live-settings';
import { backupsIn } from '@palatine/engine/manifest';
import { type Clock, jumpMessage, steadyClock } from '@palatine/platform/clock';
import { namesInFolder } from '@palatine/platform/json';
import type { Logger } from 'pino';

interface DatedFile {
  name: string;
  madeAtMs: number;
}

const DAY_MS = 24 * 3_600_000;
const CHECK_MS = 10 * 60_000;

/** Items older than `keepDays`, except the first `keepAtLeast`. `keepDays` 0 keeps all. */
export function expiredAmong<T>(
  newestFirst: readonly T[],
  atMs: (one: T) => number,
  { keepDays, keepAtLeast }: Retention,
  nowMs: number,
): T[] {
  if (keepDays === 0) return [];
  return newestFirst.slice(keepAtLeast).filter((one) => nowMs - atMs(one) > keepDays * DAY_MS);
}

/** Deletes expired archives and backups, but no foreign files. @returns paths relative to the data folder. */
export function removeExpired(
  data: DataPaths,
  { archives, backups }: { archives: Retention; backups: Retention },
  nowMs: number,
): string[] {
  return [
    ...removeOld('Archives', data.archives, archivesIn(data.archives), archives, nowMs),
    ...removeOld('Backups', data.backups, backupsIn(data.backups), backups, nowMs),
  ];
}

function archivesIn(folder: string): DatedFile[] {
  return namesInFolder(folder)
    .filter((name) => name.endsWith('.gz'))
    .flatMap((name) => {
      const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
      return stats?.isFile() ? [{ name, madeAtMs: stats.mtimeMs }] : []; // archives are files
    });
}

function removeOld(
  kind: string,
  folder: string,
  files: readonly DatedFile[],
  retention: Retention,
  nowMs: number,
): string[] {
  const newestFirst = files.toSorted((one, other) => other.madeAtMs - one.madeAtMs);
  const expired = expiredAmong(newestFirst, ({ madeAtMs }) => madeAtMs, retention, nowMs);
  for (const { name } of expired) rmSync(join(folder, name), { recursive: true, force: true });
  return expired.map(({ name }) => `${kind}/${name}`);
}

/** Deletes expired files every ten minutes, but not within an hour of a start or clock jump. */
export function startRetention(
  data: DataPaths,
  settings: LiveSettings,
  log: Logger,
  clock: Clock,
): Disposable {
  const mayDeleteByAge = steadyClock(clock, (jumpMs) => log.warn(jumpMessage(jumpMs)));
  const cancel = clock.every(CHECK_MS, () => {
    if (!mayDeleteByAge()) return;
    try {
      const removed = removeExpired(data, settings.current.config, clock.now());
      if (removed.length > 0) log.info({ removed }, 'removed expired archives and backups');
    } catch (error) {
      log.warn({ err: error }, 'cannot remove expired archives and backups');
    }
  });
  return { [Symbol.dispose]: cancel };
}
