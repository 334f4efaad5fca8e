import { setTimeout as delay } from 'node:timers/promises';
import { JetStreamApiError, type JetStreamClient, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { Refusal } from '@palatine/contract';
import { BUCKETS, compareStamps, getDirect, isTooFarAhead, merge, type StoredMessage } from '@palatine/fleet';
import type { ListCopy } from '../../fleet/lists/list-copy.ts';
import { type ListValue, pack, unpackKey } from '../../fleet/lists/list-tables.ts';

const { name: BUCKET, republished: REPUBLISHED } = BUCKETS.lists;
const STREAM = `KV_${BUCKET}`;

export interface ListWriterOptions {
  readonly connection: NatsConnection;
  readonly copy: ListCopy;
  readonly now: () => number;
  /** So long a write is tried while the broker takes none: a stream without a leader stands for 6 to 8 s. */
  readonly patienceMs?: number;
}

/** The broker has another message of this key than the write expects. */
const WRONG_LAST_SEQUENCE = 10071;
const PATIENCE_MS = 12_000;
const PUBLISH_MS = 2000;
const PAUSE_MS = 250;
const CONFLICT_PAUSE_MS = 10;

/** Writes values of the bucket LISTS: each over the one that it has read, merged, and again when another came between. */
export class ListWriter {
  readonly #options: ListWriterOptions;
  readonly #stream: JetStreamClient;

  constructor(options: ListWriterOptions) {
    this.#options = options;
    this.#stream = jetstream(options.connection);
  }

  /**
   * Replaces the value of a key, and takes it over into the copy. `make` gets what counts by now, and gives undefined to
   * leave it. @returns what counts then.
   * Throws what `make` throws, and SERVER_BUSY when the broker takes no write in time: then it may be done or not.
   */
  async write<V extends ListValue>(
    key: string,
    make: (stored: V | undefined) => V | undefined,
  ): Promise<V | undefined> {
    const { patienceMs = PATIENCE_MS } = this.#options;
    const end = performance.now() + patienceMs;
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
    return getDirect(this.#options.connection, STREAM, { last_by_subj: listSubject(key) });
  }

  /** What the bucket and the copy say together: the bucket may have been wiped. */
  #stored<V extends ListValue>(key: string, found: StoredMessage | undefined): V | undefined {
    const { copy, now } = this.#options;
    const known = copy.get(key);
    const kept = found === undefined || found.deleted ? undefined : unpackKey(key, found.text);
    const sound = kept !== undefined && !isTooFarAhead(kept.t, now()) ? kept : undefined;
    const all = [known, sound].filter((value) => value !== undefined);
    return all.reduce<ListValue | undefined>(
      (one, other) => (one === undefined ? other : merge(one, other)),
      undefined,
    ) as V | undefined; // a key holds values of one kind
  }

  async #publish(key: string, value: ListValue, lastSubjectSequence: number): Promise<number> {
    const { seq } = await this.#stream.publish(listSubject(key), pack(key, value), {
      expect: { lastSubjectSequence },
      timeout: PUBLISH_MS,
    });
    return seq;
  }

  #keep<V extends ListValue>(key: string, value: V, sequence: number): V {
    this.#options.copy.put(key, value, sequence);
    return value;
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === WRONG_LAST_SEQUENCE;
}

/** The subject of a key of the bucket LISTS. */
function listSubject(key: string): string {
  return `$KV.${BUCKET}.${key}`;
}

/**
 * Makes the bucket LISTS where it is missing. Its changes are published again, and any replica answers who reads it.
 * Throws while the broker is away, and when a bucket of that name is there that does otherwise.
 */
export async function ensureListsBucket(connection: NatsConnection, replicas: number): Promise<void> {
  const source = listSubject('>');
  const kvm = new Kvm(jetstream(connection));
  await kvm.create(BUCKET, { history: 1, replicas, republish: { src: source, dest: `${REPUBLISHED}.>` } });
  const manager = await jetstreamManager(connection, { checkAPI: false });
  const { config } = await manager.streams.info(STREAM);
  if (config.allow_direct === true && config.republish?.src === source) return;
  throw new Error(
    `the stream ${STREAM} of the broker is not as a fleet needs it: no direct gets, or no republish`,
  );
}

/** Removes the entries of a list from the bucket, at once and for all. What its definition says stays. */
export async function purgeEntries(connection: NatsConnection, list: string): Promise<void> {
  const manager = await jetstreamManager(connection, { checkAPI: false });
  for (const kind of ['u', 'ip'])
    await manager.streams.purge(STREAM, { filter: listSubject(`${list}.${kind}.>`) });
}
