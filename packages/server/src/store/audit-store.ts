import type { DatabaseSync } from 'node:sqlite';
import type { AuditEntry, AuditPage } from '@palatine/contract';

/** An entry for a write; the store numbers it. */
export type NewAuditEntry = Omit<AuditEntry, 'Id' | 'Time'> & {
  /** ms since 1970. */
  atMs: number;
  /** Identifies the request within this service, to look up its outcome when its answer was lost. */
  request: string;
};

export interface AuditFilters {
  token?: string;
  route?: string;
  target?: string;
  outcome?: string;
  ip?: string;
  /** Only entries before the one with this id. */
  before?: number;
  limit: number;
}

interface AuditRow {
  id: number;
  at: number;
  token: string;
  ip: string;
  route: string;
  target: string;
  outcome: string;
  status: number;
  reason: string;
}

/** Only requests under way are looked up, and they are among the newest: an index would cost every write. */
const RECENT = 100_000;

const DELETED_AT_ONCE = 2000;
/** Bounds the work of one hour; the rest is deleted in the next hours. */
const DELETE_ROUNDS = 50;

export type AuditStore = ReturnType<typeof auditStore>;

export function auditStore(database: DatabaseSync) {
  const add = database.prepare(
    'insert into audit (at, token, ip, route, target, outcome, status, reason, request) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const byRequest = database.prepare(
    'select status from (select request, status from audit order by id desc limit ?) where request = ?',
  );
  const newest = database.prepare('select request from audit order by id desc limit ?');
  const deleteOld = database.prepare(
    'delete from audit where id in (select id from audit order by id limit ?) and at < ?',
  );
  const page = database.prepare(
    `select id, at, token, ip, route, target, outcome, status, reason from audit
     where id < :before
       and (:token is null or token = :token) and (:route is null or route = :route)
       and (:target is null or target = :target) and (:outcome is null or outcome = :outcome)
       and (:ip is null or ip = :ip)
     order by id desc limit :limit`,
  );
  return {
    add({ atMs, Token, IP, Route, Target, Outcome, Status, Reason, request }: NewAuditEntry): void {
      add.run(atMs, Token, IP, Route, Target, Outcome, Status, Reason, request);
    },

    /** The status of a request, when its outcome is on disk. */
    statusOf(request: string): number | undefined {
      return (byRequest.get(RECENT, request) as { status: number } | undefined)?.status;
    },

    /** Which of these requests are on disk. */
    recorded(requests: ReadonlySet<string>): Set<string> {
      const found = new Set<string>();
      for (const row of newest.iterate(RECENT)) {
        const { request } = row as { request: string };
        if (requests.has(request)) found.add(request);
      }
      return found;
    },

    /** Deletes old entries in small chunks, so that no request waits long. */
    deleteBefore(beforeMs: number): void {
      for (let round = 0; round < DELETE_ROUNDS; round++) {
        if (deleteOld.run(DELETED_AT_ONCE, beforeMs).changes < DELETED_AT_ONCE) return;
      }
    },

    /** Newest first; `Next` is the cursor of the next page, left out on the last one. */
    page({ before = Number.MAX_SAFE_INTEGER, limit, ...filters }: AuditFilters): AuditPage {
      const { token = null, route = null, target = null, outcome = null, ip = null } = filters;
      const rows = page.all({
        before,
        token,
        route,
        target,
        outcome,
        ip,
        limit: limit + 1,
      }) as unknown as AuditRow[];
      const Entries = rows.slice(0, limit).map((row) => ({
        Id: row.id,
        Time: new Date(row.at).toISOString(),
        Token: row.token,
        IP: row.ip,
        Route: row.route,
        Target: row.target,
        Outcome: row.outcome,
        Status: row.status,
        Reason: row.reason,
      }));
      const last = Entries.at(-1);
      return rows.length > limit && last !== undefined ? { Entries, Next: String(last.Id) } : { Entries };
    },
  };
}
