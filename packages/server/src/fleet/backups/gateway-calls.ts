import type { NatsConnection } from '@nats-io/transport-node';
import {
  type BackupFile,
  type BackupOrder,
  type BackupProgress,
  backupProgress,
  backupProgressReply,
  backupUrlsReply,
  backupUrlsRequest,
  SUBJECTS,
} from '@palatine/fleet';
import { BackupError, type RetryPace, retried } from './attempts.ts';

/** The gateway that gave an order, as the world that works on it asks it. */
export interface OrderingGateway {
  /** The URLs of these files, in their order: secrets. Rejects with a BackupError when the gateway gives none. */
  urls(files: readonly BackupFile[]): Promise<string[]>;
  /** Tells how far the order is. @returns whether the gateway still knows it; undefined when it cannot be reached. */
  tell(progress: Omit<BackupProgress, 'order'>): Promise<boolean | undefined>;
}

const REPLY_MS = 10_000;

export function orderingGateway(
  connection: NatsConnection,
  { order, gateway }: Pick<BackupOrder, 'order' | 'gateway'>,
  { pace, signal }: { pace: RetryPace; signal: AbortSignal },
): OrderingGateway {
  async function request(subject: string, text: string): Promise<string> {
    return (await connection.request(subject, text, { timeout: REPLY_MS })).string();
  }

  return {
    urls: (files) =>
      retried({ pace, signal }, async () => {
        const text = backupUrlsRequest.pack({ order, files: [...files] });
        const reply = backupUrlsReply.unpack(await request(SUBJECTS.backupUrls(gateway), text));
        const { urls, denial, reason = 'without a reason' } = reply;
        if (denial === 'Unknown') throw new BackupError('the gateway does not know the order any more');
        if (denial === 'Refused') throw new BackupError(`the gateway refused: ${reason}`);
        if (denial === 'Later') throw new Error('the gateway cannot reach the storage');
        if (urls.length !== files.length) throw new BackupError('the gateway sent too few URLs');
        return urls;
      }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw error instanceof BackupError
          ? error
          : new BackupError('the gateway stays away', { cause: error });
      }),

    async tell(progress) {
      try {
        const text = backupProgress.pack({ order, ...progress });
        return backupProgressReply.unpack(await request(SUBJECTS.backupProgress(gateway), text)).known;
      } catch {
        return undefined; // told again soon
      }
    },
  };
}
