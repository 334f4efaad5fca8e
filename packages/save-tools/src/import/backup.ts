import { existsSync, lstatSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openCatalogue } from '@palatine/data-dir/catalogue';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { MANIFEST, WORLD_FILE } from '@palatine/engine/backup-paths';
import { digestOf, type Manifest } from '@palatine/engine/manifest';
import { copyFiles, type LeftOut, operatorFilesIn } from '@palatine/engine/operator-copies';
import { loadWorld } from '@palatine/engine/store';
import { integrityErrors } from '@palatine/engine/world-figures';
import { onWorldFile } from '@palatine/engine/world-file-error';
import { copyWorld } from '@palatine/engine/world-readers';
import { flushFolder, writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { compactTime } from '@palatine/platform/format';
import { formatJson, namesInFolder } from '@palatine/platform/json';
import { makePrivateFolder } from '@palatine/platform/private-files';
import { runJob } from '@palatine/platform/run-job';
import { PALATINE_VERSION } from '@palatine/platform/version';
import { checkWorld } from '@palatine/world';
import type { Progress, ProgressCalls } from './make-world.ts';

interface BackupOptions {
  /** The new folder, which must not exist yet; by default `Backups/<UTC stamp>`. */
  folder?: string | undefined;
  archives?: boolean;
  /** Whether to include the password of the game server, keys, and tokens that are not stored as a hash. */
  secrets?: boolean;
  onProgress?: (progress: Progress) => void;
}

export interface Backup {
  folder: string;
  manifest: Manifest;
  /** Files of the data folder that are not in the backup, such as secrets, foreign and unreadable files. */
  leftOut: LeftOut[];
}

/** A newer `.making` folder may belong to a running backup. */
const ABANDONED_MS = 24 * 3_600_000;

export interface BackupInput {
  data: string;
  archives: boolean;
}

/** Makes a backup in its own process. @returns its folder */
export function makeBackupInProcess(
  input: BackupInput,
  { onProgress, signal }: { onProgress: (progress: Progress) => void; signal: AbortSignal },
): Promise<string> {
  return runJob<BackupInput, string, ProgressCalls>(new URL('./backup-job.ts', import.meta.url), input, {
    name: 'the backup',
    calls: { progress: onProgress },
    inChildProcess: true,
    signal,
  });
}

/**
 * Copies world and operator files into a new folder, which exists whole or not at all. A server may be
 * running: the world is a snapshot of a moment after the call, so it includes everything answered before.
 *
 * The world comes first: a ban is in Banlist.json before it is in the world, so the later file lacks no ban of the
 * world. It may have one more.
 */
export async function makeBackup(
  data: DataPaths,
  {
    folder = freshName(data.backups),
    archives = false,
    secrets = false,
    onProgress = () => {},
  }: BackupOptions = {},
): Promise<Backup> {
  if (existsSync(folder)) throw new ConfigError(`${folder} already exists; choose another name`);
  removeAbandoned(dirname(folder));
  const draft = `${folder}.making`;
  rmSync(draft, { recursive: true, force: true });
  makePrivateFolder(draft); // token files may hold secrets
  try {
    const madeAt = new Date().toISOString();
    const worldFile = join(draft, WORLD_FILE);
    await copyWorld(data, worldFile, (done, of) => onProgress({ doing: 'copying the world', done, of }));
    onProgress({ doing: 'copying the files' });
    const { paths, leftOut } = operatorFilesIn(data.path, { archives, secrets });
    const copied = copyFiles(paths, data.path, draft, leftOut);
    const unread = leftOut.filter((file) => file.unread);

    onProgress({ doing: 'checking the copy' });
    const damage = integrityErrors(worldFile);
    const { world } = onWorldFile(data.world, () => loadWorld(worldFile));
    const problems = [
      ...unread.map(({ path, reason }) => `${path} is not in the backup: ${reason}`),
      ...damage,
      ...checkWorld(world, openCatalogue(data)),
    ];
    const files: Manifest['files'] = [];
    for (const path of [WORLD_FILE, ...copied]) {
      const file = join(draft, path);
      files.push({ path, bytes: statSync(file).size, sha256: await digestOf(file) });
    }
    const { name } = world.info;
    const manifest: Manifest = {
      format: 1,
      madeAt,
      version: PALATINE_VERSION,
      world: { name, players: world.accounts.size, guilds: world.guilds.size },
      problems,
      files,
    };
    writeFileAtomically(join(draft, MANIFEST), formatJson(manifest));
    renameSync(draft, folder);
    flushFolder(dirname(folder));
    return { folder, manifest, leftOut };
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

export function freshName(inside: string, prefix = ''): string {
  const stamp = compactTime(Date.now());
  for (let number = 1; ; number++) {
    const folder = join(inside, `${prefix}${stamp}Z${number === 1 ? '' : `-${number}`}`);
    if (!existsSync(folder) && !existsSync(`${folder}.making`)) return folder;
  }
}

/** Deletes leftovers of backups in this folder that were aborted more than a day ago. */
function removeAbandoned(folder: string): void {
  for (const name of namesInFolder(folder)) {
    if (!/^\d{8}T\d{6}Z(-\d+)?\.making$/.test(name)) continue;
    const path = join(folder, name);
    const changedMs = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changedMs > ABANDONED_MS) rmSync(path, { recursive: true, force: true });
  }
}
