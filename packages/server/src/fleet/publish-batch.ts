import { headers, type NatsConnection } from '@nats-io/transport-node';
import { BATCH_HEADERS } from '@palatine/fleet';
import { publishWithAck } from './publish-with-ack.ts';

export interface PackedBatch {
  readonly text: string;
  readonly incarnation: string;
  readonly to: number;
}

/**
 * Publishes a batch as the message that follows `sequence` on its subject. Resolves with its own sequence; rejects with
 * a StreamMovedError when the subject has another last message.
 */
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
