import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { AuditEntry, AuditPage } from '@palatine/contract';

/** An entry for a write; the store numbers it. */
export type NewAuditEntry = Omit<AuditEntry, 'Id' | 'Time'> & {
  /** ms since 1970. */
  atMs: number;
  /** Identifies the request within this service, to look up its outcome when its answer was lost. */
  request: string;
};

/** The columns of the filters, usually the most selective first: the first one given says which index is read. */
const FILTERS = ['target', 'ip', 'token', 'outcome', 'route'] as const;
export type AuditFilter = (typeof FILTERS)[number];

export interface AuditFilters extends Partial<Record<AuditFilter, string>> {
  /** Only entries before the one with this id. */
  before?: number;
  limit: number;
}

/** How long the audit keeps entries, and how many; 0 for no bound. */
export interface AuditRetention {
  keptMs: number;
  keptEntries: number;
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

/** At most so many entries are looked at for one page, however few of them match. */
export const EXAMINED_PER_PAGE = 10_000;

/**
 * Requests are looked up only after a game thread has died, all in one pass, and those on their way to it are among
 * the newest entries: an index would cost every write.
 */
const RECENT = 100_000;

/** Deleting so many holds the game thread for less than 10 ms. */
const DELETED_AT_ONCE = 200;

export type AuditStore = ReturnType<typeof auditStore>;

export function auditStore(database: DatabaseSync) {
  const add = database.prepare(
    'insert into audit (at, token, ip, route, target, outcome, status, reason, request) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const byRequest = database.prepare(
    `select request, status from (select request, status from audit order by id desc limit ${RECENT})
     where request in (select value from json_each(?))`,
  );
  const lastId = database.prepare('select max(id) as id from audit');
  const deleteOldest = database.prepare(
    'delete from audit where id in (select id from audit order by id limit ?) and (at < ? or id <= ?)',
  );
  const queries = new Map<string, PageQuery>();

  function queryFor(filters: readonly AuditFilter[]): PageQuery {
    const key = filters.join();
    const known = queries.get(key);
    if (known !== undefined) return known;
    const { page, floor } = pageSql(filters);
    const query = {
      page: database.prepare(page),
      floor: floor === undefined ? undefined : database.prepare(floor),
    };
    queries.set(key, query);
    return query;
  }

  return {
    add({ atMs, Token, IP, Route, Target, Outcome, Status, Reason, request }: NewAuditEntry): void {
      add.run(atMs, Token, IP, Route, Target, Outcome, Status, Reason, request);
    },

    /** The status of each of these requests whose outcome is on disk. */
    statusesOf(requests: ReadonlySet<string>): Map<string, number> {
      const rows = byRequest.all(JSON.stringify([...requests])) as { request: string; status: number }[];
      return new Map(rows.map(({ request, status }) => [request, status]));
    },

    /** Deletes some of the oldest entries that are not kept any longer. @returns whether there may be more. */
    deleteSome({ keptMs, keptEntries }: AuditRetention, nowMs: number): boolean {
      const { id: last } = lastId.get() as { id: number | null };
      if (last === null) return false;
      const beforeMs = keptMs === 0 ? 0 : nowMs - keptMs;
      // Ids count up one by one, so that this many ids are no fewer entries.
      const upToId = keptEntries === 0 ? 0 : last - keptEntries;
      return deleteOldest.run(DELETED_AT_ONCE, beforeMs, upToId).changes === DELETED_AT_ONCE;
    },

    /**
     * Newest first; `Next` is the cursor of the next page, left out on the last one. With several filters a page
     * may hold fewer entries than its limit, or none, and still have a `Next`: so many were looked at.
     */
    page({ before = Number.MAX_SAFE_INTEGER, limit, ...filters }: AuditFilters): AuditPage {
      const given = FILTERS.filter((name) => filters[name] !== undefined);
      const [first, ...others] = given.map((name) => filters[name] as string); // those given
      const { floor, page } = queryFor(given);
      const selected = first === undefined ? [] : [first];
      const floorId = (floor?.get(...selected, before) as { id: number } | undefined)?.id ?? 0;
      const rows = page.all(...selected, before, floorId, ...others, limit + 1) as unknown as AuditRow[];
      const Entries = rows.slice(0, limit).map(entryOf);
      const next = rows.length > limit ? (Entries.at(-1)?.Id ?? 0) : floorId;
      return next > 0 ? { Entries, Next: String(next) } : { Entries };
    },
  };
}

interface PageQuery {
  page: StatementSync;
  /** Finds the last entry that is looked at. Missing where each one looked at matches. */
  floor: StatementSync | undefined;
}

/** The SQL of a page with these filters, given in the order of FILTERS. The first one selects an index. */
export function pageSql([first, ...others]: readonly AuditFilter[]): {
  page: string;
  floor: string | undefined;
} {
  const source = first === undefined ? 'audit' : `audit indexed by audit_by_${first}`;
  const selected = first === undefined ? '' : `${first} = ? and `;
  const matching = others.map((name) => ` and ${name} = ?`).join('');
  return {
    page: `select id, at, token, ip, route, target, outcome, status, reason from ${source}
           where ${selected}id < ? and id >= ?${matching} order by id desc limit ?`,
    floor:
      others.length === 0
        ? undefined
        : `select id from ${source} where ${selected}id < ? order by id desc limit 1 offset ${EXAMINED_PER_PAGE - 1}`,
  };
}

function entryOf({ id, at, token, ip, route, target, outcome, status, reason }: AuditRow): AuditEntry {
  return {
    Id: id,
    Time: new Date(at).toISOString(),
    Token: token,
    IP: ip,
    Route: route,
    Target: target,
    Outcome: outcome,
    Status: status,
    Reason: reason,
  };
}
