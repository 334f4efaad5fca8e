import { setTimeout as delay } from 'node:timers/promises';
import { DiscardPolicy, JetStreamApiError, jetstreamManager, StorageType } from '@nats-io/jetstream';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import { BrokerError, FLEET_STREAM } from '@palatine/fleet';

const DAY_MS = 86_400_000;
/** A message repeated within this time is stored once. */
const DUPLICATES_MS = 120_000;
const PATIENCE_MS = 60_000;
const RETRY_MS = 250;
/** Permanent errors of the JetStream API: wrong limits, replicas without a cluster, subjects of others. */
const PERMANENT_CODES: readonly number[] = [10052, 10065, 10074];

export interface StreamOptions {
  /** Nodes that keep the stream: 1, or 3 of a cluster. */
  readonly replicas: 1 | 3;
}

/** Creates the stream of the fleet where it is missing: at first, and after a broker has lost its disk. */
export async function ensureStream(connection: NatsConnection, { replicas }: StreamOptions): Promise<void> {
  const { name, subjects, keptDays } = FLEET_STREAM;
  const { streams } = await jetstreamManager(connection, { checkAPI: false });
  if ((await streams.info(name).catch(undefinedWhereMissing)) !== undefined) return;
  await streams.add({
    name,
    subjects: [...subjects],
    storage: StorageType.File,
    discard: DiscardPolicy.Old,
    max_age: nanos(keptDays * DAY_MS),
    duplicate_window: nanos(DUPLICATES_MS),
    num_replicas: replicas,
  });
}

/** Waits until a broker accepts the stream of the fleet, which may have no leader yet. Throws a BrokerError when it refuses. */
export async function prepareStream(connection: NatsConnection, options: StreamOptions): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ensureStream(connection, options);
    } catch (error) {
      const isPermanent = error instanceof JetStreamApiError && PERMANENT_CODES.includes(error.code);
      if (isPermanent || performance.now() > until) {
        throw new BrokerError(`the broker does not accept the stream ${FLEET_STREAM.name}`, { cause: error });
      }
      await delay(RETRY_MS);
    }
  }
}

function undefinedWhereMissing(error: unknown): undefined {
  if (error instanceof JetStreamApiError && error.status === 404) return undefined;
  throw error;
}
