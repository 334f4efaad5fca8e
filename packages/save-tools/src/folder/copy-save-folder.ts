import {
  chmodSync,
  chownSync,
  lstatSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  utimesSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { copyNewFile, flushFolder, writeNewFile } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { makePrivateFolder, temporaryName } from '@palatine/platform/private-files';
import { SAVE_LIMITS } from '@palatine/save/save-limits';
import { isDiskFull } from './edit-journal.ts';
import {
  assertUnchanged,
  isEditable,
  isTemporary,
  rightsFor,
  type SaveDigests,
  sha256OfFile,
} from './save-files.ts';
import { assertNotInterrupted, isBelow, realPathOf } from './save-folder.ts';

/** Maximum files and folders of a world folder. The game's own backups have some 30 times the files of the world. */
const MAX_ENTRIES = 500_000;
/** A folder has to be open to its owner, who could not change or remove the copy otherwise. */
const OWNER_RIGHTS = 0o700;
const OWNER_WRITES = 0o600;

interface Entry {
  /** Inside the folder, with slashes. */
  path: string;
  stats: Stats;
}

export interface CopyFacts {
  /** The files as read: a former `digestSave`. */
  expected: SaveDigests;
  /** No file of the copy gets a later time, ms since 1970. */
  latestMs?: number;
}

/**
 * Copies a world folder with changed files to a missing or empty folder, everything else as it is. Files keep their
 * times: a new time would look like activity of the game. The copy exists whole or not at all. Throws a ConfigError for
 * links and special files, if the files are no longer as expected, and if the copy does not fit on the disk.
 */
export function copySaveFolder(
  from: string,
  to: string,
  changed: ReadonlyMap<string, Uint8Array>,
  { expected, latestMs = Number.POSITIVE_INFINITY }: CopyFacts,
): void {
  const source = realpathSync(from);
  const target = resolve(to);
  assertNotInterrupted(source);
  assertTarget(source, target);
  for (const path of changed.keys()) {
    if (isEditable(path) && expected.has(path)) continue;
    throw new ConfigError(`${join(source, path)} is not a file that an edit writes`);
  }
  const entries = entriesOf(source);
  const draft = temporaryName(target);
  try {
    makePrivateFolder(draft);
    const actual = new Map<string, { sha256: string }>();
    for (const entry of entries) {
      copyEntry(source, draft, entry, changed, actual);
      const { path, stats } = entry;
      const changedAt = new Date(Math.min(stats.mtimeMs, latestMs));
      if (stats.isFile()) utimesSync(join(draft, path), stats.atime, changedAt); // those of folders are set once they are filled
    }
    const compared = [...actual].filter(([path]) => expected.has(path) || isEditable(path));
    assertUnchanged(source, expected, new Map(compared));
    finishFolders(draft, [{ path: '', stats: lstatSync(source) }, ...entries]);
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) rmdirSync(target);
    renameSync(draft, target);
    flushFolder(dirname(target));
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!isDiskFull(error)) throw error;
    throw new ConfigError(`the disk is full: ${target} was not created`, { cause: error });
  }
}

function assertTarget(source: string, target: string): void {
  const stats = lstatSync(target, { throwIfNoEntry: false });
  const refuse = (what: string) => {
    throw new ConfigError(`${target} is ${what}; name a folder that does not exist yet`);
  };
  if (stats?.isSymbolicLink()) refuse('a link');
  if (stats?.isDirectory() === false) refuse('a file');
  if (stats !== undefined && readdirSync(target).length > 0) refuse('not empty');
  const real = realPathOf(target);
  if (isBelow(source, real) || isBelow(real, source)) {
    throw new ConfigError(`${target} and ${source} contain one another; name another folder`);
  }
}

/** All files and folders below, each folder before its content, without leftovers of an edit. */
function entriesOf(source: string): Entry[] {
  const entries: Entry[] = [];
  const pending = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const name of readdirSync(join(source, folder)).sort()) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (isTemporary(path)) continue;
      const stats = lstatSync(join(source, path));
      if (stats.isDirectory()) pending.push(path);
      else if (!stats.isFile())
        throw new ConfigError(`${join(source, path)} is a link or a special file, which is not copied`);
      entries.push({ path, stats });
      if (entries.length > MAX_ENTRIES)
        throw new ConfigError(`${source} has more than ${MAX_ENTRIES} entries`);
    }
  }
  return entries;
}

function copyEntry(
  source: string,
  draft: string,
  { path, stats }: Entry,
  changed: ReadonlyMap<string, Uint8Array>,
  actual: Map<string, { sha256: string }>,
): void {
  const copy = join(draft, path);
  if (stats.isDirectory()) return makePrivateFolder(copy);
  const bytes = changed.get(path);
  if (bytes !== undefined) {
    writeNewFile(copy, bytes, rightsFor(stats));
    actual.set(path, { sha256: sha256OfFile(join(source, path)) ?? '' });
  } else {
    actual.set(path, { sha256: copyNewFile(join(source, path), copy, SAVE_LIMITS.fileBytes) });
  }
  // The game overwrites the files of its world.
  if ((stats.mode & OWNER_WRITES) !== OWNER_WRITES) chmodSync(copy, (stats.mode & 0o777) | OWNER_WRITES);
}

/** Sets modes, owners and times of the folders, which change while they are filled, innermost first. */
function finishFolders(draft: string, entries: readonly Entry[]): void {
  for (const { path, stats } of entries.toReversed()) {
    if (!stats.isDirectory()) continue;
    const folder = join(draft, path);
    if (process.platform !== 'win32') {
      if (process.geteuid?.() === 0) chownSync(folder, stats.uid, stats.gid);
      chmodSync(folder, (stats.mode & 0o777) | OWNER_RIGHTS);
    }
    flushFolder(folder);
    utimesSync(folder, stats.atime, stats.mtime);
  }
}
