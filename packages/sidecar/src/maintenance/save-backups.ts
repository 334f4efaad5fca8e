import { lstatSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { copyNewFile, flushFolder, writeFileAtomically, writeNewFile } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { isBusy, lockFile } from '@palatine/platform/file-lock';
import { bytesText } from '@palatine/platform/format';
import { formatJson, namesInFolder } from '@palatine/platform/json';
import { type FileRights, makePrivateFolder } from '@palatine/platform/private-files';
import { sha256Of } from '@palatine/platform/read-file';
import { PALATINE_VERSION } from '@palatine/platform/version';
import { SAVE_LIMITS } from '@palatine/save/save-limits';
import { isBelow, realPathOf } from '@palatine/save-tools/copy-save-folder';
import { isDiskFull } from '@palatine/save-tools/replace-files';
import { nextBackupName } from '@palatine/save-tools/save-backups';
import {
  SAVE_BACKUP_MANIFEST,
  type SaveFolderBackup,
  type SaveFolderBackupManifest,
} from './save-backup-records.ts';
import {
  assertStillTheSame,
  type BackupSources,
  type ReadSaveMoment,
  type SourceFile,
  sourcesOfRunning,
  sourcesOfStopped,
} from './save-backup-sources.ts';

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
  /** Reason of the backup, such as "schedule". */
  readonly reason: string;
  /** Reader of one moment while a server may be writing. Without it the server must be down. */
  readonly read?: ReadSaveMoment | undefined;
  /** Free bytes at a folder. */
  readonly freeBytes?: (folder: string) => number;
}

/** Folder of a world's backups: configured, or in the data folder. Throws a ConfigError for one inside a world. */
export function saveBackupsFolder(
  data: { readonly path: string },
  world: string,
  configured: string | undefined,
): string {
  const real = realPathOf(resolve(world));
  const folder = resolve(data.path, configured || DEFAULT_FOLDER);
  if (isBelow(real, realPathOf(folder))) {
    throw new ConfigError(`${folder} is in the world folder ${real}; its backups must be elsewhere`);
  }
  return join(folder, basename(real));
}

/**
 * Backs up the save of a world: the files of one moment, its options, and a manifest with a digest of each. The backup
 * exists whole or not at all, and is durable when this resolves. The game's own backups are not included.
 *
 * Rejects with a ConfigError if the disk has less than twice the room, if another backup is in progress, and if the
 * files are written meanwhile.
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
async function copyFiles(
  world: string,
  draft: string,
  files: readonly SourceFile[],
): Promise<SaveFolderBackupManifest['files']> {
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
