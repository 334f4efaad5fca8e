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

/** Files and folders of a world folder. The game's own backups have some 30 times the files of the world. */
const MAX_ENTRIES = 500_000;
/** A folder has to be open to its owner, or nobody could change or remove the copy. */
const OWNER_RIGHTS = 0o700;
const OWNER_WRITES = 0o600;

interface Entry {
  /** Inside the folder, with slashes. */
  path: string;
  stats: Stats;
}

export interface CopyFacts {
  /** What the files were when they were read: `digestSave` of then. */
  expected: SaveDigests;
  /** No file of the copy gets a later time, ms since 1970. */
  latestMs?: number;
  step?: (did: string) => void;
}

/**
 * Copies a world folder with changed files to a folder that does not exist yet, or is empty. Everything else comes
 * along as it is: dimension storages, WorldOption.sav, the game's backups. Files keep their times, the changed ones too:
 * a new time would look like the game at work. The copy is made beside its name, so it exists whole or not at all, and
 * nothing is written to the folder it comes from.
 *
 * Throws a ConfigError for links and special files, when the files are no longer those expected, and when the copy
 * does not fit on the disk.
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
    const found = new Map<string, { sha256: string }>();
    for (const entry of entries) {
      copyEntry(source, draft, entry, changed, found);
      keepTimes(draft, entry, latestMs);
      step(`copied ${entry.path}`);
    }
    assertUnchanged(
      source,
      expected,
      new Map([...found].filter(([path]) => expected.has(path) || isEditable(path))),
    );
    finishFolders(draft, [{ path: '', stats: lstatSync(source) }, ...entries]);
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) rmdirSync(target);
    renameSync(draft, target);
    flushFolder(dirname(target));
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!isDiskFull(error)) throw error;
    throw new ConfigError(`the disk is full: ${target} was not made`, { cause: error });
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
    throw new ConfigError(`${target} and ${source} lie in one another; name a folder elsewhere`);
  }
}

/** Without links, as far as the path exists. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

/** Whether a path is a folder or lies in it; both are without links. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way.split(sep)[0] !== '..' && !isAbsolute(way);
}

function assertCopyable(
  source: string,
  changed: ReadonlyMap<string, Uint8Array>,
  expected: SaveDigests,
): void {
  for (const path of changed.keys()) {
    if (!isEditable(path) || !expected.has(path)) {
      throw new ConfigError(`${join(source, path)} is no file that an edit writes`);
    }
  }
}

/** All files and folders below, each folder before what it holds, without what an edit has left unfinished. */
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

/** Adds what a file of the source was to `found`. */
function copyEntry(
  source: string,
  draft: string,
  { path, stats }: Entry,
  changed: ReadonlyMap<string, Uint8Array>,
  found: Map<string, { sha256: string }>,
): void {
  const copy = join(draft, path);
  if (stats.isDirectory()) return makePrivateFolder(copy);
  const bytes = changed.get(path);
  if (bytes !== undefined) {
    writeNewFile(copy, bytes, rightsFor(stats));
    found.set(path, { sha256: sha256OfFile(join(source, path)) ?? '' });
  } else {
    found.set(path, { sha256: copyNewFile(join(source, path), copy, SAVE_LIMITS.fileBytes) });
  }
  // The game writes over the files of its world.
  if ((stats.mode & OWNER_WRITES) !== OWNER_WRITES) chmodSync(copy, (stats.mode & 0o777) | OWNER_WRITES);
}

function keepTimes(draft: string, { path, stats }: Entry, latestMs: number): void {
  // The times of folders are set once they are filled.
  if (stats.isFile()) utimesSync(join(draft, path), stats.atime, new Date(Math.min(stats.mtimeMs, latestMs)));
}

/** Only root can give a file away; everybody else's copy is their own. */
export function rightsFor({ mode, uid, gid }: FileRights): FileRights {
  const own = process.geteuid?.() ?? 0;
  return own === 0 ? { mode, uid, gid } : { mode, uid: own, gid: process.getegid?.() ?? gid };
}

/** Modes, owners and times of the folders, which change while they are filled: the innermost first. */
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
