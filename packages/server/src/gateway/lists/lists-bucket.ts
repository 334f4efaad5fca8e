import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { BUCKETS } from '@palatine/fleet';

const { name, republished } = BUCKETS.lists;
const STREAM = `KV_${name}`;

/** The subject of a key of the bucket LISTS. */
export function listSubject(key: string): string {
  return `$KV.${name}.${key}`;
}

export const LISTS_STREAM = STREAM;

/**
 * Makes the bucket LISTS where it is missing. Its changes are published again, and any replica answers who reads it.
 * Throws while the broker is away, and when a bucket of that name is there that does otherwise.
 */
export async function ensureListsBucket(connection: NatsConnection, replicas: number): Promise<void> {
  const source = listSubject('>');
  const kvm = new Kvm(jetstream(connection));
  await kvm.create(name, { history: 1, replicas, republish: { src: source, dest: `${republished}.>` } });
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
