import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Type } from '@palatine/contract/schema-builders';
import { flushFolder, writeFileAtomically, writeNewFile } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { timeText } from '@palatine/platform/format';
import { formatJson } from '@palatine/platform/json';
import { type FileRights, temporaryName } from '@palatine/platform/private-files';
import { sha256Of } from '@palatine/platform/read-file';
import type { Static } from 'typebox';
import { assertNotRunning, type RunningOptions } from './at-rest.ts';
import {
  changedFiles,
  type DigestsByPath,
  digestSave,
  isGameFile,
  isTemporary,
  JOURNAL,
  listOf,
  replacementOrder,
  sha256OfFile,
  statesOf,
  temporariesIn,
} from './save-files.ts';
import type { LockedSave } from './save-folder.ts';
import {
  backedUpFile,
  discardBackup,
  keepDraft,
  recordReader,
  Sha256,
  Sha256OrNone,
  stateAfter,
  sweepDrafts,
} from './undo-log.ts';

const Journal = Type.Object({
  format: Type.Literal(1),
  /** `reverting` rolls back an edit that could not be finished, from its backup. */
  doing: Type.Enum(['edit', 'undo', 'restore', 'reverting']),
  madeAt: Type.String(),
  command: Type.String(),
  backup: Type.String({ pattern: '^\\d{8}T\\d{6}Z(-\\d+)?$' }),
  /** Digests of all files of the moment before. */
  before: Type.Array(Type.Object({ path: Type.String(), sha256: Sha256 })),
  /** Replacements, in this order, each by a file beside it; without one, the file is removed. */
  replacements: Type.Array(
    Type.Object({
      path: Type.String(),
      temporary: Type.Union([Type.String(), Type.Null()]),
      before: Sha256OrNone,
      after: Sha256OrNone,
    }),
  ),
});
/** Plan of an edit in the world folder, from which the next command can finish it. */
export type SaveJournal = Static<typeof Journal>;

/** A journal that leads out of the world folder is not sound. */
const readJournalFile = recordReader(Journal, ({ replacements }) =>
  replacements.every(
    ({ path, temporary, after }) =>
      isGameFile(path) &&
      (temporary === null ? after === null : isTemporary(temporary) && temporary.startsWith(`${path}.`)),
  ),
);

// The journal is in the world folder, so that moving or copying a half-edited folder includes it.

/** Journal of an interrupted edit, if there is one. Throws a ConfigError with the next step for a damaged one. */
export function readJournal(folder: string): SaveJournal | undefined {
  const file = join(folder, JOURNAL);
  try {
    return readJournalFile(file);
  } catch (error) {
    throw new ConfigError(
      `${(error as Error).message}: an edit was interrupted, and its progress is unknown; ` +
        'restore the files of the last backup, then remove this file',
      { cause: error },
    );
  }
}

/** From now on the next command finishes the journal. */
export function writeJournal(folder: string, journal: SaveJournal): void {
  writeFileAtomically(join(folder, JOURNAL), formatJson(journal));
}

export function removeJournal(folder: string): void {
  rmSync(join(folder, JOURNAL), { force: true });
  flushFolder(folder);
}

/** Called after each step on the disk, where tests kill the process. */
export type Step = (did: string) => void;

export type Replacement = SaveJournal['replacements'][number];

export interface NewContent {
  /** Null: the file is removed. */
  readonly bytes: Uint8Array | null;
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
  if (doing !== 'reverting') keepDraft(backups, backup);
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
  if (doing === 'reverting') discardBackup(backups, backup);
  step('settled the backup');
  removeJournal(folder);
  step('closed the journal');
  sweep({ folder, backups }, step);
}

/** Differences from the files before an edit that the edit did not make; a phrase for each. */
export function foreignChanges({ before, replacements }: SaveJournal, actual: DigestsByPath): string[] {
  const changes = replacements.filter(({ path, after }) => (actual.get(path)?.sha256 ?? null) === after);
  return changedFiles(stateAfter({ before, changes }), actual);
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
  if (journal.doing !== 'reverting') keepDraft(backups, journal.backup);
  const actual = digestSave(folder);
  const contents = new Map<string, NewContent>();
  for (const { path, ...change } of journal.replacements) {
    const digest = journal.doing === 'reverting' ? change.after : change.before;
    const before = actual.get(path)?.sha256 ?? null;
    if (before === digest || (before !== change.before && before !== change.after)) continue;
    const backup = join(backups, journal.backup);
    const bytes = digest === null ? null : backedUpFile(backup, path, digest);
    contents.set(path, { bytes, rights: actual.get(path) ?? lstatSync(join(backup, path)), before });
  }
  const replacements = writeTemporaries(folder, contents, step);
  const back: SaveJournal = { ...journal, doing: 'reverting', before: statesOf(actual), replacements };
  writeJournal(folder, back);
  step('wrote the journal of reverting');
  replaceFiles(save, back, step);
}

/** Whether a write failed because the disk, or this user's quota of it, is full. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * Finishes or undoes an interrupted command on a world folder; undefined without one. Throws a ConfigError, and changes
 * nothing of the save, while a game server may be using it, or if the game has written the files since.
 */
export async function settleInterrupted(
  save: LockedSave,
  { step = () => {}, ...running }: RunningOptions & { step?: Step | undefined } = {},
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
  const isReverting = journal.doing === 'reverting';
  const what = isReverting ? 'edit' : journal.doing;
  const about = `The ${what} of ${timeText(journal.madeAt)} (palatine ${journal.command}) was interrupted, and has been`;
  const isWhole = canReplace(folder, journal, actual);
  if (isWhole) replaceFiles(save, journal, step);
  else rollback(save, journal, step);
  if (!isWhole || isReverting) {
    return { outcome: 'undone', message: `${about} undone: the save is as it was before.` };
  }
  const backup = join(backups, journal.backup);
  const before = existsSync(backup)
    ? `the former ones are in ${backup}`
    : 'the backup of the former ones is gone';
  return { outcome: 'finished', message: `${about} finished: all its files are in place; ${before}.` };
}

function assertOnlyOurs({ folder, backups }: LockedSave, journal: SaveJournal, actual: DigestsByPath): void {
  const changes = foreignChanges(journal, actual);
  if (changes.length === 0) return;
  if (journal.doing !== 'reverting') keepDraft(backups, journal.backup);
  const leftovers = listOf([JOURNAL, ...temporariesIn(folder)].map((path) => join(folder, path)));
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
