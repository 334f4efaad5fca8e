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
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { copyNewFile, flushFolder, writeNewFile } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { type FileRights, makePrivateFolder, temporaryName } from '@palatine/platform/private-files';
import { SAVE_LIMITS } from '@palatine/save/save-limits';
import { assertUnchanged, type SaveDigests, sha256OfFile } from './digest-save.ts';
import { assertNotInterrupted } from './finish-interrupted.ts';
import { isDiskFull } from './replace-files.ts';
import { isEditable, isTemporary } from './save-paths.ts';

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
  step?: (did: string) => void;
}

/**
 * Copies a world folder with changed files to a missing or empty folder. Everything else is copied as it is: dimension
 * storages, WorldOption.sav, the game's backups. All files keep their times, since a new time would look like activity
 * of the game. The copy is made beside its name, so it exists whole or not at all, and the source is not written.
 *
 * Throws a ConfigError for links and special files, if the files are no longer as expected, and if the copy does not
 * fit on the disk.
 */
export function copySaveFolder(
  from: string,
  to: string,
  changed: ReadonlyMap<string, Uint8Array>,
  { expected, latestMs = Number.POSITIVE_INFINITY, step = () => {} }: CopyFacts,
): void {
  const source = realpathSync(from);
  const target = resolve(to);
  assertNotInterrupted(source);
  assertTarget(source, target);
  assertCopyable(source, changed, expected);
  const entries = entriesOf(source);
  const draft = temporaryName(target);
  try {
    makePrivateFolder(draft);
    const actual = new Map<string, { sha256: string }>();
    for (const entry of entries) {
      copyEntry(source, draft, entry, changed, actual);
      keepTimes(draft, entry, latestMs);
      step(`copied ${entry.path}`);
    }
    assertUnchanged(
      source,
      expected,
      new Map([...actual].filter(([path]) => expected.has(path) || isEditable(path))),
    );
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
  if (stats?.isSymbolicLink())
    throw new ConfigError(`${target} is a link; name a folder that does not exist yet`);
  if (stats?.isDirectory() === false)
    throw new ConfigError(`${target} is a file; name a folder that does not exist yet`);
  if (stats !== undefined && readdirSync(target).length > 0) {
    throw new ConfigError(`${target} is not empty; name a folder that does not exist yet`);
  }
  const real = realPathOf(target);
  if (isBelow(source, real) || isBelow(real, source)) {
    throw new ConfigError(`${target} and ${source} contain one another; name another folder`);
  }
}

/** Resolves links as far as the path exists. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

/** Whether a path is a folder or below it; both with links resolved. */
export function isBelow(folder: string, path: string): boolean {
  const fromFolder = relative(folder, path);
  return fromFolder.split(sep)[0] !== '..' && !isAbsolute(fromFolder);
}

function assertCopyable(
  source: string,
  changed: ReadonlyMap<string, Uint8Array>,
  expected: SaveDigests,
): void {
  for (const path of changed.keys()) {
    if (!isEditable(path) || !expected.has(path)) {
      throw new ConfigError(`${join(source, path)} is not a file that an edit writes`);
    }
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

/** Adds the digest of a source file to `actual`. */
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

function keepTimes(draft: string, { path, stats }: Entry, latestMs: number): void {
  // Times of folders are set once they are filled.
  if (stats.isFile()) utimesSync(join(draft, path), stats.atime, new Date(Math.min(stats.mtimeMs, latestMs)));
}

/** Only root can give files away; all others own their copies. */
export function rightsFor({ mode, uid, gid }: FileRights): FileRights {
  const euid = process.geteuid?.() ?? 0;
  return euid === 0 ? { mode, uid, gid } : { mode, uid: euid, gid: process.getegid?.() ?? gid };
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
