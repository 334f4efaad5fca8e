import type { DatabaseSync } from 'node:sqlite';
import { type KV, Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { followReconnects } from '@palatine/fleet/connection';
import type { Change, ReplicatedTable } from '@palatine/fleet/list-table';
import { SHARED_BUCKETS, type SharedBucket as SharedBucketName } from '@palatine/fleet/messages';
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
export function sharedBucket<Value extends Change>(
  { connection, replicas, clock, log }: GatewayContext,
  bucket: SharedBucketName,
  table: ReplicatedTable<Value>,
  /** Called when the bucket had changes that the table lacked. */
  onChange = () => {},
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** The bucket has all changes up to this one; undefined while unknown. */
  let pushed: number | undefined;
  let wake: () => void = () => {};
  const unfollow = followReconnects(connection, () => {
    pushed = undefined;
    wake();
  });
  const isPushed = () => pushed === table.newest;
  const nextChange = () => Math.max(clock.now(), table.newest + 1);

  async function run(): Promise<void> {
    let reported = false;
    while (!signal.aborted) {
      try {
        const kv = await open();
        const stored = pushed === undefined ? await read(kv) : new Map<string, number>();
        reported = false;
        await push(kv, stored);
        if (!signal.aborted && isPushed()) await new Promise<void>((resolve) => (wake = resolve));
      } catch (error) {
        pushed = undefined;
        if (!reported && !signal.aborted)
          log.warn({ err: error, bucket }, 'could not write changes to the broker; retrying');
        reported = true;
        await pause(clock, RETRY_MS, signal);
      }
    }
  }

  function open(): Promise<KV> {
    const { name, republished } = SHARED_BUCKETS[bucket];
    const republish = { src: `$KV.${name}.>`, dest: `${republished}.>` };
    return new Kvm(connection).create(name, { republish, replicas });
  }

  /** Applies newer values of the bucket. @returns the time of each of its values, by key */
  async function read(kv: KV): Promise<Map<string, number>> {
    pushed = 0; // undefined again after a reconnect
    const values: [key: string, text: string][] = [];
    if ((await kv.status()).values > 0) {
      for await (const entry of await kv.watch()) {
        if (entry.operation === 'PUT') values.push([entry.key, entry.string()]);
        if (entry.delta === 0) break;
      }
    }
    const times = new Map(values.map(([key, text]) => [key, timeOf(text)]));
    if (table.apply(values, Math.max(0, ...times.values()))) onChange();
    return times;
  }

  /** Puts missing changes into the bucket. `stored`: the times of its values. */
  async function push(kv: KV, stored: ReadonlyMap<string, number>): Promise<void> {
    for (let more = true; more && pushed !== undefined && !signal.aborted; ) {
      const changes = table.after(pushed, PUT_BATCH);
      const missing = changes.rows.filter(([key, text]) => (stored.get(key) ?? 0) < timeOf(text));
      await Promise.all(missing.map(([key, text]) => kv.put(key, text)));
      if (pushed !== undefined) pushed = changes.upTo;
      ({ more } = changes);
    }
  }

  const running = run();
  return {
    /** Whether the bucket has every change. */
    isPushed,
    /** The time of the next change: later than that of any before. */
    nextChange,
    /** Replaces the value of a key, on disk on return. */
    write<V extends Value>(key: string, value: Omit<V, keyof Change>): V {
      const written = { ...value, t: nextChange() } as unknown as V; // which lacked it
      table.put(key, written);
      wake();
      return written;
    },
    async stop(): Promise<void> {
      stopping.abort();
      unfollow();
      wake();
      await running;
    },
  };
}

export type SharedBucket<Value extends Change> = ReturnType<typeof sharedBucket<Value>>;

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
