import type { MsgHdrs, NatsConnection } from '@nats-io/transport-node';
import { BrokerError } from '@palatine/fleet';
import Type from 'typebox';
import { Compile } from 'typebox/compile';

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

/** The largest payload that the broker takes of a message with headers. */
export function mostPayloadBytes(nc: NatsConnection): number {
  return (nc.info?.max_payload ?? USUAL_PAYLOAD_BYTES) - HEADER_BYTES;
}

/** The stream has got a message since its last was read: from another instance of this world, or from a lost answer. */
export class StreamMovedError extends BrokerError {}

/**
 * Publishes a message to a stream. Resolves with its sequence once the stream has it on disk. When it rejects, the
 * stream may have it all the same.
 */
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
