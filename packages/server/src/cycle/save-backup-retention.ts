import { renameSync, rmSync } from 'node:fs';
import type { Retention } from '../data-folder/config.ts';
import { listSaveFolderBackups } from './save-backup-records.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Deletes the complete backups in a folder that are older than `keepDays`, but never the newest `keepAtLeast`, and
 * nothing that others put there. `keepDays` 0 keeps all.
 * @returns the names of the deleted ones, oldest first
 */
export function removeExpiredSaveBackups(
  into: string,
  { keepDays, keepAtLeast }: Retention,
  nowMs: number,
): string[] {
  if (keepDays === 0) return [];
  const backups = listSaveFolderBackups(into);
  const expired = backups
    .slice(0, Math.max(0, backups.length - keepAtLeast))
    .filter(({ manifest }) => nowMs - Date.parse(manifest.madeAt) > keepDays * DAY_MS);
  for (const { folder } of expired) {
    // Half deleted, it would look like a damaged backup; the next backup removes what is left of an unfinished one.
    renameSync(folder, `${folder}.making`);
    rmSync(`${folder}.making`, { recursive: true, force: true });
  }
  return expired.map(({ name }) => name);
}
