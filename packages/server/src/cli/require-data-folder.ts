import { existsSync } from 'node:fs';
import { OperatorFault } from '../data-folder/config-error.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';

/** Refuses to go on where there is no data folder: a mistyped one should not come into being. */
export function needDataFolder({ path }: DataPaths): void {
  if (existsSync(path)) return;
  throw new OperatorFault(
    `there is no data folder ${path}; palatine init makes it, --data names another one`,
  );
}

export function needWorld(data: DataPaths): void {
  needDataFolder(data);
  if (existsSync(data.world)) return;
  throw new OperatorFault(
    `${data.path} holds no world yet; palatine world import or palatine world demo makes one`,
  );
}
