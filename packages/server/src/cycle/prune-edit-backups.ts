import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { backupNames, readBackup } from '../maintenance/save-folder/save-backups.ts';
import { lockSave } from '../maintenance/save-folder/save-lock.ts';
import { isDeliveryEdit } from './batch-commands.ts';

export interface PruneJob {
  readonly folder: string;
  readonly nowMs: number;
  /** 0 keeps all. */
  readonly keepDays: number;
  /** How many of the newest stay in any case. */
  readonly keepAtLeast: number;
  /** Ids of the batches whose end is not known: their backups are what tells it. */
  readonly openBatches: readonly string[];
}

const DAY_MS = 24 * 3_600_000;

/**
 * Removes old backups of edits that deliveries have made; those of an operator's commands are theirs to delete.
 * @returns the removed names
 */
export function pruneEditBackups({ folder, nowMs, keepDays, keepAtLeast, openBatches }: PruneJob): string[] {
  if (keepDays === 0) return [];
  using save = lockSave(folder);
  const old = backupNames(save.backups)
    .toReversed()
    .slice(keepAtLeast)
    .filter((name) => {
      const { manifest } = readBackup(save, name);
      const isOpen = openBatches.some((batch) => manifest.command.endsWith(` ${batch}`));
      return (
        isDeliveryEdit(manifest.command) && !isOpen && nowMs - Date.parse(manifest.madeAt) > keepDays * DAY_MS
      );
    });
  for (const name of old) rmSync(join(save.backups, name), { recursive: true, force: true });
  return old;
}
