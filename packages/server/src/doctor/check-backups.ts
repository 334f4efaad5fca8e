import type { DataPaths } from '../data-folder/data-folder.ts';
import { backupsIn, damagedBackups } from '../maintenance/manifest.ts';
import type { Finding } from './finding.ts';

const DAY_MS = 24 * 3_600_000;
const OLD_BACKUP_DAYS = 7;

/** How old the newest backup is, and whether each is still what its manifest says: a restore refuses any other. */
export async function checkBackups(data: DataPaths): Promise<Finding> {
  const check = 'backups';
  const damaged = await damagedBackups(data.backups);
  if (damaged.length > 0) {
    const todo = 'restore refuses them: move them away, and make a new one with palatine world backup';
    return { check, state: 'fail', found: damaged.join('; '), todo };
  }
  const todo = 'palatine world backup makes one while the server runs; let it run every night';
  const backups = backupsIn(data.backups);
  const newest = backups.at(-1);
  if (newest === undefined) return { check, state: 'warn', found: 'there are none in Backups', todo };
  const days = Math.floor((Date.now() - newest.madeAtMs) / DAY_MS);
  const found = `${backups.length}, the newest ${days === 0 ? 'of today' : `${days} days old`}`;
  return days > OLD_BACKUP_DAYS ? { check, state: 'warn', found, todo } : { check, state: 'ok', found };
}
