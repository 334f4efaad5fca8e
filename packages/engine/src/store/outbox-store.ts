import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { AuditEntry, PalatineEvent } from '@palatine/contract';
import type { EventBounds, WorldEvent } from '@palatine/world';
import { AUDIT_COLUMNS, type AuditRow, auditEntryOf } from './audit-rows.ts';
import { NO_LIMIT, type SweepLimit } from './audit-store.ts';
import { incarnationFact } from './open-world-file.ts';

/** Subjects that the streams of a fleet copy from a world. */
export const OUTBOX_SUBJECTS = ['events', 'audit'] as const;
export type OutboxSubject = (typeof OUTBOX_SUBJECTS)[number];

/** Maximum age and number of unsent rows that are kept. */
export const UNSENT_KEPT = { ms: 30 * 24 * 3_600_000, rows: 1_000_000 } as const;

/** Deleting this many holds the game for a few milliseconds. */
const DELETED_AT_ONCE = 500;

export type OutboxStore = ReturnType<typeof outboxStore>;

/**
 * Keeps the rows that the streams of a fleet lack; none without a `fleet`. Positions are in memory only: nothing counts
 * as sent until they are queried. Rows are deleted oldest first, so that missing ones always precede the oldest.
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

  /** Rows that were sent may be deleted, and those kept too long. */
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

    /** Sets the last id that a stream has; 0 for none. Rows up to it may be deleted. */
    setSent(subject: OutboxSubject, id: number): void {
      sent[subject] = id;
    },

    /**
     * Keeps an event dropped by the world, unless the stream has it and none before it is kept; within the transaction
     * that drops it. The last one that the stream has is kept too, to show whether any are missing before the next.
     */
    keepDropped(event: WorldEvent): void {
      if (fleet && (event.id >= sent.events || anyDropped()))
        add.run(event.id, event.atMs, JSON.stringify(event));
    },

    /** Events dropped by the world after an id, oldest first; `more`: whether there are others. */
    droppedAfter(id: number, { events: max, bytes }: EventBounds): { events: WorldEvent[]; more: boolean } {
      const events: WorldEvent[] = [];
      let bytesLeft = bytes;
      for (const row of after.iterate(id, max + 1)) {
        const { record } = row as { record: string };
        bytesLeft -= Buffer.byteLength(record);
        if (events.length === max || (bytesLeft < 0 && events.length > 0)) return { events, more: true };
        events.push(JSON.parse(record) as WorldEvent); // written by keepDropped
      }
      return { events, more: false };
    },

    oldestDropped: (): number | undefined => idOf(oldest.get()),

    /** Audit entries after an id, oldest first, within the limits; at least one if there is one. */
    auditAfter(id: number, { events: max, bytes }: EventBounds): AuditEntry[] {
      const entries: AuditEntry[] = [];
      let bytesLeft = bytes;
      for (const row of auditAfter.iterate(id, max)) {
        const entry = auditEntryOf(row as unknown as AuditRow); // these are its columns
        bytesLeft -= Buffer.byteLength(JSON.stringify(entry));
        if (bytesLeft < 0 && entries.length > 0) break;
        entries.push(entry);
      }
      return entries;
    },

    oldestAudit: (): number | undefined => idOf(oldestAudit.get()),
    newestAudit: (): number => idOf(newestAudit.get()) ?? 0,

    auditLimit: (nowMs: number): SweepLimit => limitOf('audit', idOf(newestAudit.get()) ?? 0, nowMs),

    anyDropped,

    /** For a world that has left its fleet. */
    deleteDropped(): void {
      database.exec('delete from unsentEvents');
    },

    /** Deletes some of the dropped events that expired or were sent. @returns whether there may be more. */
    deleteSome(nowMs: number): boolean {
      const { beforeId, beforeMs } = limitOf('events', idOf(newestEvent.get()) ?? 0, nowMs);
      return deleteOldest.run(DELETED_AT_ONCE, beforeId, beforeMs).changes === DELETED_AT_ONCE;
    },
  };
}

function idOf(row: unknown): number | undefined {
  return (row as { id: number | null } | undefined)?.id ?? undefined;
}

/** Distinguishes rows with the same id of two histories: a copy of a data folder continues with the same ids. */
export function rowDigest(row: PalatineEvent | AuditEntry): string {
  const facts =
    'Data' in row ? [row.Type, row.Data] : [row.Token, row.Route, row.Target, row.Summary, row.Request];
  return hash('sha1', JSON.stringify([row.Time, ...facts]), 'base64url');
}
