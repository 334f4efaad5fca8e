import type { DatabaseSync } from 'node:sqlite';
import type { AuditEntry } from '@palatine/contract';
import type { OutboxPage, OutboxRead, RefusedEntry } from '../game/calls.ts';
import { AUDIT_COLUMNS, type AuditRow, auditEntryOf } from '../store/audit-rows.ts';

/** The audit of what a gateway does itself: lists, tokens, join codes, and what it refuses before any world hears of it. */
export interface GatewayAudit {
  /** On disk when it returns. */
  add(entry: RefusedEntry): void;
  /** What a stream lacks of it. */
  page(read: OutboxRead): OutboxPage;
}

/** `now`: ms since 1970. */
export function gatewayAudit(
  database: DatabaseSync,
  incarnation: string,
  now: () => number,
  onAdded: () => void,
): GatewayAudit {
  const add = database.prepare(
    `insert into audit (at, token, ip, route, target, outcome, status, reason, request, summary, request_id, idempotency_key)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const after = database.prepare(`select ${AUDIT_COLUMNS} from audit where id > ? order by id limit ?`);
  const newest = database.prepare('select coalesce(max(id), 0) as id from audit');

  return {
    add({ Token, IP, Route, Target, Outcome, Status, Reason, request, summary, requestId, idempotencyKey }) {
      const named = [now(), Token, IP, Route, Target, Outcome, Status, Reason];
      add.run(...named, request, summary, requestId, idempotencyKey);
      onAdded();
    },

    /** Nothing of it is ever deleted, so a stream that has rows of another history gets all of this one. */
    page({ end, bounds }) {
      const { id: newestId } = newest.get() as { id: number };
      const start = end?.incarnation === incarnation && end.to <= newestId ? end.to : 0;
      const records = within(
        bounds.bytes,
        after.all(start, bounds.rows).map((row) => auditEntryOf(row as unknown as AuditRow)),
      ); // its columns
      return { incarnation, from: start + 1, to: records.at(-1)?.Id ?? start, records, gaps: [], newestId };
    },
  };
}

/** As many of the entries as fit together, at least one. */
function within(bytes: number, entries: readonly AuditEntry[]): AuditEntry[] {
  let left = bytes;
  return entries.filter((entry, index) => {
    left -= Buffer.byteLength(JSON.stringify(entry));
    return left >= 0 || index === 0;
  });
}
