import { join } from 'node:path';
import type { NatsConnection } from '@nats-io/transport-node';
import { holds, makeBackup, Refusal } from '@palatine/contract';
import {
  type BackupOrder,
  type BackupOrderDenial,
  backupOrder,
  backupOrderReply,
  SUBJECTS,
  type WorldKey,
} from '@palatine/fleet';
import type { Logger } from 'pino';
import type { DataPaths } from '../../data-folder/data-folder.ts';
import type { WorldBackups } from '../../http/world-backups.ts';
import { BackupError, RETRY_PACE, type RetryPace } from './attempts.ts';
import { fetchBackup } from './fetch-backup.ts';
import { orderingGateway } from './gateway-calls.ts';
import { type OrderReports, reportOrder } from './report-order.ts';
import { type Transfers, uploadBackup } from './upload-backup.ts';

export interface OrderOptions {
  readonly connection: NatsConnection;
  readonly world: WorldKey;
  readonly data: Pick<DataPaths, 'backups'>;
  /** Makes the backups: the same as for requests, so that only one is made at a time. */
  readonly backups: Pick<WorldBackups, 'make'>;
  /** The permissions to which the owner of this world holds the fleet. */
  readonly allow: readonly string[];
  readonly log: Logger;
  readonly pace?: RetryPace;
}

/** Longer than any backup takes; the gateway has given the order up by then. */
const LONGEST_MS = 24 * 3_600_000;

/** Works on the orders of gateways, one at a time, until it is disposed of. */
export function answerBackupOrders(options: OrderOptions): Disposable {
  const { connection, world, log } = options;
  const ended = new AbortController();
  let working = false;

  /** Begins to work on an order, or says why not. */
  function begin(order: BackupOrder): BackupOrderDenial | undefined {
    if (!holds(options.allow, makeBackup.permission)) return 'NotAllowed';
    if (working) return 'Busy';
    let made: Promise<string> | undefined;
    try {
      if (order.kind === 'Upload') made = options.backups.make(`fleet:${order.by}`, order.archives === true);
    } catch (error) {
      if (error instanceof Refusal) return 'Busy';
      throw error;
    }
    working = true;
    void work(options, order, made, ended.signal).finally(() => {
      working = false;
    });
    return undefined;
  }

  const subscription = connection.subscribe(SUBJECTS.backupOrder(world), {
    callback(failure, message) {
      if (failure !== null) return;
      try {
        const denial = begin(backupOrder.unpack(message.string()));
        message.respond(backupOrderReply.pack(denial === undefined ? {} : { denial }));
      } catch (error) {
        log.warn({ err: error }, 'an order of the fleet for a backup cannot be followed');
      }
    },
  });
  return {
    [Symbol.dispose]() {
      subscription.unsubscribe();
      ended.abort(new BackupError('the server stops'));
    },
  };
}

/** Never rejects. `made`: the name of the backup to upload. */
async function work(
  options: OrderOptions,
  order: BackupOrder,
  made: Promise<string> | undefined,
  ended: AbortSignal,
): Promise<void> {
  const { connection, log, pace = RETRY_PACE } = options;
  const given = new AbortController();
  const signal = AbortSignal.any([ended, given.signal, AbortSignal.timeout(LONGEST_MS)]);
  const gateway = orderingGateway(connection, order, { pace, signal });
  const reports = reportOrder(gateway, () => given.abort(new BackupError('the gateway gave the order up')));
  const { kind, backup } = order;
  try {
    const local = await follow(options, order, made, { gateway, pace, signal, reports });
    await reports.end({ state: 'Done', doing: 'done', ...(kind === 'Fetch' && { local }) });
    log.info({ kind, backup, local }, 'a backup of the fleet is done');
  } catch (error) {
    const reason = (signal.aborted ? signal.reason : error) as Error;
    log.warn({ kind, backup, reason: reason.message }, 'a backup of the fleet failed');
    await reports.end({ state: 'Failed', doing: 'failed', reason: reason.message.slice(0, 1000) });
  }
}

/** @returns the name of the backup in the folder of backups. */
async function follow(
  { data }: OrderOptions,
  { backup, manifest }: BackupOrder,
  made: Promise<string> | undefined,
  { reports, ...rest }: Omit<Transfers, 'onProgress'> & { reports: OrderReports },
): Promise<string> {
  const transfers: Transfers = { ...rest, onProgress: (done, of) => reports.moved(done, of) };
  if (made === undefined) {
    if (manifest === undefined) throw new BackupError('the order names no manifest');
    reports.doing('fetching');
    return await fetchBackup(data.backups, { backup, manifest }, transfers);
  }
  reports.doing('making the backup');
  const name = await made;
  rest.signal.throwIfAborted();
  reports.doing('uploading');
  await uploadBackup(join(data.backups, name), transfers);
  return name;
}
