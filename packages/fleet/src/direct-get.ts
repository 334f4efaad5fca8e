import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { wasSentByBroker } from './sent-by-broker.ts';

/** A message as a stream keeps it. */
export interface StoredMessage {
  readonly subject: string;
  readonly sequence: number;
  /** ms since 1970, by the clock of the broker. */
  readonly timeMs: number;
  readonly text: string;
  /** Says of a bucket that the key was deleted. */
  readonly deleted: boolean;
}

/** The newest message of a subject, or the first one from a sequence on. Wildcards count. */
export type DirectQuery =
  | { readonly last_by_subj: string }
  | { readonly seq: number; readonly next_by_subj: string };

const TIMEOUT_MS = 2000;
const NOT_FOUND = 404;

/** The broker answers a direct get with an error. */
class DirectGetError extends Error {
  override readonly name = 'DirectGetError';
}

/** Reads one message directly, from any replica: a new one may be missing. Undefined where none is. */
export async function getDirect(
  connection: NatsConnection,
  stream: string,
  query: DirectQuery,
): Promise<StoredMessage | undefined> {
  const message = await connection.request(`$JS.API.DIRECT.GET.${stream}`, JSON.stringify(query), {
    timeout: TIMEOUT_MS,
  });
  const { headers } = message;
  if (headers?.code === NOT_FOUND) return undefined;
  const found = storedMessage(message, headers?.get('Nats-Subject') ?? '', stream);
  if (found === undefined) throw new DirectGetError(`${stream}: ${headers?.code} ${headers?.description}`);
  return found;
}

/** A message that a stream has sent: by a direct get, or published again. Undefined where it lacks the marks of that stream. */
export function storedMessage(message: Msg, subject: string, stream: string): StoredMessage | undefined {
  const { headers } = message;
  if (headers?.values('Nats-Stream').includes(stream) !== true) return undefined;
  if (!headers.values('Nats-Subject').includes(subject)) return undefined;
  const sequence = Number(headers.get('Nats-Sequence'));
  const timeMs = Date.parse(headers.get('Nats-Time-Stamp'));
  if (!Number.isSafeInteger(sequence) || sequence < 1 || Number.isNaN(timeMs)) return undefined;
  const text = wasSentByBroker(headers) ? '' : message.string(); // of what a world has forged nothing counts
  return { subject, sequence, timeMs, text, deleted: headers.has('KV-Operation') };
}
