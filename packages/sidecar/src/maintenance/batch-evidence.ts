import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { isObject, parseJson } from '@palatine/platform/json';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import {
  foreignChanges,
  readJournal,
  removeJournal,
  type SaveJournal,
  type Step,
  settleInterrupted,
  sweep,
} from '@palatine/save-tools/edit-journal';
import { digestSave, isSameSave } from '@palatine/save-tools/save-files';
import { type LockedSave, lockSave } from '@palatine/save-tools/save-folder';
import {
  backupNames,
  keepDraft,
  readBackup,
  type SaveBackup,
  stateAfter,
} from '@palatine/save-tools/undo-log';
import type { DeliveryBatch } from '@palatine/world/model';

/** State of a batch, from a save folder and the backups of its edits. docs/decisions/0012 explains it. */
export interface BatchFinding {
  readonly batch: string;
  /** Whether the files of the batch were installed and not reverted. `Unknown`: not before the server is down. */
  readonly verdict: 'Written' | 'Reverted' | 'Unknown';
  readonly reason: string;
  /** When they were installed, ms since 1970; undefined if not recorded. */
  readonly placedAtMs: number | undefined;
  /** Present files. `Unread`: not checked while the server runs. */
  readonly files: 'AsWritten' | 'AsBefore' | 'Other' | 'Unread';
  /** Paths of files that were replaced before the server started on a half-done edit. */
  readonly doubtful: readonly string[];
}

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
  if (journal.doing !== 'reverting') keepDraft(save.backups, journal.backup);
  removeJournal(save.folder);
  sweep(save, () => {});
}

/** Findings if files are neither the former nor the edited ones, and the edit is of one of the batches. */
function halfDone(save: LockedSave, journal: SaveJournal, batches: readonly DeliveryBatch[]) {
  if (foreignChanges(journal, digestSave(save.folder)).length === 0) return undefined;
  const halves = batches.map((batch) => halfDoneFinding(save, batch, journal));
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

/** Number of newest backups to search. Each maintenance makes at most two. */
const SEARCHED_BACKUPS = 500;

/** The state of a batch whose edit has ended: its backup exists exactly when the edit was installed as a whole. */
function findingOf(save: LockedSave, batch: DeliveryBatch, isDown: boolean): BatchFinding {
  const files = isDown ? filesOf(save, batch) : 'Unread';
  const base = { batch: batch.id, placedAtMs: undefined, files, doubtful: [] };
  if (sameFiles(batch.before, batch.after)) {
    return { ...base, verdict: 'Written', placedAtMs: batch.atMs, reason: 'it changes no file' };
  }
  const reverted = (reason: string): BatchFinding => ({ ...base, verdict: 'Reverted', reason });
  const found = findEdit(save, batch);
  if (found === undefined) return reverted('it was interrupted before a file was replaced');
  if (found.takenBack) return reverted('it was reverted');
  if (files === 'AsBefore') return reverted('the save was restored to its former state');
  const reason = 'its files were installed';
  return { ...base, verdict: 'Written', placedAtMs: placedAtMs(found.edit.folder), reason };
}

/** State of a batch whose edit ended half way: temporary files show what was not replaced. Undefined for other edits. */
function halfDoneFinding(
  { folder }: LockedSave,
  batch: DeliveryBatch,
  journal: SaveJournal,
): BatchFinding | undefined {
  const isRevert = journal.command === revertCommand(batch.id) || journal.doing === 'reverting';
  if (![deliverCommand(batch.id), revertCommand(batch.id)].includes(journal.command)) return undefined;
  const replaced = journal.replacements
    .filter(({ temporary }) => temporary === null || !existsSync(join(folder, temporary)))
    .map(({ path }) => path);
  const isWhole = replaced.length === journal.replacements.length;
  const base = { batch: batch.id, placedAtMs: undefined, files: 'Other' as const };
  if (isWhole && !isRevert) {
    return { ...base, verdict: 'Written', doubtful: [], reason: 'its files were installed' };
  }
  const left = journal.replacements.map(({ path }) => path).filter((path) => !replaced.includes(path));
  const doubtful = isRevert ? left : replaced;
  const reason = 'the game was started before its files were installed';
  return { ...base, verdict: 'Reverted', doubtful, reason };
}

/** The edit that delivered a batch, and whether a later one has reverted it. */
export function findEdit(
  save: LockedSave,
  batch: Pick<DeliveryBatch, 'id'>,
): { edit: SaveBackup; takenBack: boolean } | undefined {
  const [command, back] = [deliverCommand(batch.id), revertCommand(batch.id)];
  let takenBack = false;
  let next: SaveBackup | undefined;
  for (const name of backupNames(save.backups).toReversed().slice(0, SEARCHED_BACKUPS)) {
    const edit = readBackup(save, name);
    if (edit.manifest.command === back) takenBack = true;
    if (edit.manifest.command === command) return { edit, takenBack: takenBack || isUndoOf(next, edit) };
    next = edit;
  }
  return undefined;
}

/** Whether the edit right after another one restored its files, as `palatine save undo` does. */
function isUndoOf(next: SaveBackup | undefined, { manifest }: SaveBackup): boolean {
  if (next?.manifest.doing !== 'undo') return false;
  return isSameSave(new Map(next.manifest.before.map((file) => [file.path, file])), stateAfter(manifest));
}

function filesOf(save: LockedSave, { before, after }: DeliveryBatch): BatchFinding['files'] {
  const found = Object.fromEntries([...digestSave(save.folder)].map(([path, { sha256 }]) => [path, sha256]));
  if (sameFiles(found, after)) return 'AsWritten';
  return sameFiles(found, before) ? 'AsBefore' : 'Other';
}

type FilesByPath = Readonly<Record<string, string>>;

function sameFiles(a: FilesByPath, b: FilesByPath): boolean {
  const paths = Object.keys(a);
  return paths.length === Object.keys(b).length && paths.every((path) => a[path] === b[path]);
}

// Commands of delivery edits in the backups beside the save, which link a backup to its batch.

const DELIVER = 'server deliver';
const REVERT = 'server revert';

export function deliverCommand(batch: string): string {
  return `${DELIVER} ${batch}`;
}

export function revertCommand(batch: string): string {
  return `${REVERT} ${batch}`;
}

export function isDeliveryEdit(command: string): boolean {
  return command.startsWith(`${DELIVER} `) || command.startsWith(`${REVERT} `);
}

const MARK = 'placed.json';
/** The step of an edit after its last rename and before its journal is removed: an edit without a journal has its mark. */
const ALL_INSTALLED = 'settled the backup';

export interface StepHooks {
  readonly now: () => number;
  readonly step?: Step | undefined;
}

/** Records in the backup of an edit when its files were installed. A server that started later has read them. */
export function markingStep(save: Pick<LockedSave, 'folder' | 'backups'>, { now, step }: StepHooks): Step {
  return (did) => {
    if (did === ALL_INSTALLED) markPlaced(save, now());
    step?.(did);
  };
}

function markPlaced({ folder, backups }: Pick<LockedSave, 'folder' | 'backups'>, nowMs: number): void {
  const journal = readJournal(folder);
  if (journal?.doing !== 'edit') return;
  const mark = { placedAt: new Date(nowMs).toISOString() };
  writeFileAtomically(join(backups, journal.backup, MARK), `${JSON.stringify(mark)}\n`);
}

/** When the files of an edit were installed, in ms since 1970; undefined if not recorded. */
function placedAtMs(backup: string): number | undefined {
  const text = readTextFile(join(backup, MARK), FILE_BYTES.manifest);
  try {
    const value = parseJson(text ?? '');
    const at = isObject(value) ? value.placedAt : undefined;
    return typeof at === 'string' ? Date.parse(at) || undefined : undefined;
  } catch {
    return undefined; // damaged or missing: unknown
  }
}
