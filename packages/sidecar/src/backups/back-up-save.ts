import { lstatSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { copyNewFile, flushFolder, writeFileAtomically, writeNewFile } from '@palatine/platform/atomic-write';
import type { Clock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { isBusy, lockFile } from '@palatine/platform/file-lock';
import { bytesText } from '@palatine/platform/format';
import { formatJson, namesInFolder } from '@palatine/platform/json';
import { type FileRights, makePrivateFolder } from '@palatine/platform/private-files';
import { readFileBytes, sha256Of } from '@palatine/platform/read-file';
import { PALATINE_VERSION } from '@palatine/platform/version';
import { LEVEL } from '@palatine/save/folder-files';
import { SAVE_LIMITS } from '@palatine/save/save-limits';
import { isDiskFull } from '@palatine/save-tools/edit-journal';
import { momentFiles } from '@palatine/save-tools/save-files';
import { isBelow, realPathOf } from '@palatine/save-tools/save-folder';
import { nextBackupName } from '@palatine/save-tools/undo-log';
import { readSettledSave } from '../mirror/read-settled-save.ts';
import {
  EXTRAS,
  isBackedUpPath,
  SAVE_BACKUP_MANIFEST,
  type SaveFolderBackup,
  type SaveFolderBackupManifest,
} from './save-backup.ts';

const DEFAULT_FOLDER = 'SaveBackups';
const LOCK = 'backup.lock';
/** Waiting blocks this thread, and with it a backup in progress here. */
const LOCK_WAIT_MS = 50;
const MAKING = /^\d{8}T\d{6}Z(-\d+)?\.making$/;
/** The disk must have this many times the size free, since the game probably writes there too. */
const ROOM_FACTOR = 2;

export interface BackUpOptions {
  readonly world: string;
  /** The folder of the backups of this world: `saveBackupsFolder`. */
  readonly into: string;
  readonly nowMs: number;
  readonly reason: string;
  /** Reader of one moment while a server may be writing. Without it the server must be down. */
  readonly read?: ReadSaveMoment | undefined;
  readonly freeBytes?: (folder: string) => number;
}

/** Folder of a world's backups: configured, or in the data folder. Throws a ConfigError for one inside a world. */
export function saveBackupsFolder(data: { path: string }, world: string, configured: string | undefined) {
  const real = realPathOf(resolve(world));
  const folder = resolve(data.path, configured || DEFAULT_FOLDER);
  if (isBelow(real, realPathOf(folder))) {
    throw new ConfigError(`${folder} is in the world folder ${real}; its backups must be elsewhere`);
  }
  return join(folder, basename(real));
}

/**
 * Backs up one moment of a save, with a digest of each file: whole or not at all, and durable when this resolves.
 * Rejects with a ConfigError without twice the room, during another backup, and if the files are written meanwhile.
 */
export async function backUpSaveFolder(options: BackUpOptions): Promise<SaveFolderBackup> {
  const { world, into, read } = options;
  makePrivateFolder(into);
  using _lock = lockFile(join(into, LOCK), 'exclusive', LOCK_WAIT_MS, (cause) => lockError(into, cause));
  sweepDrafts(into);
  const sources = read === undefined ? sourcesOfStopped(world) : await sourcesOfRunning(world, read);
  assertRoom(into, sources, options.freeBytes ?? freeBytesAt);
  const name = nextBackupName(into, options.nowMs);
  const draft = join(into, `${name}.making`);
  try {
    const files = await copyFiles(world, draft, sources.files);
    if (read === undefined) assertStillTheSame(world, sources);
    const manifest = manifestOf(options, sources, files);
    writeFileAtomically(join(draft, SAVE_BACKUP_MANIFEST), formatJson(manifest));
    for (const folder of new Set(files.map(({ path }) => dirname(join(draft, path))))) flushFolder(folder);
    renameSync(draft, join(into, name));
    for (const folder of [into, dirname(into), dirname(dirname(into))]) flushFolder(folder);
    return { folder: join(into, name), name, manifest };
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw isDiskFull(error)
      ? new ConfigError(`${into}: the disk is full; no backup was made`, { cause: error })
      : error;
  }
}

function manifestOf(
  { world, nowMs, reason }: BackUpOptions,
  { from, savedAtMs }: BackupSources,
  files: SaveFolderBackupManifest['files'],
): SaveFolderBackupManifest {
  return {
    format: 1,
    world: basename(realPathOf(world)),
    madeAt: new Date(nowMs).toISOString(),
    savedAt: new Date(savedAtMs).toISOString(),
    version: PALATINE_VERSION,
    reason,
    from,
    files,
  };
}

/** Copies one file after another, with a pause for requests in between. */
async function copyFiles(world: string, draft: string, files: readonly SourceFile[]) {
  const copied: SaveFolderBackupManifest['files'] = [];
  for (const { path, content, rights } of files) {
    const copy = join(draft, path);
    makePrivateFolder(dirname(copy));
    const sha256 =
      content === undefined ? copyNewFile(join(world, path), copy, SAVE_LIMITS.fileBytes) : sha256Of(content);
    if (content !== undefined) writeNewFile(copy, content, rightsIn(draft));
    copied.push({ path, bytes: lstatSync(copy).size, sha256, ...rights });
    await turn();
  }
  return copied;
}

/** Private, with the owner of the folder, which root may create for another user. */
function rightsIn(folder: string): FileRights {
  const { uid, gid } = lstatSync(folder);
  return { mode: 0o600, uid, gid };
}

function assertRoom(into: string, { files }: BackupSources, freeBytes: (folder: string) => number): void {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const free = freeBytes(into);
  if (free >= bytes * ROOM_FACTOR) return;
  throw new ConfigError(
    `the save has ${bytesText(bytes)}, and ${into} has ${bytesText(free)} left; a backup is made where twice the size is ` +
      'free. Remove old backups, or name another folder',
  );
}

function freeBytesAt(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function sweepDrafts(into: string): void {
  for (const name of namesInFolder(into)) {
    if (MAKING.test(name)) rmSync(join(into, name), { recursive: true, force: true });
  }
}

function lockError(into: string, cause: Error): ConfigError {
  const why = isBusy(cause) ? 'another backup is being made there' : `it cannot be locked: ${cause.message}`;
  return new ConfigError(`${into}: ${why}`, { cause });
}

/** Files of a world as written in one moment, each read in one go. */
export interface SaveMoment {
  /** Packed bytes by path inside the world folder, with slashes. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Generation: one of the game's own backups, because the files of the world kept changing. */
  readonly from: 'World' | 'Generation';
  /** When the game wrote Level.sav, ms since 1970. */
  readonly savedAtMs: number;
}

/** Reads a consistent set of files from a world folder while a server may be writing it. Rejects if there is none. */
export type ReadSaveMoment = (folder: string) => Promise<SaveMoment>;

interface BackupSources extends Pick<SaveFolderBackupManifest, 'from'> {
  readonly savedAtMs: number;
  readonly files: readonly SourceFile[];
}

interface SourceFile {
  readonly path: string;
  readonly bytes: number;
  /** ms since 1970 */
  readonly changedAtMs: number;
  readonly rights: FileRights;
  /** Undefined for a file to be copied from the unused world folder. */
  readonly content: Uint8Array | undefined;
}

/** Files of a world folder that no server uses. Throws a ConfigError for a folder that is not a save, or with links. */
function sourcesOfStopped(world: string): BackupSources {
  const files = [...momentFiles(world), ...extrasIn(world)].filter(isBackedUpPath).map((path) => {
    const { size: bytes, mtimeMs: changedAtMs, mode, uid, gid } = lstatSync(join(world, path));
    return { path, bytes, changedAtMs, rights: { mode, uid, gid }, content: undefined };
  });
  return { from: 'Stopped', savedAtMs: lstatSync(join(world, LEVEL)).mtimeMs, files };
}

/** Files from a reader, and the options beside them. */
async function sourcesOfRunning(world: string, read: ReadSaveMoment): Promise<BackupSources> {
  const { files, from, savedAtMs } = await read(world);
  if (!files.has(LEVEL)) throw new ConfigError(`${world}: the read files have no ${LEVEL}`);
  const all = new Map(files);
  for (const path of extrasIn(world)) {
    const content = readFileBytes(join(world, path), SAVE_LIMITS.fileBytes);
    if (content !== undefined) all.set(path, content);
  }
  const sources = [...all]
    .filter(([path]) => isBackedUpPath(path))
    .map(([path, content]) => {
      return { path, bytes: content.length, changedAtMs: savedAtMs, rights: rightsOf(world, path), content };
    });
  return { from, savedAtMs, files: sources };
}

/** Throws a ConfigError if the files are no longer as listed: somebody writes the save. */
function assertStillTheSame(world: string, before: BackupSources): void {
  const summary = ({ files, savedAtMs }: BackupSources) =>
    JSON.stringify([savedAtMs, files.map(({ path, bytes, changedAtMs }) => [path, bytes, changedAtMs])]);
  if (summary(sourcesOfStopped(world)) === summary(before)) return;
  throw new ConfigError(
    `${world} was written while it was copied, so a server is running; no backup was made`,
  );
}

function extrasIn(world: string): string[] {
  return EXTRAS.filter((path) => lstatSync(join(world, path), { throwIfNoEntry: false })?.isFile());
}

/** Rights of a file; those of its folder for one that is being replaced or only in a generation. */
function rightsOf(world: string, path: string): FileRights {
  const stats = lstatSync(join(world, path), { throwIfNoEntry: false });
  if (stats?.isFile()) return { mode: stats.mode, uid: stats.uid, gid: stats.gid };
  const { mode, uid, gid } = lstatSync(world);
  return { mode: mode & 0o666, uid, gid };
}

/**
 * Reads one moment of a world in use, dimension storages included: files that have settled, after four tries the newest
 * of the game's own backups. Nothing is locked or written.
 */
export function settledReader(clock: Clock): ReadSaveMoment {
  const { signal } = new AbortController();
  return async (folder) => {
    const ofPlayers = /\.sav$/; // includes dimension storages, and copies made by hand
    const settling = { folder, clock, settleMs: 2000, servedMs: Number.NEGATIVE_INFINITY, signal, ofPlayers };
    for await (const save of readSettledSave(settling)) {
      if (save instanceof Error || !isPlain(save.folder)) continue;
      const { read: files, savedAtMs, source } = save;
      return { files, savedAtMs, from: source === 'Live' ? 'World' : 'Generation' };
    }
    throw new ConfigError(`${folder} kept changing, and the game has no readable backup of it`);
  };
}

/** Whether there are no links among the files, whose targets may be of another moment. */
function isPlain(folder: string): boolean {
  try {
    return momentFiles(folder).length > 0;
  } catch (error) {
    if (error instanceof ConfigError) return false;
    throw error;
  }
}
