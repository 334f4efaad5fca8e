import { batch } from '@palatine/fleet';
import type { OutboxPage } from '../game/calls.ts';
import type { PackedBatch } from './publish-batch.ts';

/**
 * A page as a message of at most so many bytes; undefined when its rows do not fit together, but may one by one. A single
 * row that fits into no message of this broker becomes a gap: it must not hold up all that follow.
 */
export function packPage(page: OutboxPage, mostBytes: number): PackedBatch | undefined {
  const { incarnation, to, records, gaps } = page;
  const text = textOf(page);
  if (Buffer.byteLength(text) <= mostBytes) return { text, incarnation, to };
  if (records.length > 1) return undefined;
  return { text: textOf({ ...page, records: [], gaps: [...gaps, { from: to, to }] }), incarnation, to };
}

function textOf({ incarnation, from, to, records, gaps }: OutboxPage): string {
  return batch.pack({
    inc: incarnation,
    from,
    to,
    records: [...records],
    ...(gaps.length > 0 && { gaps: [...gaps] }),
  });
}
