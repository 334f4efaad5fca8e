import type { JsMsg } from '@nats-io/jetstream';
import { BATCH_HEADERS, isSentByBroker } from '@palatine/fleet';

/** A message of a stream, as the projection applies it. */
export interface StreamMessage {
  readonly subject: string;
  /** Its number in the stream. */
  readonly seq: number;
  /** What tells it from another message that has the same number, after the stream went back in time. */
  readonly mark: string;
  readonly data: Uint8Array;
}

const NOTHING = new Uint8Array(0);

export function streamMessage(message: JsMsg): StreamMessage {
  const header = (name: string) => message.headers?.get(name) ?? '';
  const { subject, seq, data, timestampNanos } = message;
  const mark = [subject, timestampNanos, header(BATCH_HEADERS.to), header(BATCH_HEADERS.incarnation)].join(
    ' ',
  );
  // What a world had the broker store under the name of another one says nothing: it counts as malformed.
  return { subject, seq, mark, data: isSentByBroker(message.headers) ? NOTHING : data };
}
