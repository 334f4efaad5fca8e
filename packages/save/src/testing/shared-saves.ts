import { existsSync, globSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Folder of the real saves, which may not be published: `PALATINE_SAVES`, otherwise beside the checkout. */
export const SHARED_SAVES = resolve(
  process.env.PALATINE_SAVES ?? join(import.meta.dirname, '../../../../../shared/saves'),
);

/** Folder of one real save, and the options that skip a test with the reason where the save is missing. */
export function sharedSave(name: string): { folder: string; skip: string | false } {
  const folder = join(SHARED_SAVES, name);
  return { folder, skip: !existsSync(join(folder, 'Level.sav')) && missing(name) };
}

/** One sentence for all tests when there are no saves, so that a summary can count them. */
function missing(name: string): string {
  const any = globSync('*/Level.sav', { cwd: SHARED_SAVES }).length > 0;
  const subject = any ? `the save ${name}` : 'saves of the game, which may not be published';
  return `needs ${subject}: set PALATINE_SAVES to the folder that holds them, one folder each`;
}
