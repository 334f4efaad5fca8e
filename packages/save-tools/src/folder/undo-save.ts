import { join } from 'node:path';
import { ConfigError } from '@palatine/platform/config-error';
import { LEVEL } from '@palatine/save/folder-files';
import type { RunningOptions } from './assert-not-running.ts';
import { assertSaveAtRest } from './at-rest.ts';
import { changedFiles, digestSave, isSameSave, listOf, type SaveDigests } from './digest-save.ts';
import { timeText } from './edit-records.ts';
import { putSaveInPlace } from './put-in-place.ts';
import type { Step } from './replace-files.ts';
import { backedUpFile, lastBackup, type SaveBackup, stateAfter } from './save-backups.ts';
import type { LockedSave } from './save-lock.ts';

interface UndoOptions extends RunningOptions {
  nowMs: number;
  step?: Step;
}

/**
 * Puts the last backup of a world folder back, in the way of an edit, with a backup of its own: an undo can be
 * undone. Throws a ConfigError without a backup, when the files are no longer what the last edit wrote, and as
 * `assertSaveAtRest`. The caller has called `finishInterrupted`.
 *
 * @returns what was undone; the `files` that were put back or, where there had been none, taken away; the backup that
 * they came `from`, which stays; and that of what was there before the undo, which the next undo puts back.
 */
export async function undoSave(save: LockedSave, options: UndoOptions) {
  const last = lastBackup(save);
  if (last === undefined) {
    throw new ConfigError(
      `${save.folder} has no backup: no edit of it was made, or its backups were moved away`,
    );
  }
  assertAsWritten(save.folder, last, digestSave(save.folder));
  const expected = await assertSaveAtRest(save.folder, { ...options, expected: stateAfter(last.manifest) });
  const { doing, command, madeAt, changes } = last.manifest;
  const files = changes.map(({ path }) => path);
  const fileOf = (path: string, sha256: string | null) =>
    sha256 === null ? null : backedUpFile(last.folder, path, sha256);
  const changed = new Map(changes.map(({ path, before }) => [path, fileOf(path, before)]));
  const facts = { ...options, command: 'save undo', expected, doing: 'undo' as const };
  const { backup } = putSaveInPlace(save, changed, facts);
  return { undone: { doing, command, madeAt }, files, from: last.folder, backup };
}

/** The way back by hand costs what has happened since, so it is for the operator to decide. */
function assertAsWritten(folder: string, { folder: backup, manifest }: SaveBackup, found: SaveDigests): void {
  const changes = changedFiles(stateAfter(manifest), found);
  if (changes.length === 0) return;
  const before = new Map(manifest.before.map((file) => [file.path, file]));
  const when = `the ${manifest.doing} of ${timeText(manifest.madeAt)} (palatine ${manifest.command})`;
  if (isSameSave(before, found)) {
    throw new ConfigError(`${folder} is already as it was before ${when}; there is nothing to undo`);
  }
  throw new ConfigError(
    `${folder} has changed since ${when}: ${listOf(changes)}; the game has saved the world since, and an undo would ` +
      'lose what has happened there. To go back all the same, stop the server, keep a copy of the folder, and copy ' +
      `the .sav files of ${backup} over it, those of Players first and ${join(folder, LEVEL)} last`,
  );
}
