import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { BATCH_HEADERS, BrokerError, batch, type FleetStream, lastMessageSubject } from '@palatine/fleet';
import type { StreamEnd } from '../game/protocol.ts';

/** The last message of a subject. */
export interface LastMessage {
  /** In the stream; 0 when there is none. */
  readonly sequence: number;
  /** The newest row that it holds; undefined when it holds none that this version understands. */
  readonly end: StreamEnd | undefined;
}

/** A node may be asked that is about to find a leader. */
const ANSWER_MS = 5000;
const NO_MESSAGE = 404;

/**
 * Reads where the stream of a subject ends. A node that lags behind may answer with an earlier message: what is then
 * published is refused for its sequence. Rejects when nobody answers.
 */
export async function readStreamEnd(
  nc: NatsConnection,
  stream: FleetStream,
  subject: string,
): Promise<LastMessage> {
  const message = await nc.request(lastMessageSubject(stream, subject), undefined, { timeout: ANSWER_MS });
  const code = message.headers?.code ?? 0;
  if (code === NO_MESSAGE) return { sequence: 0, end: undefined };
  const sequence = Number(message.headers?.get('Nats-Sequence'));
  if (code !== 0 || !Number.isSafeInteger(sequence) || sequence < 1) {
    throw new BrokerError(`${stream.name} cannot be read: ${code} ${message.headers?.description ?? ''}`);
  }
  return { sequence, end: endOf(message) };
}

function endOf(message: Msg): StreamEnd | undefined {
  const to = Number(message.headers?.get(BATCH_HEADERS.to));
  const incarnation = message.headers?.get(BATCH_HEADERS.incarnation) ?? '';
  if (!Number.isSafeInteger(to) || to < 0 || incarnation === '') return undefined;
  return { incarnation, to, time: timeOf(message, to) };
}

/** When the last row happened. Without it the row is taken for what its id says. */
function timeOf(message: Msg, to: number): string | undefined {
  try {
    const last = batch.unpack(message.string()).records.at(-1) as
      | { Id?: unknown; Time?: unknown }
      | undefined;
    return last?.Id === to && typeof last.Time === 'string' ? last.Time : undefined;
  } catch {
    return undefined; // of a newer version: its headers say enough
  }
}
