import type { DatabaseSync } from 'node:sqlite';
import { MessageError, type Roster, worldOf } from '@palatine/fleet';
import { isSqliteError, transaction } from '../../data-folder/sqlite.ts';
import { fleetAuditPages } from './audit-pages.ts';
import { auditWriter } from './audit-rows.ts';
import { batchOf } from './batch-records.ts';
import { fleetEventPages } from './event-pages.ts';
import { eventWriter } from './event-rows.ts';
import { eventsAfter } from './events-after.ts';
import { rosterWriter } from './player-rows.ts';
import { playerSearch } from './player-search.ts';
import { retention } from './retention.ts';
import type { StreamMessage } from './stream-message.ts';

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
