import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { AuditEntry, PalatineEvent } from '@palatine/contract';
import type { EventBounds, WorldEvent } from '@palatine/world';
import { AUDIT_COLUMNS, type AuditRow, auditEntryOf } from './audit-rows.ts';
import { NO_LIMIT, type SweepLimit } from './audit-store.ts';
import { incarnationFact } from './open-world-file.ts';

/** What the streams of a fleet copy from a world. */
export const OUTBOX_SUBJECTS = ['events', 'audit'] as const;
export type OutboxSubject = (typeof OUTBOX_SUBJECTS)[number];

/** What no stream has is kept for so long, and so many of it; then it goes all the same. */
export const UNSENT_KEPT = { ms: 30 * 24 * 3_600_000, rows: 1_000_000 } as const;

/** Deleting so many holds the game for a few milliseconds. */
const DELETED_AT_ONCE = 500;

export type OutboxStore = ReturnType<typeof outboxStore>;

/**
 * Keeps what the streams of a fleet lack. What they have is known in memory only: until they have been asked, nothing
 * counts as sent. Without a `fleet` it keeps nothing. Rows are deleted oldest first, so that what is missing is always
 * what comes before the oldest.
 */
export function outboxStore(database: DatabaseSync, fleet: boolean) {
  const sent: Record<OutboxSubject, number> = { events: 0, audit: 0 };
  const incarnation = incarnationFact(database);
  const add = database.prepare('insert or ignore into unsentEvents (key, at, record) values (?, ?, ?)');
  const after = database.prepare('select record from unsentEvents where key > ? order by key limit ?');
  const oldest = database.prepare('select min(key) as id from unsentEvents');
  const deleteOldest = database.prepare(
    'delete from unsentEvents where key in (select key from unsentEvents order by key limit ?) and (key < ? or at < ?)',
  );
  const newestEvent = database.prepare('select max(key) as id from events');
  const auditAfter = database.prepare(`select ${AUDIT_COLUMNS} from audit where id > ? order by id limit ?`);
  const oldestAudit = database.prepare('select min(id) as id from audit');
  const newestAudit = database.prepare("select seq as id from sqlite_sequence where name = 'audit'");

  /** What the stream has may be deleted, and what nobody waits for any longer. */
  function limitOf(subject: OutboxSubject, newest: number, nowMs: number): SweepLimit {
    if (!fleet) return NO_LIMIT;
    return {
      beforeId: Math.max(sent[subject], newest - UNSENT_KEPT.rows),
      beforeMs: nowMs - UNSENT_KEPT.ms,
    };
  }

  function anyDropped(): boolean {
    return idOf(oldest.get()) !== undefined;
  }

  return {
    incarnation,

    /** Says up to which id a stream has the rows; 0 for none. They may be deleted from now on. */
    setSent(subject: OutboxSubject, id: number): void {
      sent[subject] = id;
    },

    /**
     * Keeps an event that the world drops, unless the stream has it and all before it are gone; within the transaction
     * that drops it. The last that the stream has is kept too: without it nobody could tell whether there were any
     * between it and the next.
     */
    keepDropped(event: WorldEvent): void {
      if (fleet && (event.id >= sent.events || anyDropped()))
        add.run(event.id, event.atMs, JSON.stringify(event));
    },

    /** The events that the world has dropped after an id, oldest first; `more`: whether there are others. */
    droppedAfter(id: number, { events: most, bytes }: EventBounds): { events: WorldEvent[]; more: boolean } {
      const events: WorldEvent[] = [];
      let left = bytes;
      for (const row of after.iterate(id, most + 1)) {
        const { record } = row as { record: string };
        left -= Buffer.byteLength(record);
        if (events.length === most || (left < 0 && events.length > 0)) return { events, more: true };
        events.push(JSON.parse(record) as WorldEvent); // written by keepDropped
      }
      return { events, more: false };
    },

    oldestDropped: (): number | undefined => idOf(oldest.get()),

    /** The audit entries after an id, oldest first, within the bounds; at least one when there is one. */
    auditAfter(id: number, { events: most, bytes }: EventBounds): AuditEntry[] {
      const entries: AuditEntry[] = [];
      let left = bytes;
      for (const row of auditAfter.iterate(id, most)) {
        const entry = auditEntryOf(row as unknown as AuditRow); // its columns
        left -= Buffer.byteLength(JSON.stringify(entry));
        if (left < 0 && entries.length > 0) break;
        entries.push(entry);
      }
      return entries;
    },

    oldestAudit: (): number | undefined => idOf(oldestAudit.get()),
    /** The last id that the audit has given; 0 before the first. */
    newestAudit: (): number => idOf(newestAudit.get()) ?? 0,

    /** What of the audit may be deleted. */
    auditLimit: (nowMs: number): SweepLimit => limitOf('audit', idOf(newestAudit.get()) ?? 0, nowMs),

    anyDropped,

    /** For a world that has left its fleet. */
    deleteDropped(): void {
      database.exec('delete from unsentEvents');
    },

    /** Deletes some of the dropped events that need not be kept any longer. @returns whether there may be more. */
    deleteSome(nowMs: number): boolean {
      const { beforeId, beforeMs } = limitOf('events', idOf(newestEvent.get()) ?? 0, nowMs);
      return deleteOldest.run(DELETED_AT_ONCE, beforeId, beforeMs).changes === DELETED_AT_ONCE;
    },
  };
}

function idOf(row: unknown): number | undefined {
  return (row as { id: number | null } | undefined)?.id ?? undefined;
}

/** Tells a row of a history from another one with the same id: a copy of a data folder goes on with the ids of the first. */
export function rowDigest(row: PalatineEvent | AuditEntry): string {
  const facts =
    'Data' in row ? [row.Type, row.Data] : [row.Token, row.Route, row.Target, row.Summary, row.Request];
  return hash('sha1', JSON.stringify([row.Time, ...facts]), 'base64url');
}
