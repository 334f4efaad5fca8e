import type { NatsConnection } from '@nats-io/transport-node';
import {
  BATCH_HEADERS,
  batch,
  type FleetStream,
  lastMessage,
  type LastMessage as StoredMessage,
  wasSentByBroker,
} from '@palatine/fleet';
import type { StreamEnd } from '../game/calls.ts';

/** The last message of a subject. */
export interface LastMessage {
  /** In the stream; 0 when there is none. */
  readonly sequence: number;
  /** The newest row that it holds; undefined when it holds none that this version understands. */
  readonly end: StreamEnd | undefined;
}

/**
 * Reads where the stream of a subject ends. A node that lags behind may answer with an earlier message: what is then
 * published is refused for its sequence. Rejects when nobody answers.
 */
export async function readStreamEnd(
  nc: NatsConnection,
  stream: FleetStream,
  subject: string,
): Promise<LastMessage> {
  const message = await lastMessage(nc, stream.name, subject);
  return message === undefined
    ? { sequence: 0, end: undefined }
    : { sequence: message.sequence, end: endOf(message) };
}

/** Undefined for what another world has had the broker store here: then everything is sent again. */
function endOf(message: StoredMessage): StreamEnd | undefined {
  const { headers } = message;
  const to = Number(headers.get(BATCH_HEADERS.to));
  const incarnation = headers.get(BATCH_HEADERS.incarnation);
  if (wasSentByBroker(headers) || !Number.isSafeInteger(to) || to < 0 || incarnation === '') return undefined;
  return { incarnation, to, time: timeOf(message, to) };
}

/** When the last row happened. Without it the row is taken for what its id says. */
function timeOf({ data }: StoredMessage, to: number): string | undefined {
  try {
    const last = batch.unpack(new TextDecoder().decode(data)).records.at(-1) as
      | { Id?: unknown; Time?: unknown }
      | undefined;
    return last?.Id === to && typeof last.Time === 'string' ? last.Time : undefined;
  } catch {
    return undefined; // of a newer version: its headers say enough
  }
}
