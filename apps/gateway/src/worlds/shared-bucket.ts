import type { DatabaseSync } from 'node:sqlite';
import { type KV, Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { followReconnects, SHARED_BUCKETS, type SharedBucket as SharedBucketName } from '@palatine/fleet';
import type { Change, ReplicatedTable } from '@palatine/fleet/replicated-table';
import { type Clock, pause } from '@palatine/platform/clock';
import type { Logger } from 'pino';

const RETRY_MS = 1000;
/** Values that are put at once, in order. */
const PUT_BATCH = 64;

/**
 * A shared bucket at its gateway, its only writer, which creates it where it is missing. A change takes effect once the
 * table of the gateway has it; the bucket gets it at once, or when the broker is back, and publishes it to the worlds.
 * At the start and after each reconnect the two are merged: of two values the newer one wins.
 */
export class SharedBucket<Value extends Change> {
  readonly #context: GatewayContext;
  readonly #name: SharedBucketName;
  readonly #table: ReplicatedTable<Value>;
  readonly #onChange: () => void;
  readonly #stopping = new AbortController();
  readonly #unfollow: () => void;
  /** The bucket has all changes up to this one; undefined while unknown. */
  #pushed: number | undefined;
  #wake: () => void = () => {};
  readonly #running: Promise<void>;

  /** `onChange`: called when the bucket had changes that the table lacked. */
  constructor(
    context: GatewayContext,
    name: SharedBucketName,
    table: ReplicatedTable<Value>,
    onChange = () => {},
  ) {
    this.#context = context;
    this.#name = name;
    this.#table = table;
    this.#onChange = onChange;
    this.#unfollow = followReconnects(context.connection, () => {
      this.#pushed = undefined;
      this.#wake();
    });
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#unfollow();
    this.#wake();
    await this.#running;
  }

  /** Whether the bucket has every change. */
  get isPushed(): boolean {
    return this.#pushed === this.#table.newest;
  }

  /** The time of the next change: later than that of any before. */
  get nextChange(): number {
    return Math.max(this.#context.clock.now(), this.#table.newest + 1);
  }

  /** Replaces the value of a key, on disk on return. */
  write<V extends Value>(key: string, value: Omit<V, keyof Change>): V {
    const written = { ...value, t: this.nextChange } as unknown as V; // which lacked it
    this.#table.put(key, written);
    this.#wake();
    return written;
  }

  async #run(): Promise<void> {
    const { clock, log } = this.#context;
    const { signal } = this.#stopping;
    let reported = false;
    while (!signal.aborted) {
      try {
        const kv = await this.#open();
        const stored = this.#pushed === undefined ? await this.#read(kv) : new Map<string, number>();
        reported = false;
        await this.#push(kv, stored);
        if (!signal.aborted && this.isPushed) await new Promise<void>((resolve) => (this.#wake = resolve));
      } catch (error) {
        this.#pushed = undefined;
        if (!reported && !signal.aborted)
          log.warn({ err: error, bucket: this.#name }, 'could not write changes to the broker; retrying');
        reported = true;
        await pause(clock, RETRY_MS, signal);
      }
    }
  }

  #open(): Promise<KV> {
    const { connection, replicas } = this.#context;
    const { name, republished } = SHARED_BUCKETS[this.#name];
    const republish = { src: `$KV.${name}.>`, dest: `${republished}.>` };
    return new Kvm(connection).create(name, { republish, replicas });
  }

  /** Applies newer values of the bucket. @returns the time of each of its values, by key */
  async #read(kv: KV): Promise<Map<string, number>> {
    this.#pushed = 0; // undefined again after a reconnect
    const values: [key: string, text: string][] = [];
    if ((await kv.status()).values > 0) {
      for await (const entry of await kv.watch()) {
        if (entry.operation === 'PUT') values.push([entry.key, entry.string()]);
        if (entry.delta === 0) break;
      }
    }
    const times = new Map(values.map(([key, text]) => [key, timeOf(text)]));
    if (this.#table.apply(values, Math.max(0, ...times.values()))) this.#onChange();
    return times;
  }

  /** Puts missing changes into the bucket. `stored`: the times of its values. */
  async #push(kv: KV, stored: ReadonlyMap<string, number>): Promise<void> {
    for (let more = true; more && this.#pushed !== undefined && !this.#stopping.signal.aborted; ) {
      const changes = this.#table.after(this.#pushed, PUT_BATCH);
      const missing = changes.rows.filter(([key, text]) => (stored.get(key) ?? 0) < timeOf(text));
      await Promise.all(missing.map(([key, text]) => kv.put(key, text)));
      if (this.#pushed !== undefined) this.#pushed = changes.upTo;
      ({ more } = changes);
    }
  }
}

/** When a value was changed; 0 for an unreadable one. */
function timeOf(text: string): number {
  try {
    return (JSON.parse(text) as Change).t;
  } catch {
    return 0; // the table reports it
  }
}

export interface GatewayContext {
  readonly database: DatabaseSync;
  /** Uses the account of the worlds; for shared buckets that of the gateway. */
  readonly connection: NatsConnection;
  /** Copies of each bucket: 1, or 3 in a cluster. */
  readonly replicas: 1 | 3;
  readonly clock: Clock;
  readonly log: Logger;
}
