import type { DataPaths } from '../../data-folder/data-folder.ts';
import { backupsIn } from '../../maintenance/manifest.ts';
import type { Finding } from './finding.ts';

const DAY_MS = 24 * 3_600_000;
const OLD_BACKUP_DAYS = 7;

export function checkBackups(data: DataPaths): Finding {
  const check = 'backups';
  const todo = 'palatine world backup makes one while the server runs; let it run every night';
  const backups = backupsIn(data.backups);
  const newest = backups.at(-1);
  if (newest === undefined) return { check, state: 'warn', found: 'there are none in Backups', todo };
  const days = Math.floor((Date.now() - newest.madeAtMs) / DAY_MS);
  const found = `${backups.length}, the newest ${days === 0 ? 'of today' : `${days} days old`}`;
  return days > OLD_BACKUP_DAYS ? { check, state: 'warn', found, todo } : { check, state: 'ok', found };
}
