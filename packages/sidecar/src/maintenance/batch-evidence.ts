import { join } from 'node:path';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { isObject, parseJson } from '@palatine/platform/json';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import { digestSave, isSameSave } from '@palatine/save-tools/digest-save';
import { readJournal, type SaveJournal } from '@palatine/save-tools/edit-records';
import type { Step } from '@palatine/save-tools/replace-files';
import { backupNames, readBackup, type SaveBackup, stateAfter } from '@palatine/save-tools/save-backups';
import type { LockedSave } from '@palatine/save-tools/save-lock';
import type { DeliveryBatch } from '@palatine/world';

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

/** Number of newest backups to search. Each maintenance makes at most two. */
const SEARCHED_BACKUPS = 500;

/** The state of a batch whose edit has ended: its backup exists exactly when the edit was installed as a whole. */
export function findingOf(save: LockedSave, batch: DeliveryBatch, isDown: boolean): BatchFinding {
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
export function halfDoneFinding(
  batch: DeliveryBatch,
  journal: SaveJournal,
  isThere: (temporary: string) => boolean,
): BatchFinding | undefined {
  const isRevert = journal.command === revertCommand(batch.id) || journal.doing === 'taking back';
  if (![deliverCommand(batch.id), revertCommand(batch.id)].includes(journal.command)) return undefined;
  const replaced = journal.replacements
    .filter(({ temporary }) => temporary === null || !isThere(temporary))
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

function findEdit(
  save: LockedSave,
  batch: DeliveryBatch,
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

function sameFiles(one: FilesByPath, other: FilesByPath): boolean {
  const paths = Object.keys(one);
  return paths.length === Object.keys(other).length && paths.every((path) => one[path] === other[path]);
}

// Commands of delivery edits in the backups beside the save, which link a backup to its batch.

const DELIVER = 'server deliver';
const REVERT = 'server take back';

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
