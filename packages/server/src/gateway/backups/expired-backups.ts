import type { Logger } from 'pino';
import type { Clock } from '../../game/clock.ts';
import { jumpMessage, steadyClock } from '../../game/steady-clock.ts';
import { MANIFEST } from '../../maintenance/backup-paths.ts';
import type { Bucket } from './bucket.ts';
import { inParallel } from './in-parallel.ts';
import { type BackupId, keysOfBackup, objectKey, orderedAt, parseObjectKey } from './object-keys.ts';
import type { BackupStorage } from './storage-settings.ts';
import { type StoredBackup, storedBackups } from './stored-backups.ts';

const DAY_MS = 24 * 3_600_000;
const CHECK_MS = 6 * 3_600_000;
/** An order ends within a day, so what has no manifest after two is nobody's. */
const UNFINISHED_DAYS = 2;
const DELETES_AT_ONCE = 8;

export type Retention = Pick<BackupStorage, 'KeepDays' | 'KeepAtLeast'>;

/**
 * Deletes backups that are older than the settings allow, and what unfinished ones left behind; nothing that `inUse`
 * holds, and no object that is not of a backup of ours. @returns what was deleted. Throws a StorageError.
 */
export async function removeExpiredBackups(
  bucket: Bucket,
  retention: Retention,
  { nowMs, inUse }: { nowMs: number; inUse: (id: BackupId) => boolean },
): Promise<BackupId[]> {
  const removed: BackupId[] = [];
  let ofWorld: StoredBackup[] = [];
  const remove = async () => {
    for (const id of expiredAmong(ofWorld, retention, nowMs)) {
      if (inUse(id)) continue;
      await removeBackup(bucket, id);
      removed.push(id);
    }
  };
  for await (const stored of storedBackups(bucket)) {
    if (ofWorld[0] !== undefined && ofWorld[0].world !== stored.world) {
      await remove();
      ofWorld = [];
    }
    ofWorld.push(stored);
  }
  await remove();
  return removed;
}

/** Of the backups of one world, those that may go. */
function expiredAmong(
  backups: readonly StoredBackup[],
  { KeepDays, KeepAtLeast }: Retention,
  nowMs: number,
): BackupId[] {
  const isOlder = ({ backup }: BackupId, days: number) =>
    nowMs - (orderedAt(backup) ?? nowMs) > days * DAY_MS;
  const newestFirst = backups
    .filter(({ whole }) => whole)
    .toSorted((one, other) => (one.backup < other.backup ? 1 : -1));
  const old = KeepDays === 0 ? [] : newestFirst.slice(KeepAtLeast).filter((id) => isOlder(id, KeepDays));
  const unfinished = backups.filter(({ whole, ...id }) => !whole && isOlder(id, UNFINISHED_DAYS));
  return [...old, ...unfinished].map(({ world, backup }) => ({ world, backup }));
}

/** Deletes a backup, its manifest first: what is left of it in between is none. Throws a StorageError. */
async function removeBackup(bucket: Bucket, id: BackupId): Promise<void> {
  const manifest = objectKey(bucket.prefix, id, MANIFEST);
  if (manifest !== undefined) await bucket.remove(manifest);
  let next: string | undefined;
  do {
    const page = await bucket.list(keysOfBackup(bucket.prefix, id), { next });
    const ours = page.objects.filter(({ key }) => parseObjectKey(bucket.prefix, key) !== undefined);
    await inParallel(ours, DELETES_AT_ONCE, ({ key }) => bucket.remove(key));
    next = page.next;
  } while (next !== undefined);
}

/**
 * Deletes expired backups every six hours, until it is disposed of; in the hour after a jump of the wall clock it
 * deletes nothing.
 */
export function startBackupRetention(
  bucket: Bucket,
  retention: Retention,
  { clock, log, inUse }: { clock: Clock; log: Logger; inUse: (id: BackupId) => boolean },
): Disposable {
  const mayDeleteByAge = steadyClock(clock, (jumpMs) => log.warn(jumpMessage(jumpMs)));
  let running = false;
  const cancel = clock.every(CHECK_MS, () => {
    if (running || !mayDeleteByAge()) return;
    running = true;
    removeExpiredBackups(bucket, retention, { nowMs: clock.now(), inUse })
      .then((removed) => {
        if (removed.length > 0) log.info({ removed }, 'expired backups of worlds are removed');
      })
      .catch((error: unknown) => log.warn({ err: error }, 'expired backups of worlds cannot be removed'))
      .finally(() => {
        running = false;
      });
  });
  return { [Symbol.dispose]: cancel };
}
