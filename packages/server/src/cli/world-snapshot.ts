import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { World } from '@palatine/world';
import { ConfigError } from '../data-folder/config-error.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { loadWorld } from '../store/load-world.ts';
import { type CopyProgress, copyWorld } from '../store/world-readers.ts';

/** The contents of a world, in numbers. */
export interface Figures {
  name: string;
  origin: 'demo' | 'save';
  madeAt: string;
  players: number;
  online: number;
  guilds: number;
  camps: number;
  characters: number;
  containers: number;
}

export function figuresOf(world: World): Figures {
  const { name, origin, createdAtMs } = world.info;
  return {
    name,
    origin,
    madeAt: new Date(createdAtMs).toISOString(),
    players: world.accounts.size,
    online: world.sessions.size,
    guilds: world.guilds.size,
    camps: world.camps.size,
    characters: world.characters.size,
    containers: world.containers.size,
  };
}

export function figuresText({ name, players, online, guilds, camps, characters }: Figures): string {
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
