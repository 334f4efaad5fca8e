import { headers, type NatsConnection } from '@nats-io/transport-node';
import { BATCH_HEADERS, BrokerError } from '@palatine/fleet';
import Type from 'typebox';
import { Compile } from 'typebox/compile';

export interface PackedBatch {
  readonly text: string;
  readonly incarnation: string;
  readonly to: number;
}

/** A stream that changes its leader answers after several seconds. */
const ACK_MS = 8000;
const WRONG_LAST_SEQUENCE = 10071;

const PublishAck = Compile(
  Type.Object({
    seq: Type.Optional(Type.Integer()),
    error: Type.Optional(Type.Object({ err_code: Type.Integer(), description: Type.String() })),
  }),
);

/** The stream has got a message since its last was read: from another instance of this world, or from a lost answer. */
export class StreamMovedError extends BrokerError {}

/**
 * Publishes a batch as the message that follows `sequence` on its subject. Resolves with its own sequence once the
 * stream has it on disk. When it rejects, the stream may have it all the same.
 */
export async function publishBatch(
  nc: NatsConnection,
  subject: string,
  { text, incarnation, to }: PackedBatch,
  sequence: number,
): Promise<number> {
  const marks = headers();
  marks.set(BATCH_HEADERS.to, `${to}`);
  marks.set(BATCH_HEADERS.incarnation, incarnation);
  marks.set('Nats-Expected-Last-Subject-Sequence', `${sequence}`);
  const message = await nc.request(subject, text, { timeout: ACK_MS, headers: marks });
  const ack: unknown = message.json();
  if (!PublishAck.Check(ack))
    throw new BrokerError('the stream has answered with something else than an ack');
  if (ack.error?.err_code === WRONG_LAST_SEQUENCE) throw new StreamMovedError(ack.error.description);
  if (ack.error !== undefined || !ack.seq) throw new BrokerError(ack.error?.description ?? 'no sequence');
  return ack.seq;
}
