import type { NatsConnection } from '@nats-io/transport-node';
import {
  type BackupProgress,
  backupProgress,
  backupProgressReply,
  backupUrlsReply,
  backupUrlsRequest,
  MessageError,
  SUBJECTS,
} from '@palatine/fleet';
import type { Logger } from 'pino';
import { MANIFEST } from '../../maintenance/backup-paths.ts';
import type { BackupOrder, BackupOrders } from './backup-orders.ts';
import { type Bucket, StorageError } from './bucket.ts';
import { SignRefusal, signFiles } from './sign-files.ts';
import { readStoredManifest } from './stored-backups.ts';

export interface AnswerOptions {
  readonly connection: NatsConnection;
  /** The name of this process of the gateway. */
  readonly gateway: string;
  readonly bucket: Bucket;
  readonly orders: BackupOrders;
  readonly log: Logger;
}

/** Requests that are worked on at once; what comes beyond them is dropped, and asked again. */
const MOST_AT_ONCE = 256;
/** A world asks one after another; so none can keep the others waiting. */
const MOST_PER_ORDER = 2;

/** Answers worlds that work on orders of this gateway, until it is disposed of. */
export function answerWorlds(options: AnswerOptions): Disposable {
  const { connection, gateway, log } = options;
  let working = 0;

  function answer(subject: string, work: (text: string) => Promise<string>) {
    return connection.subscribe(subject, {
      callback(error, message) {
        if (error !== null || working >= MOST_AT_ONCE) return;
        working += 1;
        work(message.string())
          .then((reply) => {
            message.respond(reply);
          })
          .catch((cause: unknown) => {
            if (cause instanceof MessageError)
              log.warn({ err: cause }, 'a message about a backup cannot be read');
            else log.error({ err: cause }, 'a world got no answer about its backup');
          })
          .finally(() => {
            working -= 1;
          });
      },
    });
  }

  const subscriptions = [
    answer(SUBJECTS.backupUrls(gateway), (text) => answerUrls(options, text)),
    answer(SUBJECTS.backupProgress(gateway), async (text) => answerProgress(options, text)),
  ];
  return {
    [Symbol.dispose]() {
      for (const subscription of subscriptions) subscription.unsubscribe();
    },
  };
}

async function answerUrls({ bucket, orders, log }: AnswerOptions, text: string): Promise<string> {
  const { order: secret, files } = backupUrlsRequest.unpack(text);
  const order = orders.find(secret);
  if (order === undefined) return backupUrlsReply.pack({ urls: [], denial: 'Unknown' });
  if (order.asking >= MOST_PER_ORDER) return backupUrlsReply.pack({ urls: [], denial: 'Later' });
  order.asking += 1;
  try {
    return backupUrlsReply.pack({ urls: await signFiles(bucket, order, files) });
  } catch (error) {
    if (error instanceof SignRefusal) {
      return backupUrlsReply.pack({ urls: [], denial: 'Refused', reason: error.message });
    }
    if (!(error instanceof StorageError)) throw error;
    log.warn({ err: error, ...order.id }, 'a world has to ask again for the URLs of its backup');
    return backupUrlsReply.pack({ urls: [], denial: 'Later' });
  } finally {
    order.asking -= 1;
  }
}

function answerProgress(options: AnswerOptions, text: string): string {
  const progress = backupProgress.unpack(text);
  const { order: secret, state } = progress;
  const order = options.orders.find(secret);
  if (order === undefined) return backupProgressReply.pack({ known: false });
  options.orders.progress(secret, progress);
  if (state !== 'Running') void settle(options, order, progress);
  return backupProgressReply.pack({ known: true });
}

/** Ends an order as the world says; an upload only when its manifest is in the storage. */
async function settle(
  { bucket, orders, log }: AnswerOptions,
  order: BackupOrder,
  { order: secret, state, reason = 'the world did not say why', local }: BackupProgress,
): Promise<void> {
  const failed =
    state === 'Failed' ? reason : order.kind === 'Upload' ? await whyNotThere(bucket, order) : undefined;
  orders.end(secret, { ...(failed !== undefined && { failed }), local });
  if (failed === undefined) log.info({ ...order.id, kind: order.kind }, 'a backup of a world is done');
  else log.warn({ ...order.id, kind: order.kind, reason: failed }, 'a backup of a world failed');
}

async function whyNotThere(bucket: Bucket, { id, files }: BackupOrder): Promise<string | undefined> {
  try {
    const stored = await readStoredManifest(bucket, id);
    if (stored === undefined) return 'its manifest is not in the storage';
    return stored.sha256 === files.get(MANIFEST)?.sha256 ? undefined : 'another manifest is in the storage';
  } catch (error) {
    return `it was uploaded, and could not be checked: ${(error as Error).message}`;
  }
}
