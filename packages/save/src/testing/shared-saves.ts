import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Folder of the real saves, which may not be published: `PALATINE_SAVES`, otherwise beside the checkout. */
export const SHARED_SAVES = resolve(
  process.env.PALATINE_SAVES ?? join(import.meta.dirname, '../../../../../shared/saves'),
);

/** Folder of one real save, and the options that skip a test with the reason where the save is missing. */
export function sharedSave(name: string): { folder: string; skip: string | false } {
  const folder = join(SHARED_SAVES, name);
  const found = existsSync(join(folder, 'Level.sav'));
  return { folder, skip: !found && `no real save in ${folder}; PALATINE_SAVES says where they are` };
}
