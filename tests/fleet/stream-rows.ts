import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { type Batch, batch } from '@palatine/fleet';

/** The batches of a subject as its stream has them, in the order of the stream. */
export async function batchesOf(nc: NatsConnection, stream: string, subject: string): Promise<Batch[]> {
  const jsm = await jetstreamManager(nc, { checkAPI: false });
  const found: Batch[] = [];
  for (let seq = 1; ; ) {
    const message = await nextMessage(jsm, stream, subject, seq);
    if (message === null) return found;
    found.push(batch.unpack(message.string()));
    seq = message.seq + 1;
  }
}

function nextMessage(jsm: JetStreamManager, stream: string, subject: string, seq: number) {
  return jsm.direct.getMessage(stream, { seq, next_by_subj: subject });
}

export interface History {
  /** Ids of the rows, in order, each once. */
  ids: number[];
  gaps: { from: number; to: number }[];
  /** Batches that do not begin right after the one before, beside those that begin anew with what was sent before. */
  breaks: string[];
}

/** What a reader that knows rows by incarnation and id makes of batches: one history for each incarnation. */
export function historiesOf(batches: readonly Batch[]): Map<string, History> {
  const histories = new Map<string, History & { to: number }>();
  for (const { inc, from, to, records, gaps = [] } of batches) {
    const history = histories.get(inc) ?? { ids: [], gaps: [], breaks: [], to: 0 };
    histories.set(inc, history);
    if (from > history.to + 1) history.breaks.push(`${from} after ${history.to}`);
    for (const { Id } of records as { Id: number }[]) if (!history.ids.includes(Id)) history.ids.push(Id);
    history.gaps.push(...gaps);
    history.to = Math.max(history.to, to);
  }
  return histories;
}
