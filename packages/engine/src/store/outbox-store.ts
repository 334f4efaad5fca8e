import type { DatabaseSync } from 'node:sqlite';
import type { AuditEntry, PalatineEvent } from '@palatine/contract';
import {
  AUDIT_COLUMNS,
  type AuditRow,
  auditEntryOf,
  NO_LIMIT,
  rowDigest,
  type SweepLimit,
} from '@palatine/data-dir/audit-table';
import { palatineEvent } from '@palatine/world/past-events';
import type { EventBounds, World, WorldEvent } from '@palatine/world/world';
import { incarnationFact } from './open-world-file.ts';

/** Subjects that the streams of a fleet copy from a world. */
export const OUTBOX_SUBJECTS = ['events', 'audit'] as const;
export type OutboxSubject = (typeof OUTBOX_SUBJECTS)[number];

/** Maximum age and number of unsent rows that are kept. */
export const UNSENT_KEPT = { ms: 30 * 24 * 3_600_000, rows: 1_000_000 } as const;

/** Deleting this many holds the game for a few milliseconds. */
const DELETED_AT_ONCE = 500;

type OutboxStore = ReturnType<typeof outboxStore>;

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
    const beforeId = Math.max(sent[subject], newest - UNSENT_KEPT.rows);
    return { beforeId, beforeMs: nowMs - UNSENT_KEPT.ms };
  }

  const anyDropped = () => idOf(oldest.get()) !== undefined;

  return {
    incarnation,

    /** The last id that each stream has; 0 for none. Rows up to it may be deleted. */
    sent,

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
    deleteDropped: () => database.exec('delete from unsentEvents'),

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

/** Newest row of a world in its fleet. */
export interface StreamEnd {
  readonly incarnation: string;
  /** 0 for none. */
  readonly id: number;
  /** rowDigest of that row; '' if unknown. */
  readonly digest: string;
}

export interface OutboxRead {
  readonly subject: OutboxSubject;
  readonly end: StreamEnd;
  /** Last row that the gateway has: rows up to it may be deleted. */
  readonly kept: number;
  /** For one page; a page holds at least one row if there is one. */
  readonly bounds: { readonly rows: number; readonly bytes: number };
}

type IdRange = Readonly<Record<'from' | 'to', number>>;

/** Everything that the world keeps after the newest row of a fleet, in an inclusive range of ids. */
export interface OutboxPage extends IdRange {
  readonly incarnation: string;
  /** Oldest first. */
  readonly records: readonly (PalatineEvent | AuditEntry)[];
  /** Ranges that the fleet lacks and the world no longer keeps. */
  readonly gaps: readonly IdRange[];
  /** Newest row of the world, on this page or a later one; 0 before the first. */
  readonly newestId: number;
}

/** Rows of one subject in a world: ids increase, and the oldest are deleted first. */
interface Rows {
  readonly oldest: number | undefined;
  /** Last assigned id; 0 before the first. */
  readonly newest: number;
  after(id: number, bounds: EventBounds): readonly (PalatineEvent | AuditEntry)[];
}

interface OutboxSource {
  readonly outbox: OutboxStore;
  incarnation(): string;
  renewIncarnation(): string;
}

/** Rows that a fleet lacks. If it has foreign ones, this world was restored or copied: it gets all, in a new history. */
export function outboxPage(
  world: World,
  store: OutboxSource,
  { subject, end, kept, bounds }: OutboxRead,
): OutboxPage {
  const rows = subject === 'events' ? eventRows(world, store.outbox) : auditRows(store.outbox);
  const present = store.incarnation();
  const isOwn = end.incarnation === present;
  const forked = isOwn && isForked(end, rows);
  const incarnation = forked || present === '' ? store.renewIncarnation() : present;
  const start = isOwn && !forked ? end.id : 0;
  store.outbox.sent[subject] = Math.min(start, kept);
  const oldest = rows.oldest ?? rows.newest + 1;
  const gaps: IdRange[] = oldest > start + 1 ? [{ from: start + 1, to: oldest - 1 }] : [];
  const records = rows.after(start, { events: bounds.rows, bytes: bounds.bytes });
  const to = records.at(-1)?.Id ?? gaps.at(-1)?.to ?? start;
  return { incarnation, from: start + 1, to, records, gaps, newestId: rows.newest };
}

/** Whether a fleet has foreign rows under the name of this history. A row that was deleted passes as the same. */
function isForked({ id, digest }: StreamEnd, { newest, after }: Rows): boolean {
  if (id > newest) return true;
  const [row] = id === 0 || digest === '' ? [] : after(id - 1, { events: 1, bytes: 0 });
  return row?.Id === id && rowDigest(row) !== digest;
}

/** Rows dropped by the world, then its present ones. */
function eventRows({ eventLog }: World, outbox: OutboxStore): Rows {
  return {
    oldest: outbox.oldestDropped() ?? eventLog.oldest?.id,
    newest: eventLog.newest?.id ?? 0,
    after(id, bounds) {
      const { events: dropped, more } = outbox.droppedAfter(id, bounds);
      if (more || dropped.length > 0) return dropped.map(palatineEvent);
      return eventLog.after(id, bounds).map(palatineEvent);
    },
  };
}

function auditRows(outbox: OutboxStore): Rows {
  return {
    oldest: outbox.oldestAudit(),
    newest: outbox.newestAudit(),
    after: (id, bounds) => outbox.auditAfter(id, bounds),
  };
}
