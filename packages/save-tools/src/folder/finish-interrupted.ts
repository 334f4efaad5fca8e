import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@palatine/platform/config-error';
import { assertNotRunning, type RunningOptions } from './assert-not-running.ts';
import { changedFiles, type DigestsByPath, digestSave, listOf, sha256OfFile } from './digest-save.ts';
import { readJournal, type SaveJournal, timeText } from './edit-records.ts';
import { replaceFiles, type Step, sweep, takeBack } from './replace-files.ts';
import { keepDraft } from './save-backups.ts';
import type { LockedSave } from './save-lock.ts';
import { JOURNAL, temporariesIn } from './save-paths.ts';

interface FinishOptions extends RunningOptions {
  step?: Step | undefined;
}

interface SettledEdit {
  /** Undone also means that it had replaced nothing yet. */
  readonly outcome: 'finished' | 'undone';
  readonly said: string;
}

/** As `settleInterrupted`. @returns the sentence only. */
export async function finishInterrupted(
  save: LockedSave,
  options: FinishOptions = {},
): Promise<string | undefined> {
  return (await settleInterrupted(save, options))?.said;
}

/**
 * Finishes or undoes what a command was doing with a world folder when it was interrupted. Throws a ConfigError, and
 * changes nothing of the save, while a game server may be using it, or when the game has written the files since.
 * Undefined when nothing was interrupted.
 */
export async function settleInterrupted(
  save: LockedSave,
  { step = () => {}, ...running }: FinishOptions = {},
): Promise<SettledEdit | undefined> {
  const { folder, backups } = save;
  const journal = readJournal(folder);
  if (journal === undefined) {
    if (!sweep(save, step)) return undefined;
    const said = `An edit of ${folder} was interrupted before it replaced a file; what it had written was removed, and the save is as it was.`;
    return { outcome: 'undone', said };
  }
  const found = digestSave(folder);
  await assertNotRunning(folder, found.keys(), running);
  assertOnlyOurs(save, journal, found);
  const what = journal.doing === 'taking back' ? 'edit' : journal.doing;
  const about = `The ${what} of ${timeText(journal.madeAt)} (palatine ${journal.command}) was interrupted, and has been`;
  const isWhole = canReplace(folder, journal, found);
  if (isWhole) replaceFiles(save, journal, step);
  else takeBack(save, journal, step);
  if (!isWhole || journal.doing === 'taking back') {
    return { outcome: 'undone', said: `${about} undone: the save is as it was before.` };
  }
  const kept = join(backups, journal.backup);
  const before = existsSync(kept)
    ? `those of before are in ${kept}`
    : 'the backup of those of before is gone';
  return { outcome: 'finished', said: `${about} finished: all its files are in place; ${before}.` };
}

/** For a command that only reads a save. Throws a ConfigError when an edit of it was interrupted. */
export function assertNotInterrupted(folder: string): void {
  if (!existsSync(join(folder, JOURNAL))) return;
  throw new ConfigError(
    `an edit of ${folder} was interrupted, so its files do not belong together; ` +
      'run "palatine save undo" or the edit again on it first, which finishes or undoes that edit',
  );
}

/** How the files differ from those of before an edit, other than as the edit writes them; a phrase for each. */
export function changesOfOthers({ before, replacements }: SaveJournal, found: DigestsByPath): string[] {
  const expected = new Map(before.map(({ path, sha256 }) => [path, { sha256 }]));
  for (const { path, after } of replacements) {
    if ((found.get(path)?.sha256 ?? null) !== after) continue;
    if (after === null) expected.delete(path);
    else expected.set(path, { sha256: after });
  }
  return changedFiles(expected, found);
}

function assertOnlyOurs({ folder, backups }: LockedSave, journal: SaveJournal, found: DigestsByPath): void {
  const changes = changesOfOthers(journal, found);
  if (changes.length === 0) return;
  if (journal.doing !== 'taking back') keepDraft(backups, journal.backup);
  const left = listOf([join(folder, JOURNAL), ...temporariesIn(folder).map((path) => join(folder, path))]);
  throw new ConfigError(
    `an edit of ${folder} was interrupted on ${timeText(journal.madeAt)}, and the files were written by something else ` +
      `since: ${listOf(changes)}. To go back to the save of before the edit, stop the server and copy the files of ` +
      `${join(backups, journal.backup)} over it; to keep the save as it is now, change nothing. Then remove ${left}`,
  );
}

/** Whether each file that is not in its place yet lies beside it, whole. */
function canReplace(folder: string, { replacements }: SaveJournal, found: DigestsByPath): boolean {
  return replacements.every(({ path, temporary, after }) => {
    if (temporary === null || found.get(path)?.sha256 === after) return true;
    return sha256OfFile(join(folder, temporary)) === after;
  });
}
