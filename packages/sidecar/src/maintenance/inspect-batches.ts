import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { digestSave } from '@palatine/save-tools/digest-save';
import { readJournal, removeJournal, type SaveJournal } from '@palatine/save-tools/edit-records';
import { settleInterrupted } from '@palatine/save-tools/finish-interrupted';
import { foreignChanges, sweep } from '@palatine/save-tools/replace-files';
import { keepDraft } from '@palatine/save-tools/save-backups';
import { type LockedSave, lockSave } from '@palatine/save-tools/save-lock';
import type { DeliveryBatch } from '@palatine/world';
import {
  type BatchFinding,
  findingOf,
  halfDoneFinding,
  markingStep,
  type StepHooks,
} from './batch-evidence.ts';

export interface InspectionJob {
  readonly folder: string;
  readonly batches: readonly DeliveryBatch[];
  /** Whether the server is proved down. Only then is an interrupted edit finished or undone. */
  readonly isDown: boolean;
  readonly restPort: number | undefined;
}

export interface Inspection {
  readonly findings: readonly BatchFinding[];
  /** Whether the game was started on a half-done edit: `forgetHalfDone` removes it once the findings are stored. */
  readonly halfDone: boolean;
  /** Sentence about a finished or undone edit; '' if nothing was interrupted. */
  readonly message: string;
}

/** Settles interrupted edits and batches. Throws a ConfigError for a foreign edit. */
export async function inspectBatches(
  { folder, batches, isDown, restPort }: InspectionJob,
  { now, step }: StepHooks,
): Promise<Inspection> {
  using save = lockSave(folder);
  const journal = readJournal(save.folder);
  if (journal !== undefined && !isDown)
    return { findings: batches.map(unknown), halfDone: false, message: '' };
  if (journal !== undefined) {
    const half = halfDone(save, journal, batches);
    if (half !== undefined)
      return { findings: half, halfDone: true, message: half.map(sentenceOf).join(' ') };
  }
  const settled = await settleInterrupted(save, { restPort, step: markingStep(save, { now, step }) });
  const findings = batches.map((batch) => findingOf(save, batch, isDown));
  return { findings, halfDone: false, message: settled?.message ?? '' };
}

/** Removes leftovers of a half-done edit that the game was started on. The backup of its files stays. */
export function forgetHalfDone(folder: string): void {
  using save = lockSave(folder);
  const journal = readJournal(save.folder);
  if (journal === undefined) return;
  if (journal.doing !== 'taking back') keepDraft(save.backups, journal.backup);
  removeJournal(save.folder);
  sweep(save, () => {});
}

/** Findings if files are neither the former nor the edited ones, and the edit is of one of the batches. */
function halfDone(
  save: LockedSave,
  journal: SaveJournal,
  batches: readonly DeliveryBatch[],
): BatchFinding[] | undefined {
  if (foreignChanges(journal, digestSave(save.folder)).length === 0) return undefined;
  const isThere = (temporary: string) => existsSync(join(save.folder, temporary));
  const halves = batches.map((batch) => halfDoneFinding(batch, journal, isThere));
  if (halves.every((half) => half === undefined)) return undefined;
  return batches.map((batch, index) => halves[index] ?? findingOf(save, batch, true));
}

function unknown({ id }: DeliveryBatch): BatchFinding {
  return {
    batch: id,
    verdict: 'Unknown',
    reason: 'its edit was interrupted, and is settled once the server is down',
    placedAtMs: undefined,
    files: 'Unread',
    doubtful: [],
  };
}

function sentenceOf({ reason, verdict }: BatchFinding): string {
  return `A delivery was interrupted: ${reason}; it ${verdict === 'Written' ? 'is in the save' : 'is pending again'}.`;
}
