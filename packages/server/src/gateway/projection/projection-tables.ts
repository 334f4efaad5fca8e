import type { DatabaseSync } from 'node:sqlite';
import type { AuditEntry } from '@palatine/contract';
import { batch, MessageError, type RosterPlayer, type WorldKey, worldOf } from '@palatine/fleet';
import { transaction } from '../../data-folder/sqlite.ts';
import { textIndexer } from '../../store/audit-store.ts';
import { rowDigest } from '../../store/row-digest.ts';
import { rosterWriter } from './player-rows.ts';
import { playerSearch } from './player-search.ts';
import { rowPages } from './row-pages.ts';
import { ROW_COLUMNS, type RowKind, recordOf, rowWriter, type StoredRow } from './rows.ts';
import type { StreamMessage } from './stream-reader.ts';

const KINDS_BY_PREFIX: Readonly<Record<string, RowKind>> = { e: 'events', a: 'audit' };
const DAY_MS = 86_400_000;
/** Deleting so many holds the gateway for a few ms. */
const DELETED_AT_ONCE = 500;
/** How long rows are kept, in days, and how many of all worlds together: a few GB. */
const KEPT = { events: { days: 30, rows: 5_000_000 }, audit: { days: 400, rows: 5_000_000 } };

export type ProjectionTables = ReturnType<typeof projectionTables>;

/** The tables of a projection: what is applied to them, and what is asked of them. */
export function projectionTables(database: DatabaseSync) {
  const reading = database.prepare('select at from reading');
  const setReading = database.prepare('insert or replace into reading values (1, ?)');
  const addGap = database.prepare('insert into gaps values (?, ?, ?, ?, ?) on conflict do nothing');
  const countGaps = database.prepare('select count(*) as count from gaps');
  const lastGap = database.prepare(
    'select coalesce(max(last), 0) as last from gaps where subject = ? and world = ? and incarnation = ?',
  );
  const newestOf = (kind: RowKind) =>
    database.prepare(
      `select ${ROW_COLUMNS} from ${kind} where world = ? and incarnation = ? order by seq desc limit 1`,
    );
  const newestRow = { events: newestOf('events'), audit: newestOf('audit') };
  const version = database.prepare('select version from rosters where world = ?');
  const setVersion = database.prepare('insert or replace into rosters values (?, ?)');
  const writers = { events: rowWriter(database, 'events'), audit: rowWriter(database, 'audit') };
  const writeRoster = rosterWriter(database);
  const indexTexts = textIndexer(database);
  const sweeps = (['events', 'audit'] as const).map((table) => ({
    keptMs: KEPT[table].days * DAY_MS,
    deleteOld: database.prepare(
      `delete from ${table} where id in (select id from ${table} where at < ? order by at limit ${DELETED_AT_ONCE})`,
    ),
    deleteSurplus: database.prepare(
      `delete from ${table} where id in (
         select id from ${table} where id <= (select max(id) from ${table}) - ${KEPT[table].rows}
         order by id limit ${DELETED_AT_ONCE})`,
    ),
  }));

  function newest(kind: RowKind, world: WorldKey, incarnation: string): { id: number; digest: string } {
    const row = newestRow[kind].get(world, incarnation) as StoredRow | undefined; // its columns
    const { last } = lastGap.get(kind, world, incarnation) as { last: number };
    if (row === undefined || row.seq < last) return { id: last, digest: '' };
    return { id: row.seq, digest: rowDigest(recordOf(row)) };
  }

  /** What cannot be used of a message counts as lost. Throws a MessageError for what is no batch of a world. */
  function applyBatch({ subject, text }: StreamMessage): number {
    const world = worldOf(subject);
    const kind = KINDS_BY_PREFIX[subject[0] ?? ''];
    if (world === undefined || kind === undefined) throw new MessageError('the subject names no world');
    const { inc: incarnation, from, to, records, gaps = [] } = batch.unpack(text);
    const { id } = newest(kind, world, incarnation);
    // The stream has lost a message before it was read.
    if (from > id + 1) addGap.run(kind, world, incarnation, id + 1, from - 1);
    let skipped = 0;
    for (const record of records) {
      const seq = idOf(record);
      const isOfBatch = seq >= from && seq <= to;
      if (isOfBatch && writers[kind](world, incarnation, record)) continue;
      skipped += 1;
      if (isOfBatch) addGap.run(kind, world, incarnation, seq, seq);
    }
    for (const gap of gaps) addGap.run(kind, world, incarnation, gap.from, gap.to);
    return skipped;
  }

  return {
    /** The time of the message that was applied last; 0 before the first. */
    readUpToMs: () => (reading.get() as { at: number } | undefined)?.at ?? 0,

    /** Applies messages, and notes how far the stream was read, in one transaction. What was applied changes nothing. */
    apply(messages: readonly StreamMessage[], skip: (message: StreamMessage, reason: string) => void): void {
      transaction(database, () => {
        for (const message of messages) {
          try {
            if (applyBatch(message) > 0) skip(message, 'records are not in the shape of their kind');
          } catch (error) {
            if (!(error instanceof MessageError)) throw error;
            skip(message, error.message);
          }
          setReading.run(message.atMs);
        }
        indexTexts();
      });
    },

    applyAudit(gateway: WorldKey, entries: readonly AuditEntry[]): void {
      transaction(database, () => {
        for (const entry of entries) writers.audit(gateway, gateway, entry);
        indexTexts();
      });
    },

    newest,

    playersVersion: (world: WorldKey) => (version.get(world) as { version: string } | undefined)?.version,

    /** Only rows that differ are written. */
    applyPlayers(world: WorldKey, of: string, players: readonly RosterPlayer[]): void {
      transaction(database, () => {
        writeRoster(world, players);
        setVersion.run(world, of);
      });
    },

    countGaps: () => (countGaps.get() as { count: number }).count,
    searchPlayers: playerSearch(database),
    ...rowPages(database),

    /** Deletes some of what is too old. @returns whether there may be more. */
    deleteSome(nowMs: number): boolean {
      const deleted = sweeps.flatMap(({ keptMs, deleteOld, deleteSurplus }) => [
        Number(deleteOld.run(nowMs - keptMs).changes),
        Number(deleteSurplus.run().changes),
      ]);
      return deleted.includes(DELETED_AT_ONCE);
    },

    close: () => database.close(),
  };
}

/** The number of a record; NaN for one without. */
function idOf(record: unknown): number {
  const { Id } = (record ?? {}) as { Id?: unknown };
  return Number.isSafeInteger(Id) ? (Id as number) : Number.NaN;
}
