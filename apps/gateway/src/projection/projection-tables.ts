import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { AuditEntry } from '@palatine/contract';
import { rowDigest, textIndexer } from '@palatine/data-dir/audit-table';
import {
  type BatchReply,
  batch,
  MessageError,
  type RosterPlayer,
  type WorldKey,
} from '@palatine/fleet/messages';
import { transaction } from '@palatine/platform/sqlite';
import { playerSearch, rosterWriter } from './players.ts';
import {
  batchBounds,
  ROW_COLUMNS,
  type RowKind,
  recordOf,
  rowPages,
  rowWriter,
  type StoredRow,
} from './rows.ts';

const DAY_MS = 86_400_000;
/** Rows per delete: holds the gateway for a few ms. */
const DELETE_BATCH = 500;
/** Fewer of a surplus, whose rows may be long. */
const SURPLUS_BATCH = 20;
const MIB = 1024 * 1024;
interface Retention {
  readonly days: number;
  readonly rows: number;
  readonly bytes: number;
}

/** Limits of what is kept of each world, so that none evicts the rows of another. */
const RETENTION: Record<RowKind, Retention> = {
  events: { days: 30, rows: 500_000, bytes: 256 * MIB },
  audit: { days: 400, rows: 1_000_000, bytes: 512 * MIB },
};

/** A batch as a world sent it. */
export interface WorldBatch {
  readonly kind: RowKind;
  readonly world: WorldKey;
  readonly text: string;
}

export interface AppliedBatch {
  readonly reply: BatchReply;
  /** Invalid records, or 1 for an invalid batch. */
  readonly skipped: number;
}

export type ProjectionTables = ReturnType<typeof projectionTables>;

/** The tables of a projection, with their writes and queries. */
export function projectionTables(database: DatabaseSync, retention = RETENTION) {
  const addGap = database.prepare('insert into gaps values (?, ?, ?, ?, ?) on conflict do nothing');
  const lastGap = database.prepare(
    'select coalesce(max(last), 0) as last from gaps where subject = ? and world = ? and incarnation = ?',
  );
  const version = database.prepare('select version from rosters where world = ?');
  const setVersion = database.prepare('insert or replace into rosters values (?, ?)');
  const kinds = {
    events: kindTable(database, 'events', retention.events),
    audit: kindTable(database, 'audit', retention.audit),
  };
  const writeRoster = rosterWriter(database);
  const indexTexts = textIndexer(database);

  function last(kind: RowKind, world: WorldKey, incarnation: string): { id: number; row?: StoredRow } {
    const row = kinds[kind].newest.get(world, incarnation) as StoredRow | undefined; // its columns
    const gap = lastGap.get(kind, world, incarnation) as { last: number };
    return row === undefined || row.seq < gap.last ? { id: gap.last } : { id: row.seq, row };
  }

  function newest(kind: RowKind, world: WorldKey, incarnation: string): { id: number; digest: string } {
    const { id, row } = last(kind, world, incarnation);
    return { id, digest: row === undefined ? '' : rowDigest(recordOf(row)) };
  }

  /** Records an unusable row as a gap. Throws a MessageError for anything but a batch. */
  function applyBatch({ kind, world, text }: WorldBatch): AppliedBatch {
    const { inc: incarnation, from, to, records, gaps = [] } = batch.unpack(text);
    const has = () => newest(kind, world, incarnation);
    // This file is a new one: the world sends what is missing first.
    if (from > last(kind, world, incarnation).id + 1) return { reply: { has: has() }, skipped: 0 };
    let skipped = 0;
    const isBounded = batchBounds();
    for (const record of records) {
      const seq = idOf(record);
      const isOfBatch = seq >= from && seq <= to;
      if (isOfBatch && isBounded(record) && kinds[kind].write(world, incarnation, record)) continue;
      skipped += 1;
      if (isOfBatch) addGap.run(kind, world, incarnation, seq, seq);
    }
    for (const gap of gaps) addGap.run(kind, world, incarnation, gap.from, gap.to);
    return { reply: { has: has() }, skipped };
  }

  return {
    /** Applies batches in one transaction. Repeated ones change nothing. */
    apply(batches: readonly WorldBatch[]): AppliedBatch[] {
      return transaction(database, () => {
        const applied = batches.map((batch) => {
          try {
            return applyBatch(batch);
          } catch (error) {
            if (!(error instanceof MessageError)) throw error;
            return { reply: { refused: error.message }, skipped: 1 };
          }
        });
        indexTexts();
        return applied;
      });
    },

    applyAudit(gateway: WorldKey, entries: readonly AuditEntry[]): void {
      transaction(database, () => {
        for (const entry of entries) kinds.audit.write(gateway, gateway, entry);
        indexTexts();
      });
    },

    newest,

    playersVersion: (world: WorldKey) => (version.get(world) as { version: string } | undefined)?.version,

    /** Brings the players of a world to those of a snapshot, a part each time that it is continued. */
    *applyPlayers(world: WorldKey, of: string, players: readonly RosterPlayer[]): Generator<void> {
      yield* writeRoster(world, players);
      setVersion.run(world, of);
    },

    searchPlayers: playerSearch(database),
    ...rowPages(database),

    /** Deletes some of what is too old. @returns whether there may be more. */
    deleteSome(nowMs: number): boolean {
      const deleted = [kinds.events.deleteSome(nowMs), kinds.audit.deleteSome(nowMs)];
      return deleted.includes(true);
    },

    close: () => database.close(),
  };
}

function kindTable(database: DatabaseSync, kind: RowKind, { days, rows, bytes }: Retention) {
  const someOf = (which: string, limit: number) =>
    database.prepare(
      `delete from ${kind} where id in (select id from ${kind} where ${which} limit ${limit})
       returning world, octet_length(data) as bytes`,
    );
  const deleteOld = someOf('at < ? order by at', DELETE_BATCH);
  const deleteSurplus = someOf('world = ? order by id', SURPLUS_BATCH);
  const surplus = database.prepare(
    `select world from sizes where kind = '${kind}' and (rows > ${rows} or bytes > ${bytes}) limit 1`,
  );
  const resize = database.prepare(
    `insert into sizes values ('${kind}', ?, ?, ?)
     on conflict do update set rows = rows + excluded.rows, bytes = bytes + excluded.bytes`,
  );
  const insert = rowWriter(database, kind);

  /** @returns how many rows were deleted. */
  function deleteRows(statement: StatementSync, of: string | number): number {
    return transaction(database, () => {
      const deleted = statement.all(of) as { world: WorldKey; bytes: number }[]; // as returned above
      for (const { world, bytes } of deleted) resize.run(world, -1, -bytes);
      return deleted.length;
    });
  }

  return {
    /** False for an invalid record. */
    write(world: WorldKey, incarnation: string, record: unknown): boolean {
      const added = insert(world, incarnation, record);
      if (added !== undefined && added > 0) resize.run(world, 1, added);
      return added !== undefined;
    },
    newest: database.prepare(
      `select ${ROW_COLUMNS} from ${kind} where world = ? and incarnation = ? order by seq desc limit 1`,
    ),
    deleteSome(nowMs: number): boolean {
      if (deleteRows(deleteOld, nowMs - days * DAY_MS) === DELETE_BATCH) return true;
      const { world } = (surplus.get() ?? {}) as { world?: WorldKey };
      return world !== undefined && deleteRows(deleteSurplus, world) > 0;
    },
  };
}

/** The number of a record; NaN for one without. */
function idOf(record: unknown): number {
  const { Id } = (record ?? {}) as { Id?: unknown };
  return Number.isSafeInteger(Id) ? (Id as number) : Number.NaN;
}
