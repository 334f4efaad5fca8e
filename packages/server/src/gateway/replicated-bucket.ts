import { setTimeout as delay } from 'node:timers/promises';
import { JetStreamApiError, type JetStreamClient, jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { Refusal } from '@palatine/contract';
import {
  BucketFollower,
  compareStamps,
  type FleetBucket,
  getDirect,
  merge,
  prepareBucket,
  type SeenMark,
  type StoredMessage,
} from '@palatine/fleet';
import type { Logger } from 'pino';
import { eachAtOnce } from '../fleet/each-at-once.ts';
import type { ReplicatedTable, Stamped } from '../fleet/replicated-table.ts';

export interface ReplicatedBucketOptions<Value extends Stamped> {
  /** To the account of the gateways. */
  readonly connection: NatsConnection;
  readonly bucket: FleetBucket;
  /** The copy of this gateway. */
  readonly table: ReplicatedTable<Value>;
  /** How many nodes keep the bucket: 1, or 3 in a cluster. */
  readonly replicas: number;
  readonly log: Logger;
  /** Called when changes of the bucket were taken over. */
  readonly onNews?: () => void;
  /** How often the copy is compared with the broker; 10 minutes unless given. */
  readonly compareMs?: number | undefined;
}

/** The broker has another message of this key than the write expects. */
const WRONG_LAST_SEQUENCE = 10071;
/** A write is tried this long while the broker takes none: a stream without a leader stands still for 6 to 8 s. */
const PATIENCE_MS = 12_000;
const PUBLISH_MS = 2000;
const PAUSE_MS = 250;
const CONFLICT_PAUSE_MS = 10;
/** Values that are put into the bucket at a time. */
const MOST_UNDER_WAY = 16;
/** Before the bucket is made again. */
const AGAIN_MS = 1000;

/**
 * A bucket of the fleet at a gateway: keeps the copy equal to it, fills one that was wiped from the copy, and writes
 * values, each over the one that it has read, merged, and again when another came between.
 */
export class ReplicatedBucket<Value extends Stamped> {
  readonly #options: ReplicatedBucketOptions<Value>;
  readonly #stream: JetStreamClient;
  #follower: BucketFollower | undefined;
  #filling: Promise<void> | undefined;
  #ensuring: Promise<void> | undefined;
  #starting: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: ReplicatedBucketOptions<Value>) {
    this.#options = options;
    this.#stream = jetstream(options.connection);
  }

  /** Makes the bucket where it is missing, and follows it. Returns at once. */
  start(): void {
    this.#starting = this.#start();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#starting;
    await this.#follower?.stop();
    await Promise.all([this.#filling, this.#ensuring]);
  }

  /** Up to where the bucket was read. */
  get seen(): SeenMark {
    return this.#follower?.seen ?? this.#options.table.mark;
  }

  /** Compares the copy with the bucket now. */
  compare(): void {
    this.#follower?.compare();
  }

  /**
   * Replaces the value of a key, and takes it over into the copy. `make` gets what counts by now, and gives undefined to
   * leave it. @returns what counts then.
   * Throws what `make` throws, and SERVER_BUSY when the broker takes no write in time: then it may be done or not.
   */
  async write<V extends Value>(
    key: string,
    make: (stored: V | undefined) => V | undefined,
  ): Promise<V | undefined> {
    const end = performance.now() + PATIENCE_MS;
    let tried: V | undefined;
    let cause: unknown;
    while (performance.now() < end) {
      const found = await this.#read(key).catch((error: unknown) => error as Error);
      if (found instanceof Error) {
        cause = found;
        await delay(PAUSE_MS);
        continue;
      }
      const stored = this.#stored<V>(key, found);
      if (tried !== undefined && stored !== undefined && compareStamps(stored.t, tried.t) === 0) {
        return this.#keep(key, stored, found?.sequence ?? 0); // the answer was lost, not the write
      }
      const value = make(stored);
      if (value === undefined) return stored;
      tried = value;
      try {
        return this.#keep(key, value, await this.#publish(key, value, found?.sequence ?? 0));
      } catch (error) {
        cause = error;
        await delay(isConflict(error) ? CONFLICT_PAUSE_MS : PAUSE_MS);
      }
    }
    throw new Refusal(
      'SERVER_BUSY',
      'the broker of the fleet takes no writes; this one may be done or not: try again',
      {},
      { cause },
    );
  }

  #read(key: string): Promise<StoredMessage | undefined> {
    const { connection, bucket } = this.#options;
    return getDirect(connection, `KV_${bucket.name}`, { last_by_subj: this.#subject(key) });
  }

  /** The bucket and the copy merged: the bucket may have been wiped. */
  #stored<V extends Value>(key: string, found: StoredMessage | undefined): V | undefined {
    const { table } = this.#options;
    const known = table.get(key);
    const kept = found === undefined || found.deleted ? undefined : table.read(key, found.text);
    // A key holds values of one kind.
    return (known !== undefined && kept !== undefined ? merge(known, kept) : (known ?? kept)) as
      | V
      | undefined;
  }

  async #publish(key: string, value: Value, lastSubjectSequence: number): Promise<number> {
    const { seq } = await this.#stream.publish(this.#subject(key), this.#options.table.pack(key, value), {
      expect: { lastSubjectSequence },
      timeout: PUBLISH_MS,
    });
    return seq;
  }

  #keep<V extends Value>(key: string, value: V, sequence: number): V {
    this.#options.table.put(key, value, sequence);
    return value;
  }

  #subject(key: string): string {
    return `$KV.${this.#options.bucket.name}.${key}`;
  }

  async #start(): Promise<void> {
    const { connection, bucket, table, log, onNews, compareMs } = this.#options;
    await this.#ensure();
    if (this.#stopped) return;
    this.#follower = new BucketFollower({
      connection,
      bucket,
      seen: table.mark,
      take: (messages, mark) => {
        if (table.take(messages, mark)) onNews?.();
      },
      onNewBucket: () => {
        log.warn(
          `the broker has lost the bucket ${bucket.name}; it is filled again from the copy of this gateway`,
        );
        table.forgetSequences();
      },
      onWhole: () => this.#onWhole(),
      report: (problem, error) => {
        log.warn({ err: error }, problem);
        this.#ensuring ??= this.#ensure().finally(() => {
          this.#ensuring = undefined;
        });
      },
      ...(compareMs !== undefined && { compareMs }),
    });
    this.#follower.start();
  }

  /** Makes the bucket anew where it is gone: nothing lives in the broker alone. */
  async #ensure(): Promise<void> {
    const { connection, bucket, replicas, log } = this.#options;
    for (let attempt = 0; !this.#stopped; attempt++) {
      try {
        return await prepareBucket(connection, bucket, replicas);
      } catch (error) {
        if (attempt === 0) log.warn({ err: error }, `the bucket ${bucket.name} cannot be made yet`);
        await delay(AGAIN_MS);
      }
    }
  }

  #onWhole(): void {
    this.#options.table.setWhole();
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = undefined;
    });
  }

  /** Puts into the bucket what it lacks, retried with the next comparison. Gateways may do it at once. */
  async #fill(): Promise<void> {
    const { table, bucket, log } = this.#options;
    try {
      await eachAtOnce(table.missingInBucket(), MOST_UNDER_WAY, async (key) => {
        if (!this.#stopped) await this.write(key, (stored) => stored);
      });
    } catch (error) {
      log.warn({ err: error }, `the bucket ${bucket.name} could not be filled; it is tried again`);
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === WRONG_LAST_SEQUENCE;
}
