import type { MsgHdrs, NatsConnection } from '@nats-io/transport-node';
import { BrokerError } from './connection.ts';
import { lastMessageSubject } from './streams.ts';

export interface LastMessage {
  readonly data: Uint8Array;
  readonly headers: MsgHdrs;
  /** Its number in the stream. */
  readonly sequence: number;
}

const NOT_FOUND = 404;
const TIMEOUT_MS = 2000;

/** The newest message of one subject; undefined for none. Rejects with a BrokerError, or a timeout. */
export async function lastMessage(
  connection: NatsConnection,
  stream: string,
  subject: string,
): Promise<LastMessage | undefined> {
  const reply = await connection.request(lastMessageSubject(stream, subject), '', {
    timeout: TIMEOUT_MS,
  });
  const { headers, data } = reply;
  if (headers === undefined) throw new BrokerError(`${stream}: an answer without headers`);
  if (headers.code === NOT_FOUND) return undefined;
  if (headers.code >= 400) throw new BrokerError(`${stream}: ${headers.code} ${headers.description}`);
  return { data, headers, sequence: sequenceOf(headers, stream) };
}

function sequenceOf(headers: MsgHdrs, stream: string): number {
  const sequence = Number(headers.get('Nats-Sequence'));
  if (Number.isSafeInteger(sequence) && sequence > 0) return sequence;
  throw new BrokerError(`${stream}: an answer without a sequence`);
}
