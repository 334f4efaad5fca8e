import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { type Batch, batch, STREAMS, SUBJECTS } from '@palatine/fleet';
import type { StoredWorld } from './stored-world.ts';

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

/** The first message of a subject from a sequence on; null when there is none. */
export function nextMessage(jsm: JetStreamManager, stream: string, subject: string, seq: number) {
  return jsm.direct.getMessage(stream, { seq, next_by_subj: subject });
}

export interface History {
  /** Ids of the rows, in order, each once. */
  ids: number[];
  gaps: { from: number; to: number }[];
  /** Batches that leave something out after the one before, and rows that came twice and differ. */
  breaks: string[];
}

/** What a reader that knows rows by incarnation and id makes of batches: one history for each incarnation. */
export function historiesOf(batches: readonly Batch[]): Map<string, History> {
  const histories = new Map<string, History>();
  const rows = new Map<string, string>();
  const reached = new Map<string, number>();
  for (const { inc, from, to, records, gaps = [] } of batches) {
    const history = histories.get(inc) ?? { ids: [], gaps: [], breaks: [] };
    histories.set(inc, history);
    const end = reached.get(inc) ?? 0;
    if (from > end + 1) history.breaks.push(`${from} after ${end}`);
    reached.set(inc, Math.max(end, to));
    history.gaps.push(...gaps);
    for (const record of records as { Id: number }[]) {
      const [name, text] = [`${inc} ${record.Id}`, JSON.stringify(record)];
      const known = rows.get(name);
      if (known === undefined) history.ids.push(record.Id);
      else if (known !== text) history.breaks.push(`another row ${record.Id}`);
      rows.set(name, text);
    }
  }
  return histories;
}

/** What a stream has of the present history of a world; undefined for nothing. */
export async function historyOf(
  nc: NatsConnection,
  world: StoredWorld,
  kind: 'events' | 'audit',
): Promise<History | undefined> {
  const batches = await batchesOf(nc, STREAMS[kind].name, SUBJECTS[kind](world.key));
  return historiesOf(batches).get(world.store.incarnation());
}
