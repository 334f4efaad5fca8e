import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import type { FileRights } from '@palatine/platform/private-files';
import { readFileBytes } from '@palatine/platform/read-file';
import { LEVEL } from '@palatine/save/folder-files';
import { SAVE_LIMITS } from '@palatine/save/save-limits';
import { momentFiles } from '@palatine/save-tools/save-paths';
import { readSettledSave } from '../mirror/read-settled-save.ts';
import { EXTRAS, isBackedUpPath, type SaveFolderBackupManifest } from './save-backup-records.ts';

/** Files of a world as written in one moment, each read in one go. */
export interface SaveMoment {
  /** Packed bytes by path inside the world folder, with slashes. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Generation: one of the game's own backups, because the files of the world kept changing. */
  readonly from: 'World' | 'Generation';
  /** When the game wrote Level.sav, ms since 1970. */
  readonly savedAtMs: number;
}

/** Reads the files of one moment from a world folder that a server may be writing. Rejects if there is none. */
export type ReadSaveMoment = (folder: string) => Promise<SaveMoment>;

export interface BackupSources extends Pick<SaveFolderBackupManifest, 'from'> {
  readonly savedAtMs: number;
  readonly files: readonly SourceFile[];
}

export interface SourceFile {
  readonly path: string;
  readonly bytes: number;
  /** ms since 1970 */
  readonly changedAtMs: number;
  readonly rights: FileRights;
  /** Undefined for a file to be copied from the unused world folder. */
  readonly content: Uint8Array | undefined;
}

/** Files of a world folder that no server uses. Throws a ConfigError for a folder that is not a save, or with links. */
export function sourcesOfStopped(world: string): BackupSources {
  const files = [...momentFiles(world), ...extrasIn(world)].filter(isBackedUpPath).map((path) => {
    const { size: bytes, mtimeMs: changedAtMs, mode, uid, gid } = lstatSync(join(world, path));
    return { path, bytes, changedAtMs, rights: { mode, uid, gid }, content: undefined };
  });
  return { from: 'Stopped', savedAtMs: lstatSync(join(world, LEVEL)).mtimeMs, files };
}

/** Files from a reader, and the options beside them. */
export async function sourcesOfRunning(world: string, read: ReadSaveMoment): Promise<BackupSources> {
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
export function assertStillTheSame(world: string, before: BackupSources): void {
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
 * Reads all files of one moment from a world that a server may be writing, dimension storages included: once
 * they are stable, and only if none changed meanwhile; after four tries the newest of the game's own backups. Each file
 * is read in one go, and nothing is locked or written.
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
