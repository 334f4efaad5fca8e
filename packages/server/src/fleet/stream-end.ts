import { headers, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import {
  BATCH_HEADERS,
  BrokerError,
  batch,
  type FleetStream,
  lastMessage,
  type LastMessage as StoredMessage,
  wasSentByBroker,
} from '@palatine/fleet';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { StreamEnd } from '../game/calls.ts';

/** A stream that changes its leader answers after several seconds. */
const ACK_MS = 8000;
const WRONG_LAST_SEQUENCE = 10071;
const PublishAck = Compile(
  Type.Object({
    seq: Type.Optional(Type.Integer({ minimum: 0 })),
    error: Type.Optional(Type.Object({ err_code: Type.Integer(), description: Type.String() })),
  }),
);
/** For the headers of a message, which count as its payload. */
const HEADER_BYTES = 1024;
/** The default of nats-server. */
const USUAL_PAYLOAD_BYTES = 1024 * 1024;

/** The last message of a subject. */
export interface LastMessage {
  /** In the stream; 0 when there is none. */
  readonly sequence: number;
  /** The newest row that it holds; undefined when it holds none that this version understands. */
  readonly end: StreamEnd | undefined;
}

/** Reads where a stream ends; a lagging node may say less. Rejects when nobody answers. */
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

/** The largest payload that the broker takes of a message with headers. */
export function mostPayloadBytes(nc: NatsConnection): number {
  return (nc.info?.max_payload ?? USUAL_PAYLOAD_BYTES) - HEADER_BYTES;
}

/** The stream has got a message since its last was read: from another instance of this world, or from a lost answer. */
export class StreamMovedError extends BrokerError {}

/** Publishes a message and resolves with its sequence. When it rejects, it may be stored all the same. */
export async function publishWithAck(
  nc: NatsConnection,
  subject: string,
  payload: Uint8Array | string,
  headers?: MsgHdrs,
): Promise<number> {
  const options = headers === undefined ? { timeout: ACK_MS } : { timeout: ACK_MS, headers };
  const message = await nc.request(subject, payload, options);
  const ack: unknown = message.json();
  if (!PublishAck.Check(ack))
    throw new BrokerError('the stream has answered with something else than an ack');
  if (ack.error?.err_code === WRONG_LAST_SEQUENCE) throw new StreamMovedError(ack.error.description);
  if (ack.error !== undefined || !ack.seq) throw new BrokerError(ack.error?.description ?? 'no sequence');
  return ack.seq;
}

export interface PackedBatch {
  readonly text: string;
  readonly incarnation: string;
  readonly to: number;
}

/** Publishes a batch after `sequence`. Rejects with a StreamMovedError when another message came. */
export function publishBatch(
  nc: NatsConnection,
  subject: string,
  { text, incarnation, to }: PackedBatch,
  sequence: number,
): Promise<number> {
  const marks = headers();
  marks.set(BATCH_HEADERS.to, `${to}`);
  marks.set(BATCH_HEADERS.incarnation, incarnation);
  marks.set('Nats-Expected-Last-Subject-Sequence', `${sequence}`);
  return publishWithAck(nc, subject, text, marks);
}
