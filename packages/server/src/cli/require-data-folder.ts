import { existsSync } from 'node:fs';
import { ConfigError } from '../data-folder/config-error.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';

/** Refuses to go on where there is no data folder: a mistyped one should not come into being. */
export function needDataFolder({ path }: DataPaths): void {
  if (existsSync(path)) return;
  throw new ConfigError(`there is no data folder ${path}; palatine init makes it, --data names another one`);
}

export function requireWorld(data: DataPaths): void {
  needDataFolder(data);
  if (existsSync(data.world)) return;
  throw new ConfigError(
    `${data.path} holds no world yet; palatine world import or palatine world demo makes one`,
  );
}
