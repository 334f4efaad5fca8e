import type { NatsConnection } from '@nats-io/transport-node';
import { followReconnects } from '@palatine/fleet/connection';
import type { ReplicatedTable } from '@palatine/fleet/list-table';
import {
  changesReply,
  changesRequest,
  SHARED_BUCKETS,
  type SharedBucket,
  SUBJECTS,
  type WorldKey,
} from '@palatine/fleet/messages';
import type { Clock } from '@palatine/platform/clock';
import type { Logger } from 'pino';

/** The part of a shared bucket that a world follows. */
export interface FollowedBucket {
  readonly bucket: SharedBucket;
  readonly table: Pick<ReplicatedTable<never>, 'newest' | 'apply' | 'setWhole'>;
  readonly wants: (key: string) => boolean;
  readonly onChange: () => void;
}

interface BucketFollowerOptions extends FollowedBucket {
  readonly connection: NatsConnection;
  readonly world: WorldKey;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Changes within this time are requested together. */
const GATHER_MS = 20;
const ASK_MS = 5000;

/**
 * Keeps the table of a world equal to that of the gateway. A republished change is only a hint: the world requests all
 * that it lacks from the gateway, also after a reconnect and when the gateway announces newer changes. So a lost, late
 * or forged message removes nothing.
 */
export function followBucket(options: BucketFollowerOptions) {
  const { connection, world, bucket, table, wants, onChange, clock, log } = options;
  let cancelGather: (() => void) | undefined;
  let asking: Promise<void> | undefined;
  /** Set when something changed that the pending reply may lack. */
  let again = false;
  let stopped = false;

  function ask(): void {
    if (stopped) return;
    again = asking !== undefined;
    asking ??= askNow().finally(() => {
      asking = undefined;
      if (again) ask();
    });
  }

  async function askNow(): Promise<void> {
    try {
      for (let more = true; more && !stopped; ) {
        const request = changesRequest.pack({ bucket, after: table.newest });
        const message = await connection.request(SUBJECTS.changes(world), request, { timeout: ASK_MS });
        const reply = changesReply.unpack(message.string());
        if (stopped) return;
        const rows = reply.rows.filter(([key]) => wants(key));
        if (table.apply(rows, reply.upTo)) onChange();
        ({ more } = reply);
      }
      if (table.setWhole()) onChange();
    } catch (error) {
      // The next welcome of the gateway announces what is missing.
      log.debug({ err: error, bucket }, 'could not request changes from the gateway');
    }
  }

  const askSoon = () => {
    cancelGather ??= clock.after(GATHER_MS, () => {
      cancelGather = undefined;
      ask();
    });
  };
  const subject = `${SHARED_BUCKETS[bucket].republished}.>`;
  const subscription = connection.subscribe(subject, { callback: askSoon });
  const unfollow = followReconnects(connection, ask);
  ask();

  return {
    ask,
    /** The gateway has changes up to this one. */
    onNewest(newest: number): void {
      if (newest > table.newest) ask();
    },
    async stop(): Promise<void> {
      stopped = true;
      unfollow();
      cancelGather?.();
      if (!connection.isClosed()) subscription.unsubscribe();
      await asking;
    },
  };
}
