import type { DatabaseSync } from 'node:sqlite';
import type { AuditEntry } from '@palatine/contract';
import { textIndexer } from '@palatine/engine/audit-store';
import { rowDigest } from '@palatine/engine/outbox-store';
import { batch, MessageError, type RosterPlayer, type WorldKey, worldOf } from '@palatine/fleet';
import { transaction } from '@palatine/platform/sqlite';
import { rosterWriter } from './player-rows.ts';
import { playerSearch } from './player-search.ts';
import { rowPages } from './row-pages.ts';
import { ROW_COLUMNS, type RowKind, recordOf, rowWriter, type StoredRow } from './rows.ts';
import type { StreamMessage } from './stream-reader.ts';

const KINDS_BY_PREFIX: Readonly<Record<string, RowKind>> = { e: 'events', a: 'audit' };
const DAY_MS = 86_400_000;
/** Rows per delete: holds the gateway for a few ms. */
const DELETE_BATCH = 500;
/** How long rows are kept, in days, and how many of all worlds together: a few GB. */
const RETENTION = { events: { days: 30, rows: 5_000_000 }, audit: { days: 400, rows: 5_000_000 } };

export type ProjectionTables = ReturnType<typeof projectionTables>;

/** The tables of a projection, with their writes and queries. */
export function projectionTables(database: DatabaseSync) {
  const reading = database.prepare('select at from reading');
  const setReading = database.prepare('insert or replace into reading values (1, ?)');
  const addGap = database.prepare('insert into gaps values (?, ?, ?, ?, ?) on conflict do nothing');
  const lastGap = database.prepare(
    'select coalesce(max(last), 0) as last from gaps where subject = ? and world = ? and incarnation = ?',
  );
  const version = database.prepare('select version from rosters where world = ?');
  const setVersion = database.prepare('insert or replace into rosters values (?, ?)');
  const kinds = { events: kindTable(database, 'events'), audit: kindTable(database, 'audit') };
  const writeRoster = rosterWriter(database);
  const indexTexts = textIndexer(database);

  function newest(kind: RowKind, world: WorldKey, incarnation: string): { id: number; digest: string } {
    const row = kinds[kind].newest.get(world, incarnation) as StoredRow | undefined; // its columns
    const { last } = lastGap.get(kind, world, incarnation) as { last: number };
    if (row === undefined || row.seq < last) return { id: last, digest: '' };
    return { id: row.seq, digest: rowDigest(recordOf(row)) };
  }

  /** Records an unusable row as a gap. Throws a MessageError for anything but a batch of a world. */
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
      if (isOfBatch && kinds[kind].write(world, incarnation, record)) continue;
      skipped += 1;
      if (isOfBatch) addGap.run(kind, world, incarnation, seq, seq);
    }
    for (const gap of gaps) addGap.run(kind, world, incarnation, gap.from, gap.to);
    return skipped;
  }

  return {
    /** The time of the message that was applied last; 0 before the first. */
    readUpToMs: () => (reading.get() as { at: number } | undefined)?.at ?? 0,

    /** Applies messages and the read position in one transaction. Repeated messages change nothing. */
    apply(messages: readonly StreamMessage[], skip: (message: StreamMessage, reason: string) => void): void {
      transaction(database, () => {
        for (const message of messages) {
          try {
            if (applyBatch(message) > 0) skip(message, 'records do not have the shape of their kind');
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
        for (const entry of entries) kinds.audit.write(gateway, gateway, entry);
        indexTexts();
      });
    },

    newest,

    playersVersion: (world: WorldKey) => (version.get(world) as { version: string } | undefined)?.version,

    applyPlayers(world: WorldKey, of: string, players: readonly RosterPlayer[]): void {
      transaction(database, () => {
        writeRoster(world, players);
        setVersion.run(world, of);
      });
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

function kindTable(database: DatabaseSync, kind: RowKind) {
  const { days, rows } = RETENTION[kind];
  const someOf = (which: string) =>
    database.prepare(
      `delete from ${kind} where id in (select id from ${kind} where ${which} limit ${DELETE_BATCH})`,
    );
  const deleteOld = someOf('at < ? order by at');
  const deleteSurplus = someOf(`id <= (select max(id) from ${kind}) - ${rows} order by id`);
  return {
    write: rowWriter(database, kind),
    newest: database.prepare(
      `select ${ROW_COLUMNS} from ${kind} where world = ? and incarnation = ? order by seq desc limit 1`,
    ),
    deleteSome(nowMs: number): boolean {
      const deleted = [deleteOld.run(nowMs - days * DAY_MS), deleteSurplus.run()];
      return deleted.some(({ changes }) => changes === DELETE_BATCH);
    },
  };
}

/** The number of a record; NaN for one without. */
function idOf(record: unknown): number {
  const { Id } = (record ?? {}) as { Id?: unknown };
  return Number.isSafeInteger(Id) ? (Id as number) : Number.NaN;
}
