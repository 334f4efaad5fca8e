import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@palatine/platform/config-error';
import { assertNotRunning, type RunningOptions } from './assert-not-running.ts';
import { type DigestsByPath, digestSave, listOf, sha256OfFile } from './digest-save.ts';
import { readJournal, type SaveJournal, timeText } from './edit-records.ts';
import { foreignChanges, replaceFiles, rollback, type Step, sweep } from './replace-files.ts';
import { keepDraft } from './save-backups.ts';
import type { LockedSave } from './save-lock.ts';
import { JOURNAL, temporariesIn } from './save-paths.ts';

interface FinishOptions extends RunningOptions {
  step?: Step | undefined;
}

/** As `settleInterrupted`. @returns only the sentence. */
export async function finishInterrupted(
  save: LockedSave,
  options: FinishOptions = {},
): Promise<string | undefined> {
  return (await settleInterrupted(save, options))?.message;
}

/**
 * Finishes or undoes an interrupted command on a world folder; undefined without one. Throws a ConfigError, and changes
 * nothing of the save, while a game server may be using it, or if the game has written the files since.
 */
export async function settleInterrupted(
  save: LockedSave,
  { step = () => {}, ...running }: FinishOptions = {},
): Promise<{ outcome: 'finished' | 'undone'; message: string } | undefined> {
  const { folder, backups } = save;
  const journal = readJournal(folder);
  if (journal === undefined) {
    if (!sweep(save, step)) return undefined;
    const message = `An edit of ${folder} was interrupted before it replaced a file; what it had written was removed, and the save is as it was.`;
    return { outcome: 'undone', message };
  }
  const actual = digestSave(folder);
  await assertNotRunning(folder, actual.keys(), running);
  assertOnlyOurs(save, journal, actual);
  const what = journal.doing === 'taking back' ? 'edit' : journal.doing;
  const about = `The ${what} of ${timeText(journal.madeAt)} (palatine ${journal.command}) was interrupted, and has been`;
  const isWhole = canReplace(folder, journal, actual);
  if (isWhole) replaceFiles(save, journal, step);
  else rollback(save, journal, step);
  if (!isWhole || journal.doing === 'taking back') {
    return { outcome: 'undone', message: `${about} undone: the save is as it was before.` };
  }
  const backup = join(backups, journal.backup);
  const before = existsSync(backup)
    ? `the former ones are in ${backup}`
    : 'the backup of the former ones is gone';
  return { outcome: 'finished', message: `${about} finished: all its files are in place; ${before}.` };
}

/** For a command that only reads a save. Throws a ConfigError if an edit of it was interrupted. */
export function assertNotInterrupted(folder: string): void {
  if (!existsSync(join(folder, JOURNAL))) return;
  throw new ConfigError(
    `an edit of ${folder} was interrupted, so its files do not belong together; ` +
      'run "palatine save undo" or the edit again on it first, which finishes or undoes that edit',
  );
}

function assertOnlyOurs({ folder, backups }: LockedSave, journal: SaveJournal, actual: DigestsByPath): void {
  const changes = foreignChanges(journal, actual);
  if (changes.length === 0) return;
  if (journal.doing !== 'taking back') keepDraft(backups, journal.backup);
  const leftovers = listOf([
    join(folder, JOURNAL),
    ...temporariesIn(folder).map((path) => join(folder, path)),
  ]);
  throw new ConfigError(
    `an edit of ${folder} was interrupted on ${timeText(journal.madeAt)}, and the files were written by something else ` +
      `since: ${listOf(changes)}. To go back to the save of before the edit, stop the server and copy the files of ` +
      `${join(backups, journal.backup)} over it; to keep the save as it is now, change nothing. Then remove ${leftovers}`,
  );
}

/** Whether each file that is not installed yet is complete beside its target. */
function canReplace(folder: string, { replacements }: SaveJournal, actual: DigestsByPath): boolean {
  return replacements.every(({ path, temporary, after }) => {
    if (temporary === null || actual.get(path)?.sha256 === after) return true;
    return sha256OfFile(join(folder, temporary)) === after;
  });
}
