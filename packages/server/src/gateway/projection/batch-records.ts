import { batch as batchMessage, MessageError, type WorldKey, worldOf } from '@palatine/fleet';
import type { StreamMessage } from './stream-message.ts';

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
