import type { DatabaseSync } from 'node:sqlite';
import { MessageError, type Roster, STREAMS, worldOf } from '@palatine/fleet';
import { isSqliteError, transaction } from '../../data-folder/sqlite.ts';
import { textIndexer } from '../../store/audit-store.ts';
import { auditWriter, fleetAuditPages } from './audit-pages.ts';
import { eventsAfter, eventWriter, fleetEventPages } from './event-pages.ts';
import { rosterWriter } from './player-rows.ts';
import { playerSearch } from './player-search.ts';
import { batchOf, type StreamMessage } from './stream-message.ts';

const DAY_MS = 86_400_000;
/** Deleting so many holds the gateway for a few ms. */
const DELETED_AT_ONCE = 500;
/** Rows of all worlds together: a few GB. */
const KEPT_ROWS = { events: 5_000_000, audit: 5_000_000 };

/** How far a stream was read. */
export interface Cursor {
  seq: number;
  /** Of the message with that number. */
  mark: string;
}

/** The streams of batches. */
export type BatchStream = 'events' | 'audit';

/** What of a message cannot be used is reported, and the rest of it applied. */
export type ReportSkipped = (message: StreamMessage, error: MessageError, records: number) => void;

export type FleetStore = ReturnType<typeof fleetStore>;

/** The tables of a projection: what is applied to them, and what is asked of them. */
export function fleetStore(database: DatabaseSync) {
  const readCursor = database.prepare('select seq, mark from cursors where stream = ?');
  const writeCursor = database.prepare(
    `insert into cursors values (?, ?, ?)
     on conflict (stream) do update set seq = excluded.seq, mark = excluded.mark`,
  );
  const addGap = database.prepare('insert into gaps values (?, ?, ?, ?, ?) on conflict do nothing');
  const countGaps = database.prepare('select count(*) as count from gaps');
  const rosterMark = database.prepare('select mark from rosters where world = ?');
  const writeRosterMark = database.prepare(
    'insert into rosters values (?, ?) on conflict (world) do update set mark = excluded.mark',
  );
  const writers = { events: eventWriter(database), audit: auditWriter(database) };
  const writeRoster = rosterWriter(database);
  const indexTexts = textIndexer(database);

  function applyBatch(stream: BatchStream, message: StreamMessage, skipped: ReportSkipped): void {
    const batch = batchOf(message);
    let { malformed } = batch;
    for (const { seq, record } of batch.records) {
      if (!fits(() => writers[stream].add(batch, seq, record))) malformed += 1;
    }
    for (const { from, to } of batch.gaps) {
      if (!fits(() => addGap.run(stream, batch.world, batch.incarnation, from, to))) malformed += 1;
    }
    if (malformed > 0)
      skipped(message, new MessageError('records are not in the shape of their kind'), malformed);
  }

  return {
    cursor: (stream: BatchStream) => readCursor.get(stream) as Cursor | undefined, // its columns

    /** Applies batches and the cursor behind them in one transaction. What is applied already changes nothing. */
    applyBatches(stream: BatchStream, messages: readonly StreamMessage[], skipped: ReportSkipped): void {
      transaction(database, () => {
        for (const message of messages) {
          orSkip(message, skipped, () => applyBatch(stream, message, skipped));
          writeCursor.run(stream, message.seq, message.mark);
        }
        indexTexts();
      });
    },

    /** Whether the roster of a world is the one that was applied last. */
    hasRoster({ subject, mark }: StreamMessage): boolean {
      const known = rosterMark.get(worldOf(subject) ?? '') as { mark: string } | undefined; // its column
      return known?.mark === mark;
    },

    /** Applies the roster of a world. */
    applyRoster(message: StreamMessage, { players }: Roster, skipped: ReportSkipped): void {
      orSkip(message, skipped, () => {
        const world = worldOf(message.subject);
        if (world === undefined) throw new MessageError('the subject names no world');
        const write = () =>
          transaction(database, () => {
            writeRoster(world, players);
            writeRosterMark.run(world, message.mark);
            return true;
          });
        if (!fits(write)) throw new MessageError('a value of a player does not fit');
      });
    },

    /** How many ranges of rows worlds lost before a stream had them. */
    gaps: () => (countGaps.get() as { count: number }).count,
    players: playerSearch(database),
    auditPage: fleetAuditPages(database),
    eventPage: fleetEventPages(database),
    eventsAfter: eventsAfter(database),
    retention: retention(database),
    close: () => database.close(),
  };
}

function orSkip(message: StreamMessage, skipped: ReportSkipped, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    skipped(message, error, 1);
  }
}

/** Does a piece of work, unless it says that a record is not of its kind, or SQLite refuses a value of it. */
function fits(work: () => unknown): boolean {
  try {
    return work() !== false;
  } catch (error) {
    // SQLite refuses the value, and would again: as too large, or of another type than its column.
    if (isSqliteError(error, 'toobig', 'constraint', 'mismatch')) return false;
    throw error;
  }
}

/** Keeps rows as long as their streams do, and no more than the file is meant to hold. */
function retention(database: DatabaseSync) {
  const tables = (['events', 'audit'] as const).map((table) => ({
    keptMs: STREAMS[table].keptDays * DAY_MS,
    deleteOld: database.prepare(
      `delete from ${table} where id in (select id from ${table} where at < ? order by at limit ${DELETED_AT_ONCE})`,
    ),
    deleteSurplus: database.prepare(
      `delete from ${table} where id in (
         select id from ${table} where id <= (select max(id) from ${table}) - ${KEPT_ROWS[table]}
         order by id limit ${DELETED_AT_ONCE})`,
    ),
  }));

  return {
    /** Deletes some of what is too old. @returns whether there may be more. */
    deleteSome(nowMs: number): boolean {
      const deleted = tables.flatMap(({ keptMs, deleteOld, deleteSurplus }) => [
        Number(deleteOld.run(nowMs - keptMs).changes),
        Number(deleteSurplus.run().changes),
      ]);
      return deleted.includes(DELETED_AT_ONCE);
    },
  };
}
