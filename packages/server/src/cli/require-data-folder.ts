import { statSync } from 'node:fs';
import { ConfigError } from '../data-folder/config-error.ts';
import { type DataPaths, holdsWorld } from '../data-folder/data-folder.ts';

/** Throws a ConfigError where there is no data folder: a mistyped path should not create one. */
export function requireDataFolder({ path }: DataPaths): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return;
  if (stats !== undefined) throw new ConfigError(`${path} is no folder; --data names the data folder`);
  throw new ConfigError(`there is no data folder ${path}; palatine init makes it, --data names another one`);
}

export function requireWorld(data: DataPaths): void {
  requireDataFolder(data);
  if (holdsWorld(data)) return;
  throw new ConfigError(
    `${data.path} holds no world yet; palatine world import or palatine world demo makes one`,
  );
}
