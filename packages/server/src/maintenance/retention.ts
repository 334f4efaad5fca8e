import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Keep } from '../data-folder/config.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import type { LiveSettings } from '../data-folder/live-settings.ts';
import { backupsIn } from './manifest.ts';

interface Kept {
  path: string;
  atMs: number;
}

const DAY_MS = 24 * 3_600_000;

/**
 * Removes archives and backups that are older than the settings say. Only what we have written ourselves counts:
 * other files in these folders are somebody's. @returns what went, relative to the data folder.
 */
export function sweepOld(
  data: DataPaths,
  { archives, backups }: { archives: Keep; backups: Keep },
  nowMs: number,
): string[] {
  return [
    ...sweep('Archives', data.archives, archivesIn(data.archives), archives, nowMs),
    ...sweep(
      'Backups',
      data.backups,
      backupsIn(data.backups).map(({ name, madeAtMs }) => ({ path: name, atMs: madeAtMs })),
      backups,
      nowMs,
    ),
  ];
}

function archivesIn(folder: string): Kept[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => name.endsWith('.gz'))
    .map((path) => ({ path, atMs: statSync(join(folder, path)).mtimeMs }));
}

function sweep(
  name: string,
  folder: string,
  kept: readonly Kept[],
  { keepDays, keepAtLeast }: Keep,
  nowMs: number,
): string[] {
  if (keepDays === 0) return [];
  const newestFirst = kept.toSorted((one, other) => other.atMs - one.atMs);
  const old = newestFirst.slice(keepAtLeast).filter(({ atMs }) => nowMs - atMs > keepDays * DAY_MS);
  for (const { path } of old) rmSync(join(folder, path), { recursive: true, force: true });
  return old.map(({ path }) => `${name}/${path}`);
}

/** Removes what has expired, now and then once a day, until it is disposed of. */
export function startSweeping(data: DataPaths, settings: LiveSettings, log: Logger): Disposable {
  const sweepNow = () => {
    try {
      const removed = sweepOld(data, settings.current.config, Date.now());
      if (removed.length > 0) log.info({ removed }, 'expired archives and backups are removed');
    } catch (error) {
      log.warn({ err: error }, 'expired archives and backups cannot be removed');
    }
  };
  sweepNow();
  const timer = setInterval(sweepNow, DAY_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
