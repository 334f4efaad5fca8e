import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { flushFolder, writeNewFile } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { type FileRights, temporaryName } from '@palatine/platform/private-files';
import { sha256Of } from '@palatine/platform/read-file';
import { changedFiles, type DigestsByPath, digestSave, listOf, sha256OfFile } from './digest-save.ts';
import { removeJournal, type SaveJournal, writeJournal } from './edit-records.ts';
import { backedUpFile, discardBackup, keepDraft, sweepDrafts } from './save-backups.ts';
import type { LockedSave } from './save-lock.ts';
import { replacementOrder, temporariesIn } from './save-paths.ts';

/** Called after each step on the disk, where tests kill the process. */
export type Step = (did: string) => void;

export type Replacement = SaveJournal['replacements'][number];

export interface NewContent {
  /** Null: the file is removed. */
  readonly bytes: Uint8Array | null;
  /** For a new file. */
  readonly rights: FileRights;
  /** Null: there was no file. */
  readonly before: string | null;
}

/** Writes and flushes the new files beside those they replace, with the same rights. */
export function writeTemporaries(
  folder: string,
  contents: ReadonlyMap<string, NewContent>,
  step: Step,
): Replacement[] {
  const replacements = replacementOrder(contents.keys()).map((path) => {
    // The paths are keys of this map.
    const { bytes, rights, before } = contents.get(path) as NewContent;
    if (bytes === null) return { path, temporary: null, before, after: null };
    const file = temporaryName(join(folder, path));
    writeNewFile(file, bytes, rights);
    step(`wrote ${path} beside the old one`);
    const temporary = join(dirname(path), basename(file)).replaceAll('\\', '/');
    return { path, temporary, before, after: sha256Of(bytes) };
  });
  flushParents(folder, replacements);
  return replacements;
}

/** Another program, such as the game, wrote the save while its files were being replaced. */
export class ForeignWriteError extends ConfigError {
  constructor(changes: readonly string[]) {
    super(`${listOf(changes)} while the edit was being installed`);
  }
}

/**
 * Replaces files by a journal, also after an interruption. Throws, keeping it, if a rename fails, and a ForeignWriteError
 * if another program writes meanwhile: before each rename that file is compared, and finally the whole save.
 */
export function replaceFiles({ folder, backups }: LockedSave, journal: SaveJournal, step: Step): void {
  const { doing, backup, replacements } = journal;
  if (doing !== 'taking back') keepDraft(backups, backup);
  step('kept the backup');
  for (const { path, temporary, before } of replacements) {
    const file = join(folder, path);
    if (temporary === null ? !existsSync(file) : !existsSync(join(folder, temporary))) continue; // already installed
    if ((sha256OfFile(file) ?? null) !== before) throw new ForeignWriteError([`${path} has changed`]);
    if (temporary === null) rmSync(file);
    else renameSync(join(folder, temporary), file);
    step(`replaced ${path}`);
  }
  flushParents(folder, replacements);
  step('flushed the folders');
  const changes = foreignChanges(journal, digestSave(folder));
  if (changes.length > 0) throw new ForeignWriteError(changes);
  if (doing === 'taking back') discardBackup(backups, backup);
  step('settled the backup');
  removeJournal(folder);
  step('closed the journal');
  sweep({ folder, backups }, step);
}

/** Differences from the files before an edit that the edit did not make; a phrase for each. */
export function foreignChanges({ before, replacements }: SaveJournal, actual: DigestsByPath): string[] {
  const expected = new Map(before.map(({ path, sha256 }) => [path, { sha256 }]));
  for (const { path, after } of replacements) {
    if ((actual.get(path)?.sha256 ?? null) !== after) continue;
    if (after === null) expected.delete(path);
    else expected.set(path, { sha256: after });
  }
  return changedFiles(expected, actual);
}

/** Removes leftovers of an edit that replaced nothing. There must be no journal. @returns whether there were any. */
export function sweep({ folder, backups }: Pick<LockedSave, 'folder' | 'backups'>, step: Step): boolean {
  const temporaries = temporariesIn(folder);
  for (const path of temporaries) {
    rmSync(join(folder, path), { force: true });
    step(`removed ${path}`);
  }
  const drafts = sweepDrafts(backups);
  step('removed the drafts of backups');
  return temporaries.length > 0 || drafts;
}

function flushParents(folder: string, replacements: readonly Replacement[]): void {
  const parents = new Set(replacements.map(({ path }) => dirname(join(folder, path))));
  for (const parent of parents) if (lstatSync(parent).isDirectory()) flushFolder(parent);
}

/** Restores the files that an edit replaced, except those written since. First throws a ConfigError for a damaged backup. */
export function rollback(save: LockedSave, journal: SaveJournal, step: Step): void {
  const { folder, backups } = save;
  if (journal.doing !== 'taking back') keepDraft(backups, journal.backup);
  const actual = digestSave(folder);
  const contents = new Map<string, NewContent>();
  for (const { path, ...change } of journal.replacements) {
    const digest = journal.doing === 'taking back' ? change.after : change.before;
    const before = actual.get(path)?.sha256 ?? null;
    if (before === digest || (before !== change.before && before !== change.after)) continue;
    const backup = join(backups, journal.backup);
    const bytes = digest === null ? null : backedUpFile(backup, path, digest);
    contents.set(path, { bytes, rights: actual.get(path) ?? lstatSync(join(backup, path)), before });
  }
  const replacements = writeTemporaries(folder, contents, step);
  const before = [...actual.values()].map(({ path, sha256 }) => ({ path, sha256 }));
  const back: SaveJournal = { ...journal, doing: 'taking back', before, replacements };
  writeJournal(folder, back);
  step('wrote the journal of taking back');
  replaceFiles(save, back, step);
}

/** Whether a write failed because the disk, or this user's quota of it, is full. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');
}
