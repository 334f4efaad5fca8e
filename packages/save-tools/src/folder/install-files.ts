import { accessSync, constants, existsSync, lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigError } from '@palatine/platform/config-error';
import { timeText } from '@palatine/platform/format';
import { PALATINE_VERSION } from '@palatine/platform/version';
import { LEVEL } from '@palatine/save/folder-files';
import { assertSaveAtRest, type RunningOptions } from './at-rest.ts';
import {
  ForeignWriteError,
  isDiskFull,
  type NewContent,
  readJournal,
  removeJournal,
  replaceFiles,
  rollback,
  type SaveJournal,
  type Step,
  sweep,
  writeJournal,
  writeTemporaries,
} from './edit-journal.ts';
import {
  assertUnchanged,
  changedFiles,
  digestSave,
  isEditable,
  isGameFile,
  isSameSave,
  JOURNAL,
  listOf,
  momentFiles,
  type SaveDigests,
  type SaveFileDigest,
  statesOf,
} from './save-files.ts';
import type { LockedSave } from './save-folder.ts';
import {
  backedUpFile,
  draftBackup,
  lastBackup,
  nextBackupName,
  type SaveBackup,
  type SaveBackupManifest,
  stateAfter,
} from './undo-log.ts';

/** Packed bytes by path; null for a removed file. */
type ChangedFiles = ReadonlyMap<string, Uint8Array | null>;

interface PutFacts {
  nowMs: number;
  command: string;
  /** The files as read: a former `digestSave`. */
  expected: SaveDigests;
  doing?: SaveBackupManifest['doing'];
  step?: Step | undefined;
}

/**
 * Replaces files of a world folder: `changed` has the packed bytes by path; a restore, and its undo, also add and remove
 * files (null). New files are written beside the old ones, the moment is backed up, a journal is written, and the new
 * files are renamed, Level.sav last. Each step is flushed, so that `settleInterrupted` can finish or undo any moment.
 *
 * Throws a ConfigError, and replaces nothing, if the files are not as expected, may not be replaced, or do not fit on
 * the disk. @returns the folder of the backup.
 */
export function installSave(
  save: LockedSave,
  changed: ChangedFiles,
  { nowMs, command, expected, doing = 'edit', step = () => {} }: PutFacts,
): { backup: string } {
  const { folder, backups } = save;
  if (changed.size === 0) throw new RangeError('an edit without a changed file');
  if (doing === 'edit') assertEditOnly(folder, changed, expected);
  assertReplaceable(folder, [...changed.keys()], expected);
  if (readJournal(folder) !== undefined) throw new RangeError(`${folder}: finish the interrupted edit first`);
  const name = nextBackupName(backups, nowMs);
  const madeAt = new Date(nowMs).toISOString();
  let journal: SaveJournal;
  try {
    const replacements = writeTemporaries(folder, contentsOf(changed, expected), step);
    const manifest: SaveBackupManifest = {
      format: 1,
      world: basename(folder),
      version: PALATINE_VERSION,
      doing,
      madeAt,
      command,
      before: [...expected.values()].map(({ changedAtMs, ...state }) => state),
      changes: replacements.map(({ path, before, after }) => ({ path, before, after })),
    };
    draftBackup(save, name, expected, manifest, step);
    assertUntouched(folder, expected);
    journal = { format: 1, doing, madeAt, command, backup: name, before: statesOf(expected), replacements };
    writeJournal(folder, journal);
  } catch (error) {
    throw nothingReplaced(save, error);
  }
  step('wrote the journal');
  try {
    replaceFiles(save, journal, step);
  } catch (error) {
    throw rollbackError(save, journal, step, error);
  }
  return { backup: join(backups, name) };
}

/** A new file gets the rights of Level.sav. */
function contentsOf(changed: ChangedFiles, expected: SaveDigests): Map<string, NewContent> {
  const level = expected.get(LEVEL) as SaveFileDigest; // every save has one
  const contentOf = (bytes: Uint8Array | null, before: SaveFileDigest | undefined) => {
    return { bytes, rights: before ?? level, before: before?.sha256 ?? null };
  };
  return new Map([...changed].map(([path, bytes]) => [path, contentOf(bytes, expected.get(path))]));
}

/** Final check before files are replaced: nobody has written since the backup was copied. */
function assertUntouched(folder: string, expected: SaveDigests): void {
  const actual = new Map<string, { sha256: string }>();
  for (const path of momentFiles(folder)) {
    const { size, mtimeMs } = lstatSync(join(folder, path));
    const before = expected.get(path);
    const isUnchanged = before?.bytes === size && before.changedAtMs === mtimeMs;
    actual.set(path, { sha256: isUnchanged ? before.sha256 : 'written since' });
  }
  assertUnchanged(folder, expected, actual);
}

/** Removes files written so far, unless there is a journal: then the next command finishes the edit. */
function nothingReplaced(save: LockedSave, cause: unknown): Error {
  const { folder } = save;
  try {
    if (existsSync(join(folder, JOURNAL))) removeJournal(folder);
    sweep(save, () => {});
  } catch (error) {
    const leftover = `what was written so far cannot be removed: ${(error as Error).message}`;
    return new ConfigError(`${(cause as Error).message}; ${leftover}`, { cause });
  }
  if (cause instanceof ConfigError) return cause;
  const denied = deniedError(folder, cause);
  if (denied !== undefined) return denied;
  const why = isDiskFull(cause) ? 'the disk is full' : (cause as Error).message;
  return new ConfigError(`${folder}: ${why}; nothing was replaced, and the save is as it was`, { cause });
}

/** Rolls back after a refused rename, as on Windows while somebody has the old file open. */
function rollbackError(save: LockedSave, journal: SaveJournal, step: Step, cause: unknown): Error {
  const { folder } = save;
  try {
    rollback(save, journal, step);
  } catch (error) {
    return new ConfigError(
      `${folder}: the edit is half done (${(cause as Error).message}) and could not be rolled back (${(error as Error).message}); ` +
        'do not start the game: the next palatine command on this save finishes or undoes it',
      { cause },
    );
  }
  const back =
    cause instanceof ForeignWriteError
      ? 'the edit was undone, and what the other program wrote stays; stop the game server, and run the command again'
      : 'the edit was rolled back, and the save is as it was';
  return new ConfigError(`${folder}: ${(cause as Error).message}; ${back}`, { cause });
}

/** Throws a ConfigError unless these files can be edited and all are kept: only a restore may add or remove. */
function assertEditOnly(folder: string, changed: ChangedFiles, expected: SaveDigests): void {
  for (const [path, bytes] of changed) {
    const file = join(folder, path);
    if (!isEditable(path)) throw new ConfigError(`${file} is not a file that an edit writes`);
    if (!expected.has(path)) throw new ConfigError(`${file} was not there when the save was read`);
    if (bytes === null) throw new ConfigError(`${file} would be removed, which no edit does`);
  }
}

/** Throws a ConfigError for files that the game does not write, or that cannot keep owner and rights. */
function assertReplaceable(folder: string, paths: readonly string[], expected: SaveDigests): void {
  for (const path of paths) {
    const file = join(folder, path);
    if (!isGameFile(path)) throw new ConfigError(`${file} is not a file that the game writes in a save`);
    const digest = expected.get(path);
    if (digest !== undefined) assertOwn(file, digest);
  }
  for (const parent of new Set([folder, ...paths.map((path) => dirname(join(folder, path)))])) {
    try {
      accessSync(parent, constants.W_OK | constants.X_OK);
    } catch (error) {
      throw deniedError(parent, error) ?? error;
    }
  }
}

function assertOwn(file: string, { uid, mode }: SaveFileDigest): void {
  const euid = process.geteuid?.(); // Windows has none
  if (euid === undefined && (mode & constants.S_IWUSR) === 0) {
    throw new ConfigError(`${file} is read-only; nothing was changed`);
  }
  if (euid === undefined || euid === 0 || euid === uid) return;
  throw new ConfigError(
    `${file} belongs to the user ${uid}, and this command runs as ${euid}; ` +
      'run it as the owner of the save, because the game server could not write the file any more',
  );
}

/** Error for a folder that this user cannot write; undefined for another cause. */
function deniedError(folder: string, cause: unknown): ConfigError | undefined {
  const { code = '' } = cause as NodeJS.ErrnoException;
  if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) return undefined;
  const why = code === 'EROFS' ? 'is on a read-only file system' : 'cannot be written by this user';
  const todo = 'write a copy with --to, or run the command as its owner';
  return new ConfigError(`${folder} ${why} (${code}); ${todo}`, { cause });
}

/**
 * Restores the last backup of a world folder as an edit with its own backup, so an undo can be undone; after
 * `settleInterrupted`. Throws a ConfigError without a backup, if the files are not the result of the last edit, and as
 * `assertSaveAtRest`. @returns the undone edit, the restored or removed `files`, the backup they came `from`, and the
 * new one.
 */
export async function undoSave(save: LockedSave, options: RunningOptions & { nowMs: number; step?: Step }) {
  const last = lastBackup(save);
  if (last === undefined)
    throw new ConfigError(
      `${save.folder} has no backup: no edit of it was made, or its backups were moved away`,
    );
  assertAsWritten(save.folder, last, digestSave(save.folder));
  const expected = await assertSaveAtRest(save.folder, { ...options, expected: stateAfter(last.manifest) });
  const { doing, command, madeAt, changes } = last.manifest;
  const files = changes.map(({ path }) => path);
  const fileOf = (path: string, sha256: string | null) =>
    sha256 === null ? null : backedUpFile(last.folder, path, sha256);
  const changed = new Map(changes.map(({ path, before }) => [path, fileOf(path, before)]));
  const facts = { ...options, command: 'save undo', expected, doing: 'undo' as const };
  const { backup } = installSave(save, changed, facts);
  return { undone: { doing, command, madeAt }, files, from: last.folder, backup };
}

/** Restoring by hand loses later progress, so the operator has to decide. */
function assertAsWritten(
  folder: string,
  { folder: backup, manifest }: SaveBackup,
  actual: SaveDigests,
): void {
  const changes = changedFiles(stateAfter(manifest), actual);
  if (changes.length === 0) return;
  const before = new Map(manifest.before.map((file) => [file.path, file]));
  const when = `the ${manifest.doing} of ${timeText(manifest.madeAt)} (palatine ${manifest.command})`;
  if (isSameSave(before, actual)) {
    throw new ConfigError(`${folder} is already as it was before ${when}; there is nothing to undo`);
  }
  throw new ConfigError(
    `${folder} has changed since ${when}: ${listOf(changes)}; the game has saved the world since, and an undo would ` +
      'lose what has happened there. To go back all the same, stop the server, keep a copy of the folder, and copy ' +
      `the .sav files of ${backup} over it, those of Players first and ${join(folder, LEVEL)} last`,
  );
}
