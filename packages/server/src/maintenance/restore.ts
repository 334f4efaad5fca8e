import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { ConfigError } from '../data-folder/config-error.ts';
import type { DataFolder } from '../data-folder/data-folder.ts';
import { loadWorld } from '../store/load-world.ts';
import { freshName } from './backup.ts';
import type { Progress } from './make-world.ts';
import { type Manifest, readManifest, verifyFiles, WORLD_FILE } from './manifest.ts';
import { copyFiles, operatorFilesIn, removeOthers } from './operator-copies.ts';
import { swapWorldFile } from './swap-world-file.ts';

export interface RestoreOptions {
  /** Lets it replace a world, which is kept aside. */
  replace?: boolean;
  /** Leaves settings, tokens and templates as they are. */
  worldOnly?: boolean;
  onProgress?: (progress: Progress) => void;
}

export interface Restored {
  manifest: Manifest;
  /** Where the world it replaced was put, relative to the data folder. */
  keptAside: string | undefined;
  /** Where the operator files it replaced were put, likewise. */
  filesKeptAside: string | undefined;
}

const BANLIST = 'Banlist.json';

/**
 * Puts a backup back into a data folder whose lock the caller holds. Nothing is touched before every file of the
 * backup has been held against its manifest and its world has been opened; the world comes last, so that
 * a restore that is cut short leaves the world that was there, and can be made again.
 */
export async function restoreBackup(
  data: DataFolder,
  folder: string,
  { replace = false, worldOnly = false, onProgress = () => {} }: RestoreOptions = {},
): Promise<Restored> {
  const manifest = readManifest(folder);
  if (existsSync(data.world) && !replace) {
    throw new ConfigError(
      `${data.world} holds a world already; --replace puts it aside and takes the one of the backup`,
    );
  }
  onProgress({ doing: 'checking the backup' });
  await verifyFiles(folder, manifest);

  const making = `${data.world}.making`;
  try {
    onProgress({ doing: 'restoring the world' });
    rmSync(making, { force: true });
    copyFileSync(join(folder, WORLD_FILE), making, constants.COPYFILE_FICLONE);
    loadWorld(making); // brings an older one up to date; a newer one is refused here
    flush(making);

    onProgress({ doing: 'restoring the files' });
    const paths = manifest.files.map(({ path }) => path).filter((path) => path !== WORLD_FILE);
    const filesKeptAside = keepFilesAside(data);
    copyFiles(worldOnly ? paths.filter((path) => path === BANLIST) : paths, folder, data.path);
    if (!paths.includes(BANLIST)) rmSync(data.banlist, { force: true });
    if (!worldOnly) removeOthers(data.path, paths);
    const keptAside = swapWorldFile(data, making);
    return { manifest, keptAside, filesKeptAside };
  } finally {
    for (const kind of ['', '-wal', '-shm']) rmSync(`${making}${kind}`, { force: true });
  }
}

/** Copies the operator files of now, so that a restore can itself be taken back. */
function keepFilesAside(data: DataFolder): string | undefined {
  const files = operatorFilesIn(data.path);
  if (files.length === 0) return undefined;
  const aside = freshName(data.backups, 'replaced-');
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  copyFiles(files, data.path, aside);
  return relative(data.path, aside).replaceAll('\\', '/');
}

function flush(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}
