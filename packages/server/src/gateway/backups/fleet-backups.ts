import type { NatsConnection } from '@nats-io/transport-node';
import { type FleetBackup, type FleetBackupOrder, MAX_BACKUPS_PAGE, Refusal } from '@palatine/contract';
import {
  backupOrder,
  backupOrderReply,
  isWorldKey,
  type BackupOrder as OrderMessage,
  SUBJECTS,
  type WorldKey,
} from '@palatine/fleet';
import type { Logger } from 'pino';
import type { Clock } from '../../game/clock.ts';
import { answerWorlds } from './answer-worlds.ts';
import { BackupOrders } from './backup-orders.ts';
import { type Bucket, openBucket } from './bucket.ts';
import { startBackupRetention } from './expired-backups.ts';
import { type BackupId, newBackupName, orderedAt } from './object-keys.ts';
import type { Storage } from './storage-settings.ts';
import { BackupList, readStoredManifest } from './stored-backups.ts';

export interface FleetBackupsOptions {
  readonly connection: NatsConnection;
  /** The name that this process of the gateway has taken. */
  readonly gateway: string;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A query for a page of backups. */
export interface BackupsQuery {
  readonly world?: WorldKey | undefined;
  readonly limit?: number | undefined;
  /** `next` of the page before. */
  readonly cursor?: string | undefined;
}

/** The backups of the worlds of a fleet. Every method rejects with a Refusal, or a StorageError. */
export interface FleetBackups extends Disposable {
  /** A page of the backups of worlds that `sees` lets through, and the orders for these worlds. */
  list(
    query: BackupsQuery,
    sees: (world: WorldKey) => boolean,
  ): Promise<{ backups: FleetBackup[]; orders: FleetBackupOrder[]; next: string | undefined }>;
  /** Orders a world to make a backup and upload it. Resolves when it has begun. */
  make(world: WorldKey, options: { by: string; archives: boolean }): Promise<FleetBackupOrder>;
  /** Orders a world to fetch one of its backups. Resolves when it has begun. */
  fetch(world: WorldKey, options: { by: string; backup: string }): Promise<FleetBackupOrder>;
}

/** A world answers an order before it does anything for it. */
const ORDER_MS = 5000;

/** Starts to order backups, to answer worlds that make them, and to delete old ones, until it is disposed of. */
export function startFleetBackups({
  connection,
  gateway,
  storage,
  clock,
  log,
}: FleetBackupsOptions): FleetBackups {
  const bucket: Bucket = openBucket(storage, clock.now);
  const orders = new BackupOrders(clock);
  const stored = new BackupList(bucket);
  const inUse = (id: BackupId) => orders.inUse(id);
  const answers = answerWorlds({ connection, gateway, bucket, orders, log });
  const retention = startBackupRetention(bucket, storage.settings, { clock, log, inUse });

  /** Sends a noted order to its world. */
  async function send(world: WorldKey, order: Omit<OrderMessage, 'gateway'>): Promise<void> {
    let denial: string | undefined;
    try {
      const request = backupOrder.pack({ ...order, gateway });
      const reply = await connection.request(SUBJECTS.backupOrder(world), request, { timeout: ORDER_MS });
      denial = backupOrderReply.unpack(reply.string()).denial;
    } catch (cause) {
      orders.withdraw(order.order); // a world that got it nevertheless is told that there is no such order
      throw new Refusal('SERVER_BUSY', 'the world cannot be reached', { Reason: 'WORLD_OFFLINE' }, { cause });
    }
    if (denial === undefined) return;
    orders.withdraw(order.order);
    if (denial === 'Busy') throw new Refusal('BACKUP_RUNNING');
    throw new Refusal('MISSING_PERMISSION', 'the owner of the world does not let the fleet make its backups');
  }

  return {
    async list({ world, limit = MAX_BACKUPS_PAGE, cursor }, sees) {
      const after = cursor === undefined || cursor === '' ? undefined : parseCursor(cursor);
      const { backups, more } = await stored.page({ world, after, limit }, sees);
      const shown = orders
        .list()
        .filter(({ World }) => (world === undefined || World === world) && sees(World));
      return { backups, orders: shown, next: more && `${more.world}/${more.backup}` };
    },

    async make(world, { by, archives }) {
      const id: BackupId = { world, backup: newBackupName(clock.now()) };
      const { secret, shown } = orders.begin({ id, kind: 'Upload' }, by);
      await send(world, { order: secret, kind: 'Upload', backup: id.backup, by, archives });
      return shown;
    },

    async fetch(world, { by, backup }) {
      const id: BackupId = { world, backup };
      const found = orderedAt(backup) === undefined ? undefined : await readStoredManifest(bucket, id);
      if (found === undefined) {
        throw new Refusal(
          'BACKUP_NOT_FOUND',
          'the storage holds no whole backup of this world under this name',
        );
      }
      const { secret, shown } = orders.begin({ id, kind: 'Fetch', manifest: found.manifest }, by);
      const { bytes, sha256 } = found;
      await send(world, { order: secret, kind: 'Fetch', backup, by, manifest: { bytes, sha256 } });
      return shown;
    },

    [Symbol.dispose]() {
      retention[Symbol.dispose]();
      answers[Symbol.dispose]();
      orders[Symbol.dispose]();
    },
  };
}

/** Throws VALIDATION_FAILED for a cursor that was none. */
function parseCursor(cursor: string): BackupId {
  const [world = '', backup = '', ...rest] = cursor.split('/');
  if (isWorldKey(world) && orderedAt(backup) !== undefined && rest.length === 0) return { world, backup };
  throw new Refusal('VALIDATION_FAILED', 'Cursor is not the Next of a page');
}
