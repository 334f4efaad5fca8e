import type { DatabaseSync } from 'node:sqlite';
import { EVENTS_TABLE, type EventRow } from './event-rows.ts';

/** Events that follow one, oldest first. */
export interface EventsAfter {
  rows: EventRow[];
  /** Up to which id these are all: that of the last, or the newest where there are no more. */
  until: number;
}

/** Reads the next events, at most `limit`. */
export function eventsAfter(database: DatabaseSync) {
  const next = database.prepare(
    `select ${EVENTS_TABLE.columns} from events where id > ? order by id limit ?`,
  );
  const newest = database.prepare("select seq from sqlite_sequence where name = 'events'");

  /** The id of the newest event that this file ever had. */
  const newestId = (): number => (newest.get() as { seq: number }).seq;

  function read(after: number, limit: number): EventsAfter {
    const rows = next.all(after, limit) as unknown as EventRow[]; // its columns
    const last = rows.at(-1)?.id ?? after;
    return { rows, until: rows.length < limit ? Math.max(last, newestId()) : last };
  }

  return { read, newestId };
}
