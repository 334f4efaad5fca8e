import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import {
  changesReply,
  changesRequest,
  followReconnects,
  SHARED_BUCKETS,
  type SharedBucket,
  SUBJECTS,
  type WorldKey,
} from '@palatine/fleet';
import type { Logger } from 'pino';
import type { Clock } from '../game/clock.ts';
import type { Change, KeyedText, ReplicatedTable } from './replicated-table.ts';

export interface BucketFollowerOptions<Value extends Change> {
  readonly connection: NatsConnection;
  readonly world: WorldKey;
  readonly bucket: SharedBucket;
  readonly table: ReplicatedTable<Value>;
  /** Whether this world wants the value of a key. */
  readonly wants: (key: string) => boolean;
  /** Called when changes were taken over. */
  readonly onNews: () => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/** So long changes are gathered, so that many take one commit. */
const GATHER_MS = 20;
const ASK_MS = 5000;

/**
 * Keeps the table of a world equal to a shared bucket: takes the changes that are published again, and asks the gateway
 * for what is missing between two of them, after a reconnect, and when the gateway says that it has newer ones.
 */
export class BucketFollower<Value extends Change> {
  readonly #options: BucketFollowerOptions<Value>;
  readonly #subscription: Subscription;
  readonly #unfollow: () => void;
  /** Changes that follow each other, and are not taken over yet. */
  #gathered: KeyedText[] = [];
  #upTo: number;
  #cancelGather: (() => void) | undefined;
  #asking: Promise<void> | undefined;
  /** A change came that the answer may lack. */
  #again = false;
  #stopped = false;

  constructor(options: BucketFollowerOptions<Value>) {
    const { connection, bucket, table } = options;
    this.#options = options;
    this.#upTo = table.newest;
    this.#subscription = connection.subscribe(`${SHARED_BUCKETS[bucket].republished}.>`, {
      callback: (error, message) => {
        if (error === null) this.#onChange(message);
      },
    });
    this.#unfollow = followReconnects(connection, () => this.ask());
    this.ask();
  }

  /** The gateway has changes up to this one. */
  onNewest(newest: number): void {
    if (newest > this.#upTo) this.ask();
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

  #onChange(message: Msg): void {
    const { bucket, table, log } = this.#options;
    const { name, republished } = SHARED_BUCKETS[bucket];
    if (!isOf(message, `KV_${name}`)) return;
    const key = message.subject.slice(republished.length + 1);
    try {
      const text = message.string();
      const { t, before } = JSON.parse(text) as Change; // the table checks the rest
      if (t <= this.#upTo) return;
      if (before !== this.#upTo || this.#asking !== undefined) return this.ask();
      this.#upTo = t;
      if (this.#options.wants(key)) this.#gathered.push([key, text]);
      this.#cancelGather ??= this.#options.clock.after(GATHER_MS, () => this.#take());
    } catch (error) {
      log.warn({ err: error, key, table: table.newest }, 'a change of the fleet was not taken over');
      this.ask();
    }
  }

  #take(): void {
    const { table, onNews, log } = this.#options;
    this.#cancelGather = undefined;
    const gathered = this.#gathered;
    this.#gathered = [];
    if (this.#stopped) return;
    try {
      if (table.take(gathered, this.#upTo)) onNews();
    } catch (error) {
      log.warn({ err: error }, 'changes of the fleet could not be stored; they are read again');
      this.#upTo = table.newest;
      this.ask();
    }
  }

  async #ask(): Promise<void> {
    const { connection, world, bucket, table, wants, onNews, log } = this.#options;
    try {
      for (let more = true; more && !this.#stopped; ) {
        const request = changesRequest.pack({ bucket, after: table.newest });
        const message = await connection.request(SUBJECTS.changes(world), request, { timeout: ASK_MS });
        const reply = changesReply.unpack(message.string());
        this.#gathered = [];
        if (this.#stopped) return;
        const wanted = reply.rows.filter(([key]) => wants(key));
        if (table.take(wanted, reply.upTo)) onNews();
        this.#upTo = table.newest;
        ({ more } = reply);
      }
      if (table.setWhole()) onNews();
    } catch (error) {
      // The next welcome of the gateway says that there is more.
      log.debug({ err: error, bucket }, 'the gateway could not be asked for changes');
    }
  }
}

/** Whether the broker has published a message again of this stream, and nobody else has sent it. */
function isOf({ headers }: Msg, stream: string): boolean {
  const streams = headers?.values('Nats-Stream') ?? [];
  return streams.length === 1 && streams[0] === stream && !headers?.has('KV-Operation');
}
