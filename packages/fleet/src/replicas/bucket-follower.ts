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
export class BucketFollower {
  readonly #options: BucketFollowerOptions;
  readonly #subscription: Subscription;
  readonly #unfollow: () => void;
  #cancelGather: (() => void) | undefined;
  #asking: Promise<void> | undefined;
  /** Set when something changed that the pending reply may lack. */
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
    const { connection, world, bucket, table, wants, onChange, log } = this.#options;
    try {
      for (let more = true; more && !this.#stopped; ) {
        const request = changesRequest.pack({ bucket, after: table.newest });
        const message = await connection.request(SUBJECTS.changes(world), request, { timeout: ASK_MS });
        const reply = changesReply.unpack(message.string());
        if (this.#stopped) return;
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
}
