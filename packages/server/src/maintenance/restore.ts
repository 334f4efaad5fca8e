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
import { BANLIST } from '../data-folder/banlist-file.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import type { DataFolder } from '../data-folder/data-folder.ts';
import { loadWorld } from '../store/load-world.ts';
import { freshName } from './backup.ts';
import type { Progress } from './make-world.ts';
import { type Manifest, readManifest, verifyFiles, WORLD_FILE } from './manifest.ts';
import { copyFiles, operatorFilesIn, removeOthers } from './operator-copies.ts';
import { swapWorldFile } from './swap-world-file.ts';

export interface RestoreOptions {
  /** Allows replacing a world, which is kept under another name. */
  replace?: boolean;
  /** Restores world and bans only. */
  worldOnly?: boolean;
  onProgress?: (progress: Progress) => void;
}

export interface Restored {
  manifest: Manifest;
  /** The replaced world's new name, relative to the data folder. */
  keptAside: string | undefined;
  /** The folder with the replaced operator files, likewise. */
  filesKeptAside: string | undefined;
}

/**
 * Restores a backup into a data folder that the caller has locked. Changes nothing before every file of the backup
 * matches its manifest and its world has been opened. The world comes last: an interrupted restore leaves the
 * present world in place, and can be repeated.
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

  const draft = `${data.world}.making`;
  try {
    onProgress({ doing: 'restoring the world' });
    rmSync(draft, { force: true });
    copyFileSync(join(folder, WORLD_FILE), draft, constants.COPYFILE_FICLONE);
    loadWorld(draft); // migrates an older world; throws for a newer one
    flush(draft);

    onProgress({ doing: 'restoring the files' });
    const paths = manifest.files.map(({ path }) => path).filter((path) => path !== WORLD_FILE);
    const filesKeptAside = copyFilesAside(data);
    copyFiles(worldOnly ? paths.filter((path) => path === BANLIST) : paths, folder, data.path);
    if (!paths.includes(BANLIST)) rmSync(data.banlist, { force: true });
    if (!worldOnly) removeOthers(data.path, paths);
    const keptAside = swapWorldFile(data, draft);
    return { manifest, keptAside, filesKeptAside };
  } finally {
    for (const kind of ['', '-wal', '-shm']) rmSync(`${draft}${kind}`, { force: true });
  }
}

/** Copies the present operator files, so that a restore can be undone. */
function copyFilesAside(data: DataFolder): string | undefined {
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
