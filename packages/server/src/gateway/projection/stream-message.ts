import type { JsMsg } from '@nats-io/jetstream';
import {
  BATCH_HEADERS,
  batch as batchMessage,
  isSentByBroker,
  MessageError,
  type WorldKey,
  worldOf,
} from '@palatine/fleet';

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

/** Rows of one history of a world. */
export interface WorldBatch {
  world: WorldKey;
  incarnation: string;
  /** As they came, unchecked, each with its number. */
  records: { seq: number; record: unknown }[];
  gaps: readonly { from: number; to: number }[];
  /** How many records have no number within the batch. */
  malformed: number;
}

/** Throws a MessageError for what is no batch of a world. */
export function batchOf({ subject, data }: StreamMessage): WorldBatch {
  const world = worldOf(subject);
  if (world === undefined) throw new MessageError('the subject names no world');
  const { inc, from, to, records, gaps = [] } = batchMessage.unpack(Buffer.from(data).toString());
  const numbered = records.map((record) => ({ seq: idOf(record), record }));
  const own = numbered.filter(({ seq }) => seq >= from && seq <= to);
  const malformed = numbered.length - own.length;
  return { world, incarnation: inc, records: own, gaps, malformed };
}

/** NaN for what has none. */
function idOf(record: unknown): number {
  const { Id } = (record ?? {}) as { Id?: unknown };
  return Number.isSafeInteger(Id) ? (Id as number) : Number.NaN;
}
