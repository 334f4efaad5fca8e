import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import type { Clock } from '@palatine/platform/clock';
import type { Logger } from 'pino';
import {
  changesReply,
  changesRequest,
  followReconnects,
  SHARED_BUCKETS,
  type SharedBucket,
  SUBJECTS,
  type WorldKey,
} from '../messages/index.ts';
import type { ReplicatedTable } from './replicated-table.ts';

/** What a world wants of a shared bucket. */
export interface FollowedBucket {
  readonly bucket: SharedBucket;
  readonly table: Pick<ReplicatedTable<never>, 'newest' | 'take' | 'setWhole'>;
  /** Whether this world wants the value of a key. */
  readonly wants: (key: string) => boolean;
  /** Called when changes were taken over. */
  readonly onNews: () => void;
}

interface BucketFollowerOptions extends FollowedBucket {
  readonly connection: NatsConnection;
  readonly world: WorldKey;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Changes that come within so short a time are asked for together. */
const GATHER_MS = 20;
const ASK_MS = 5000;

/**
 * Keeps the table of a world equal to that of the gateway. What the broker publishes again of a shared bucket only says
 * that there is news: the world asks the gateway for all that it lacks, also after a reconnect, and when the gateway
 * says that it has newer changes. So no message that is lost, late or forged takes anything away.
 */
export class BucketFollower {
  readonly #options: BucketFollowerOptions;
  readonly #subscription: Subscription;
  readonly #unfollow: () => void;
  #cancelGather: (() => void) | undefined;
  #asking: Promise<void> | undefined;
  /** Something changed that the answer may lack. */
  #again = false;
  #stopped = false;

  constructor(options: BucketFollowerOptions) {
    const { connection, bucket, clock } = options;
    this.#options = options;
    const askSoon = () => {
      this.#cancelGather ??= clock.after(GATHER_MS, () => {
        this.#cancelGather = undefined;
        this.ask();
      });
    };
    const subject = `${SHARED_BUCKETS[bucket].republished}.>`;
    this.#subscription = connection.subscribe(subject, { callback: askSoon });
    this.#unfollow = followReconnects(connection, () => this.ask());
    this.ask();
  }

  /** The gateway has changes up to this one. */
  onNewest(newest: number): void {
    if (newest > this.#options.table.newest) this.ask();
  }

  /** Asks the gateway for what is missing. */
  ask(): void {
    if (this.#stopped) return;
    this.#again = this.#asking !== undefined;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
      if (this.#again) this.ask();
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unfollow();
    this.#cancelGather?.();
    if (!this.#options.connection.isClosed()) this.#subscription.unsubscribe();
    await this.#asking;
  }

  async #ask(): Promise<void> {
    const { connection, world, bucket, table, wants, onNews, log } = this.#options;
    try {
      for (let more = true; more && !this.#stopped; ) {
        const request = changesRequest.pack({ bucket, after: table.newest });
        const message = await connection.request(SUBJECTS.changes(world), request, { timeout: ASK_MS });
        const reply = changesReply.unpack(message.string());
        if (this.#stopped) return;
        const wanted = reply.rows.filter(([key]) => wants(key));
        if (table.take(wanted, reply.upTo)) onNews();
        ({ more } = reply);
      }
      if (table.setWhole()) onNews();
    } catch (error) {
      // The next welcome of the gateway says that there is more.
      log.debug({ err: error, bucket }, 'the gateway could not be asked for changes');
    }
  }
}
