import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkWorld } from '@palatine/world';
import { flushFolder, writeFileAtomically } from '../data-folder/atomic-write.ts';
import { openCatalogue } from '../data-folder/catalogue.ts';
import { compactTime } from '../data-folder/compact-time.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { VERSION } from '../data-folder/version.ts';
import { loadWorld } from '../store/load-world.ts';
import { copyWorld } from '../store/world-readers.ts';
import type { Progress } from './make-world.ts';
import { digestOf, MANIFEST, type Manifest, WORLD_FILE } from './manifest.ts';
import { copyFiles, operatorFilesIn } from './operator-copies.ts';

export interface BackupOptions {
  /** Where to; `Backups/<UTC stamp>` unless told. Must not be there yet. */
  folder?: string | undefined;
  /** Also what was deleted, which is kept in Archives. */
  archives?: boolean;
  onProgress?: (progress: Progress) => void;
}

/** What a killed backup has left is not touched while it may still be one that is being made. */
const ABANDONED_MS = 24 * 3_600_000;

/**
 * Copies world and operator files into a folder of their own, which is there whole or not at all. A server may
 * be running: the world is as it was at one moment after the call, so all it had answered by then is in it.
 *
 * The world first, the files second: a ban is in Banlist.json before the world says that it happened, so a file
 * that is later than the world misses none the world knows of. It may hold a ban of the last moment more.
 */
export async function makeBackup(
  data: DataPaths,
  { folder = freshName(data.backups), archives = false, onProgress = () => {} }: BackupOptions = {},
): Promise<{ folder: string; manifest: Manifest }> {
  if (existsSync(folder)) throw new ConfigError(`${folder} is there already; choose a name that is free`);
  sweepAbandoned(dirname(folder));
  const making = `${folder}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true, mode: 0o700 }); // token files may hold secrets
  try {
    const madeAt = new Date().toISOString();
    const worldFile = join(making, WORLD_FILE);
    await copyWorld(data, worldFile, (done, of) => onProgress({ doing: 'copying the world', done, of }));
    onProgress({ doing: 'copying the files' });
    const copied = copyFiles(operatorFilesIn(data.path, { archives }), data.path, making);

    onProgress({ doing: 'checking the copy' });
    const { world } = loadWorld(worldFile);
    const problems = checkWorld(world, openCatalogue(data));
    const files: Manifest['files'] = [];
    for (const path of [WORLD_FILE, ...copied]) {
      const file = join(making, path);
      files.push({ path, bytes: statSync(file).size, sha256: await digestOf(file) });
    }
    const { name } = world.info;
    const manifest: Manifest = {
      format: 1,
      madeAt,
      version: VERSION.version_str_long,
      world: { name, players: world.accounts.size, guilds: world.guilds.size },
      problems,
      files,
    };
    writeFileAtomically(join(making, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    renameSync(making, folder);
    flushFolder(dirname(folder));
    return { folder, manifest };
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    throw error;
  }
}

/** A folder named by the present moment that is not there yet. */
export function freshName(inside: string, prefix = ''): string {
  const stamp = compactTime(Date.now());
  for (let number = 1; ; number++) {
    const folder = join(inside, `${prefix}${stamp}Z${number === 1 ? '' : `-${number}`}`);
    if (!existsSync(folder) && !existsSync(`${folder}.making`)) return folder;
  }
}

function sweepAbandoned(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!/^\d{8}T\d{6}Z(-\d+)?\.making$/.test(name)) continue;
    if (Date.now() - statSync(path).mtimeMs > ABANDONED_MS) rmSync(path, { recursive: true, force: true });
  }
}
