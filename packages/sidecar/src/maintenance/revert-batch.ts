import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expiredAmong } from '@palatine/engine/backup-files';
import type { Retention } from '@palatine/engine/config';
import { assertSaveAtRest } from '@palatine/save-tools/at-rest';
import type { Step } from '@palatine/save-tools/edit-journal';
import { installSave } from '@palatine/save-tools/install-files';
import { lockSave } from '@palatine/save-tools/save-folder';
import { backedUpFile, backupNames, readBackup } from '@palatine/save-tools/undo-log';
import type { DeliveryBatch } from '@palatine/world/model';
import { findEdit, isDeliveryEdit, revertCommand } from './batch-evidence.ts';

export interface RevertJob {
  readonly folder: string;
  readonly batch: Pick<DeliveryBatch, 'id'>;
  /** `AsWritten`: restores only files that are still as the batch wrote them. `All`: every file. */
  readonly which: 'AsWritten' | 'All';
  readonly nowMs: number;
  readonly restPort: number | undefined;
  readonly settledMs: number;
}

/**
 * Reverts a batch in the save of a stopped server, with a backup of the present files. Throws a ConfigError, as an undo.
 * @returns the paths of the restored files; none if the batch never reached the save.
 */
export async function revertBatch(job: RevertJob, step?: Step): Promise<readonly string[]> {
  const { nowMs, settledMs, restPort, which, batch } = job;
  using save = lockSave(job.folder);
  const backup = findEdit(save, batch)?.edit;
  if (backup === undefined) return [];
  const expected = await assertSaveAtRest(save.folder, { nowMs, settledMs, restPort });
  const { before, changes } = backup.manifest;
  const written = new Map(changes.map(({ path, after }) => [path, after]));
  const back = before.filter(({ path, sha256 }) => {
    const present = expected.get(path)?.sha256;
    if (present === undefined || present === sha256) return false; // deleted by the game, or as before
    return which === 'All' || present === written.get(path);
  });
  if (back.length === 0) return [];
  const changed = new Map(back.map(({ path, sha256 }) => [path, backedUpFile(backup.folder, path, sha256)]));
  installSave(save, changed, { nowMs, command: revertCommand(batch.id), expected, doing: 'undo', step });
  return [...changed.keys()];
}

export interface PruneJob extends Retention {
  readonly folder: string;
  readonly nowMs: number;
  /** Ids of batches with an unknown end, which their backups show. */
  readonly openBatches: readonly string[];
}

/** Removes old backups of delivery edits; those of commands are the operator's to delete. @returns the removed names */
export function pruneEditBackups({ folder, nowMs, openBatches, ...retention }: PruneJob): string[] {
  if (retention.keepDays === 0) return [];
  using save = lockSave(folder);
  const newestFirst = backupNames(save.backups).toReversed();
  const madeAtMs = (name: string) => Date.parse(readBackup(save, name).manifest.madeAt);
  const old = expiredAmong(newestFirst, madeAtMs, retention, nowMs).filter((name) => {
    const { command } = readBackup(save, name).manifest;
    return isDeliveryEdit(command) && !openBatches.some((batch) => command.endsWith(` ${batch}`));
  });
  for (const name of old) rmSync(join(save.backups, name), { recursive: true, force: true });
  return old;
}
