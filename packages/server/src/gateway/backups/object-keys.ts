import { randomBytes } from 'node:crypto';
import { isWorldKey, type WorldKey } from '@palatine/fleet';
import { compactTime } from '../../data-folder/compact-time.ts';
import { isOperatorPath, MANIFEST, WORLD_FILE } from '../../maintenance/backup-paths.ts';

/** S3 takes keys of at most so many bytes. */
const MOST_KEY_BYTES = 1024;
const BACKUP_NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{12}$/;

/** A backup in the storage. */
export interface BackupId {
  readonly world: WorldKey;
  /** Its name. */
  readonly backup: string;
}

/** A new name: the time, so that names sort by it, and a random part. */
export function newBackupName(nowMs: number): string {
  return `${compactTime(nowMs)}Z-${randomBytes(6).toString('hex')}`;
}

/** When a backup was ordered, in ms since 1970; undefined for what is no name of a backup. */
export function orderedAt(backup: string): number | undefined {
  const [, year, month, day, hour, minute, second] = BACKUP_NAME.exec(backup) ?? [];
  if (year === undefined) return undefined;
  const atMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(atMs) ? undefined : atMs;
}

/** The beginning of the keys of all backups of a world, or of all worlds. */
export function keysOf(prefix: string, world?: WorldKey): string {
  return world === undefined ? `${prefix}/` : `${prefix}/${world}/`;
}

/** The beginning of the keys of one backup. */
export function keysOfBackup(prefix: string, { world, backup }: BackupId): string {
  return `${keysOf(prefix, world)}${backup}/`;
}

/** Where a file of a backup lies; undefined for a path that no backup may hold, and one that is too long for a key. */
export function objectKey(prefix: string, id: BackupId, path: string): string | undefined {
  if (path !== MANIFEST && path !== WORLD_FILE && !isOperatorPath(path)) return undefined;
  const key = keysOfBackup(prefix, id) + path;
  return path.isWellFormed() && Buffer.byteLength(key) <= MOST_KEY_BYTES ? key : undefined;
}

/** What an object is a file of; undefined for one that no backup of ours holds. Nothing else is ever deleted. */
export function parseObjectKey(prefix: string, key: string): (BackupId & { path: string }) | undefined {
  if (!key.startsWith(`${prefix}/`)) return undefined;
  const [world = '', backup = '', ...parts] = key.slice(prefix.length + 1).split('/');
  if (!isWorldKey(world) || orderedAt(backup) === undefined) return undefined;
  const id = { world, backup, path: parts.join('/') };
  return objectKey(prefix, id, id.path) === key ? id : undefined;
}
