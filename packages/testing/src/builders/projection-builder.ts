import { BATCH_LIMITS, type BatchReply, type RosterPlayer, type WorldKey } from '@palatine/fleet/messages';
import { openFleetDatabase } from '@palatine/gateway/fleet-database';
import { type ProjectionTables, projectionTables } from '@palatine/gateway/projection-tables';
import { aBatch, type BatchOfRecords } from './fleet-messages.ts';

type RowKind = 'events' | 'audit';

/** The tables of a projection in memory, without a stream. */
export function anEmptyProjection(retention?: Parameters<typeof projectionTables>[1]): {
  tables: ProjectionTables;
  skipped: string[];
} & Disposable & {
    /** Rows before the first are said to be lost, as a world does. */
    apply(kind: RowKind, world: WorldKey, batch: BatchOfRecords): void;
    applyText(kind: RowKind, world: WorldKey, text: string): BatchReply;
    applyPlayers(world: WorldKey, players: readonly RosterPlayer[]): void;
    countGaps(): number;
    sizes(): { kind: RowKind; world: WorldKey; rows: number; bytes: number }[];
  } {
  const { database } = openFleetDatabase(':memory:');
  const tables = projectionTables(database, retention);
  const countGaps = database.prepare('select count(*) as count from gaps');
  const sizes = database.prepare('select * from sizes order by kind, world');
  const skipped: string[] = [];
  let versions = 0;

  function applyText(kind: RowKind, world: WorldKey, text: string): BatchReply {
    const [{ reply, skipped: count } = { reply: {}, skipped: 0 }] = tables.apply([{ kind, world, text }]);
    if (count > 0) skipped.push(reply.refused ?? `${count} records`);
    return reply;
  }

  return {
    tables,
    skipped,
    applyText,
    apply(kind, world, batch) {
      const { id } = tables.newest(kind, world, batch.inc ?? 'one');
      const first = batch.records[0]?.Id ?? 0;
      const gaps = batch.gaps ?? (first > id + 1 ? [{ from: id + 1, to: first - 1 }] : []);
      for (let at = 0; at === 0 || at < batch.records.length; at += BATCH_LIMITS.rows) {
        const records = batch.records.slice(at, at + BATCH_LIMITS.rows);
        applyText(kind, world, aBatch({ ...batch, records, gaps: at === 0 ? gaps : [] }));
      }
    },
    applyPlayers: (world, players) => void [...tables.applyPlayers(world, `version ${++versions}`, players)],
    countGaps: () => (countGaps.get() as { count: number }).count,
    sizes: () => sizes.all() as ReturnType<ReturnType<typeof anEmptyProjection>['sizes']>, // its columns
    [Symbol.dispose]: () => tables.close(),
  };
}

/** The rows of all pages, each as `world seq`, in the order of these texts. */
export function rowsOfPages(
  read: (cursor: number | undefined) => { rows: { world: string; seq: number }[]; next?: number | undefined },
): string[] {
  const rows: string[] = [];
  for (let cursor: number | undefined; ; ) {
    const page = read(cursor);
    rows.push(...page.rows.map(({ world, seq }) => `${world} ${seq}`));
    if (page.next === undefined) return rows.sort();
    cursor = page.next;
  }
}
