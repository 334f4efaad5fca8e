import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { BrokerError } from './connection.ts';
import { BUCKETS, type FleetBucket, type FleetStream, STREAMS } from './streams.ts';

export interface PrepareOptions {
  /** How many nodes keep each stream: 1, or 3 of a cluster. */
  replicas: 1 | 3;
  /** How long a broker without a leader, or one that does not answer, is asked again. 60 s unless given. */
  patienceMs?: number;
  /** To the account in which the buckets stand; the same unless given. */
  control?: NatsConnection;
}

/** What a fleet wants of a stream; the broker chooses the rest. */
type Wanted = Partial<StreamConfig> & { name: string };

const DAY_NS = 24 * 3_600_000 * 1e6;
/** Nobody publishes with a message id: outboxes and gateways expect a sequence instead. */
const DUPLICATES_NS = 1e9;
const PATIENCE_MS = 60_000;
const RETRY_MS = 250;

/** Errors of the JetStream API that asking again does not mend: wrong limits, replicas without a cluster, subjects of others. */
const PERMANENT_CODES: readonly number[] = [10052, 10065, 10074];

/** Creates or updates the streams and buckets of a fleet. Throws a BrokerError when any is refused. */
export async function prepareStreams(
  nc: NatsConnection,
  { replicas, patienceMs = PATIENCE_MS, control = nc }: PrepareOptions,
): Promise<void> {
  const until = performance.now() + patienceMs;
  const make = async (connection: NatsConnection, wanted: readonly Wanted[]) => {
    const jsm = await jetstreamManager(connection, { checkAPI: false });
    for (const config of wanted) await prepare(jsm, { ...config, num_replicas: replicas }, until);
  };
  await make(nc, Object.values(STREAMS).map(streamConfig));
  await make(control, Object.values(BUCKETS).map(bucketConfig));
}

/** Creates or updates a bucket. Throws while the broker is away, or refuses any part of it. */
export async function prepareBucket(
  connection: NatsConnection,
  bucket: FleetBucket,
  replicas: number,
): Promise<void> {
  const jsm = await jetstreamManager(connection, { checkAPI: false });
  await makeOrUpdate(jsm, { ...bucketConfig(bucket), num_replicas: replicas });
}

async function prepare(jsm: JetStreamManager, wanted: Wanted, until: number): Promise<void> {
  for (;;) {
    try {
      return await makeOrUpdate(jsm, wanted);
    } catch (error) {
      if (error instanceof BrokerError) throw error;
      if (isPermanent(error) || performance.now() > until) {
        throw new BrokerError(`the broker does not take the stream ${wanted.name}`, { cause: error });
      }
      await delay(RETRY_MS);
    }
  }
}

async function makeOrUpdate(jsm: JetStreamManager, wanted: Wanted): Promise<void> {
  const present = await readConfig(jsm, wanted.name);
  if (present !== undefined && differing(wanted, present).length === 0) return;
  const { config } =
    present === undefined
      ? await jsm.streams.add(wanted)
      : await jsm.streams.update(wanted.name, { ...present, ...wanted });
  const ignored = differing(wanted, config);
  if (ignored.length > 0) {
    throw new BrokerError(`the broker has made the stream ${wanted.name} without its ${ignored.join(', ')}`);
  }
}

/** Undefined when there is no such stream. */
async function readConfig(jsm: JetStreamManager, name: string): Promise<StreamConfig | undefined> {
  try {
    return (await jsm.streams.info(name)).config;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** A server drops fields that it does not know without a word. */
function differing(wanted: Wanted, config: StreamConfig): string[] {
  return Object.entries(wanted)
    .filter(([name, value]) => !isDeepStrictEqual(value, config[name as keyof StreamConfig]))
    .map(([name]) => name);
}

function isPermanent(error: unknown): boolean {
  return error instanceof JetStreamApiError && PERMANENT_CODES.includes(error.code);
}

/** `allow_direct`: a world may read the last message of its own subject, and has no other right to the stream. */
const COMMON = {
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  discard: DiscardPolicy.Old,
  allow_direct: true,
  duplicate_window: DUPLICATES_NS,
} as const;

function streamConfig({ name, subjects, keptDays, newestOnly }: FleetStream): Wanted {
  return {
    ...COMMON,
    name,
    subjects: [...subjects],
    max_age: keptDays * DAY_NS,
    max_msgs_per_subject: newestOnly ? 1 : -1,
  };
}

/** As the clients of NATS make a bucket, so that they can open it. */
function bucketConfig({ name, republished }: FleetBucket): Wanted {
  return {
    ...COMMON,
    name: `KV_${name}`,
    subjects: [`$KV.${name}.>`],
    discard: DiscardPolicy.New,
    max_age: 0,
    max_msgs_per_subject: 1,
    allow_rollup_hdrs: true,
    deny_delete: true,
    ...(republished !== '' && { republish: { src: `$KV.${name}.>`, dest: `${republished}.>` } }),
  };
}
