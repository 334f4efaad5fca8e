import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { BrokerError } from './connection.ts';

/** An entry of a bucket as it was when it was read. */
export interface BucketEntry {
  /** Without the name of the bucket. */
  key: string;
  value: Uint8Array;
  /** Of its change, as in the `Nats-Sequence` of what is republished. */
  sequence: number;
  /** The entry says that the key is gone. */
  deleted: boolean;
}

/** Reads under way: enough to hide the way to the broker, and within what it works off for one connection. */
const UNDER_WAY = 16;
const SLICES = 256;
const ANSWER_MS = 5000;
const NO_MESSAGE = '404';
const DELETED = new Set(['DEL', 'PURGE']);

/**
 * Reads all entries of a bucket below `filter`, such as `main.>`, in no order, by direct gets alone: a world has the
 * right to these and no right to make a consumer, since a consumer delivers to any subject. Entries that change
 * meanwhile may be missed: subscribe to what is republished first. Throws a BrokerError when the broker does not answer.
 */
export async function* readBucket(
  connection: NatsConnection,
  bucket: string,
  filter = '>',
): AsyncGenerator<BucketEntry> {
  const prefix = `$KV.${bucket}.`;
  const get = (query: object) => directGet(connection, `KV_${bucket}`, query);
  const newest = await get({ last_by_subj: prefix + filter });
  if (newest === undefined) return;
  const last = sequenceOf(newest);
  const size = Math.ceil(last / SLICES);
  const starts = Array.from({ length: Math.ceil(last / size) }, (_, slice) => 1 + slice * size);

  /** The entries from one sequence up to before another, one after the other. */
  async function slice(from: number): Promise<BucketEntry[]> {
    const entries: BucketEntry[] = [];
    for (let next = from; next < from + size; ) {
      const found = await get({ seq: next, next_by_subj: prefix + filter });
      if (found === undefined || sequenceOf(found) >= from + size) return entries;
      entries.push(entryOf(found, prefix));
      next = sequenceOf(found) + 1;
    }
    return entries;
  }

  for (let at = 0; at < starts.length; at += UNDER_WAY) {
    const slices = await Promise.all(starts.slice(at, at + UNDER_WAY).map(slice));
    yield* slices.flat();
  }
}

/** Undefined when there is no such message. */
async function directGet(
  connection: NatsConnection,
  stream: string,
  query: object,
): Promise<Msg | undefined> {
  let answer: Msg;
  try {
    answer = await connection.request(`$JS.API.DIRECT.GET.${stream}`, JSON.stringify(query), {
      timeout: ANSWER_MS,
    });
  } catch (cause) {
    throw new BrokerError(`the broker does not answer for ${stream}`, { cause });
  }
  const code = answer.headers?.code ? String(answer.headers.code) : undefined;
  if (code === NO_MESSAGE) return undefined;
  if (code !== undefined) throw new BrokerError(`${stream}: ${code} ${answer.headers?.description}`);
  return answer;
}

function sequenceOf({ headers }: Msg): number {
  return Number(headers?.get('Nats-Sequence'));
}

function entryOf(message: Msg, prefix: string): BucketEntry {
  const { headers, data } = message;
  return {
    key: (headers?.last('Nats-Subject') ?? '').slice(prefix.length),
    value: data,
    sequence: sequenceOf(message),
    deleted: DELETED.has(headers?.get('KV-Operation') ?? ''),
  };
}
