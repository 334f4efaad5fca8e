import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { ConfigError } from '../data-folder/config-error.ts';
import { sha256OfFile } from '../maintenance/save-folder/digest-save.ts';
import type { SaveFolderBackup } from './save-backup-records.ts';

/** Compares every file of a backup with its manifest. Rejects with a ConfigError that names the first difference. */
export async function verifySaveFolderBackup({ folder, manifest }: SaveFolderBackup): Promise<void> {
  for (const { path, sha256 } of manifest.files) {
    const found = sha256OfFile(join(folder, path));
    if (found === undefined) throw new ConfigError(`${folder} is damaged: ${path} is missing`);
    if (found !== sha256) throw new ConfigError(`${folder} is damaged: ${path} is not what was backed up`);
    await turn();
  }
}
