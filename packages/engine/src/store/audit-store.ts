import type { DatabaseSync } from 'node:sqlite';
import { auditPages } from './audit-pages.ts';
import type { NewAuditEntry } from './audit-rows.ts';

/** How long the audit keeps entries, and how many; 0 for no limit. */
export interface AuditRetention {
  keptMs: number;
  keptEntries: number;
}

/** Only rows before this id, or before this time (ms since 1970), may be deleted. */
export interface SweepLimit {
  beforeId: number;
  beforeMs: number;
}

export const NO_LIMIT: SweepLimit = { beforeId: Number.MAX_SAFE_INTEGER, beforeMs: 0 };

/** Deleting this many holds the event loop for less than 10 ms. */
const DELETED_AT_ONCE = 200;

/** Batch size of the text index. A search scans entries that are not indexed yet. */
const INDEXED_AT_ONCE = 256;

export function auditStore(database: DatabaseSync) {
  const add = database.prepare(
    `insert into audit (at, token, ip, route, target, outcome, status, reason, request, request_id, idempotency_key,
       summary, player_uid, player_user_id, player_name, event_id)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const lastId = database.prepare('select max(id) as id from audit');
  const deleteOldest = database.prepare(
    `delete from audit where id in (select id from audit order by id limit ?)
     and (at < ? or id <= ?) and (id < ? or at < ?)`,
  );

  return {
    add(entry: NewAuditEntry): void {
      const { atMs, Token, IP, Route, Target, Outcome, Status, Reason } = entry;
      const { request, requestId, idempotencyKey, summary, player, eventId = null } = entry;
      add.run(
        ...[atMs, Token, IP, Route, Target, Outcome, Status, Reason, request, requestId, idempotencyKey],
        ...[summary, player?.uid ?? '', player?.userId ?? '', player?.name ?? '', eventId],
      );
    },

    indexTexts: textIndexer(database),

    /** Deletes some of the oldest expired entries. @returns whether there may be more. */
    deleteSome({ keptMs, keptEntries }: AuditRetention, nowMs: number, limit = NO_LIMIT): boolean {
      const { id: last } = lastId.get() as { id: number | null };
      if (last === null) return false;
      const beforeMs = keptMs === 0 ? 0 : nowMs - keptMs;
      // Ids increase one by one, so this many ids are no fewer entries.
      const upToId = keptEntries === 0 ? 0 : last - keptEntries;
      const { changes } = deleteOldest.run(DELETED_AT_ONCE, beforeMs, upToId, limit.beforeId, limit.beforeMs);
      return changes === DELETED_AT_ONCE;
    },

    page: auditPages(database),
  };
}

/** @returns a function that adds all new entries to the text index, once there are at least `min` of them. */
export function textIndexer(database: DatabaseSync): (min?: number) => void {
  const unindexed = database.prepare(
    'select (select max(id) from audit) - (select id from audit_indexed) as count',
  );
  const index = database.prepare(
    `insert into audit_text (rowid, summary, reason, target)
     select id, summary, reason, target from audit where id > (select id from audit_indexed) order by id`,
  );
  const note = database.prepare('update audit_indexed set id = (select max(id) from audit)');

  return (min = INDEXED_AT_ONCE) => {
    const { count } = unindexed.get() as { count: number | null }; // null for an empty audit
    if (count === null || count < min) return;
    index.run();
    note.run();
  };
}
