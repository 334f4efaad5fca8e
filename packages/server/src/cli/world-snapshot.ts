import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { World } from '@palatine/world';
import { ConfigError } from '../data-folder/config-error.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { loadWorld } from '../store/load-world.ts';
import type { WorldFigures } from '../store/world-figures.ts';
import { type CopyProgress, copyWorld } from '../store/world-readers.ts';

export function figuresText({ name, players, online, guilds, camps, characters }: WorldFigures): string {
  return `"${name}": ${players} players (${online} online), ${guilds} guilds, ${camps} camps, ${characters} characters`;
}

/** The present world, read from a copy, so that a running server does not matter. */
export async function readWorldSnapshot(
  data: DataPaths,
  progress?: CopyProgress,
): Promise<{ world: World; writes: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-world-'));
  try {
    const file = join(folder, 'world.db');
    await copyWorld(data, file, progress);
    return loadWorld(file);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SQLITE_ERROR') throw error;
    throw new ConfigError(`${data.world} cannot be read: ${(error as Error).message}`, { cause: error });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
