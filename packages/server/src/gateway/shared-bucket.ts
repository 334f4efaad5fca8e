import { type KV, Kvm } from '@nats-io/kv';
import { type SharedBucket as BucketName, followReconnects, SHARED_BUCKETS } from '@palatine/fleet';
import type { Change, ReplicatedTable } from '../fleet/replicated-table.ts';
import { pause } from '../game/pause.ts';
import type { GatewayContext } from './gateway-context.ts';

export interface SharedBucketOptions<Value extends Change> extends GatewayContext {
  readonly bucket: BucketName;
  readonly table: ReplicatedTable<Value>;
  /** Called when the bucket had something that the table lacked. */
  readonly onNews?: () => void;
}

/** What a change makes of a value; the bucket says when. */
export type Changed<Value extends Change> = Omit<Value, keyof Change>;

const AGAIN_MS = 1000;
/** Values that are put at a time, in their order. */
const BURST = 64;

/**
 * A shared bucket at its gateway, which alone writes it. A change counts once the table of the gateway has it; the bucket
 * gets it at once, or when the broker is back, and publishes it to the worlds. At the start and after each reconnect the
 * two are compared: of two values the newer one counts.
 */
export class SharedBucket<Value extends Change> {
  readonly #options: SharedBucketOptions<Value>;
  readonly #stopping = new AbortController();
  readonly #unfollow: () => void;
  /** The change up to which the bucket has all; undefined while that is not known. */
  #pushed: number | undefined;
  #wake: () => void = () => {};
  #running: Promise<void> | undefined;

  constructor(options: SharedBucketOptions<Value>) {
    this.#options = options;
    this.#unfollow = followReconnects(options.connection, () => {
      this.#pushed = undefined;
      this.#wake();
    });
  }

  /** Makes the bucket where it is missing, and keeps it equal to the table. Returns at once. */
  start(): void {
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
    return this.#pushed === this.#options.table.newest;
  }

  /** Replaces the value of a key, on disk on return. `make` gets what counts by now, and the time of the change. */
  write<V extends Value>(key: string, make: (stored: V | undefined, t: number) => Changed<V>): V {
    const { table, clock } = this.#options;
    const t = Math.max(clock.now(), table.newest + 1);
    const made = make(table.get(key) as V | undefined, t); // a key holds values of one kind
    const value = { ...made, t } as unknown as V; // which lacked it
    table.put(key, value);
    this.#wake();
    return value;
  }

  async #run(): Promise<void> {
    const { bucket, clock, log } = this.#options;
    const { signal } = this.#stopping;
    let reported = false;
    while (!signal.aborted) {
      try {
        const kv = await this.#open();
        if (this.#pushed === undefined) await this.#compare(kv);
        reported = false;
        await this.#push(kv);
        if (!signal.aborted && this.#pushed === this.#options.table.newest)
          await new Promise<void>((resolve) => (this.#wake = resolve));
      } catch (error) {
        this.#pushed = undefined;
        if (!reported && !signal.aborted)
          log.warn({ err: error, bucket }, 'the broker takes no changes; trying again');
        reported = true;
        await pause(clock, AGAIN_MS, signal);
      }
    }
  }

  #open(): Promise<KV> {
    const { connection, bucket, replicas } = this.#options;
    const { name, republished } = SHARED_BUCKETS[bucket];
    const republish = { src: `$KV.${name}.>`, dest: `${republished}.>` };
    return new Kvm(connection).create(name, { republish, replicas });
  }

  /** Takes over what is newer in the bucket, and puts into it what it lacks. */
  async #compare(kv: KV): Promise<void> {
    const { table, onNews } = this.#options;
    const found: [key: string, text: string][] = [];
    if ((await kv.status()).values > 0) {
      for await (const entry of await kv.watch()) {
        if (entry.operation === 'PUT') found.push([entry.key, entry.string()]);
        if (entry.delta === 0) break;
      }
    }
    const times = new Map(found.map(([key, text]) => [key, timeOf(text)]));
    if (table.take(found, Math.max(0, ...times.values()))) onNews?.();
    table.setWhole();
    const upTo = table.newest;
    const lacking = [...table.entries()].filter(([key, { t }]) => (times.get(key) ?? 0) < t);
    await this.#putAll(
      kv,
      lacking.sort(([, one], [, other]) => one.t - other.t),
    );
    this.#pushed = upTo;
  }

  async #push(kv: KV): Promise<void> {
    const { table } = this.#options;
    while (this.#pushed !== undefined && !this.#stopping.signal.aborted) {
      const { rows, upTo } = table.after(this.#pushed, BURST);
      if (rows.length === 0) return;
      await Promise.all(rows.map(([key, text]) => kv.put(key, text)));
      this.#pushed = upTo;
    }
  }

  async #putAll(kv: KV, entries: readonly (readonly [key: string, value: Value])[]): Promise<void> {
    const { table } = this.#options;
    for (let at = 0; at < entries.length; at += BURST) {
      const burst = entries.slice(at, at + BURST);
      await Promise.all(burst.map(([key, value]) => kv.put(key, table.pack(key, value))));
    }
  }
}

/** When a value in the bucket was changed; 0 for one that cannot be read. */
function timeOf(text: string): number {
  try {
    return (JSON.parse(text) as Change).t;
  } catch {
    return 0; // the table reports it
  }
}
