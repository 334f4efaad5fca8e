import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import {
  type AuditEntry,
  type AuditPage,
  type PalatineEvent,
  parseGuid,
  steamUserId,
} from '@palatine/contract';
import type { AuditFilters, AuditQuery, NewAuditEntry } from '@palatine/contract/audit-records';
import {
  type Condition,
  type OrderedRows,
  type Prepare,
  pagesOf,
  preparedStatements,
  rowsBy,
} from '@palatine/platform/sql-pages';

/** Lists all routes of an audit by jumping from each to the next in the index. */
function routesOf(prepare: Prepare): string[] {
  const rows = prepare(
    `with recursive names (route) as (
       select min(route) from audit
       union all select (select min(route) from audit where route > names.route) from names where route is not null
     ) select route from names where route is not null`,
  ).all() as { route: string }[];
  return rows.map(({ route }) => route);
}

/** Reads the audit by pages, newest first; a page may be short or empty and still have a `Next`. */
export function auditPages(database: DatabaseSync): (query: AuditQuery) => AuditPage {
  addAuditFunctions(database);
  const prepare = preparedStatements(database);
  const pageOf = pagesOf<AuditRow>(prepare, { name: 'audit', columns: AUDIT_COLUMNS });

  return ({ cursor, limit, ...filters }) => {
    const conditions = auditConditions(filters, prepare);
    if (conditions === undefined) return { Entries: [] };
    const { rows, next } = pageOf({ conditions, cursor, limit });
    const Entries = rows.map(auditEntryOf);
    return { Entries, ...(next !== undefined && { Next: String(next) }) };
  };
}

/** Conditions of a query, those first whose index is to be followed; undefined if no entry can match. */
export function auditConditions(filters: AuditFilters, prepare: Prepare): Condition[] | undefined {
  const { player, target, ip, token, outcome, route, fromMs, toMs, text } = filters;
  const conditions: Condition[] = [];
  if (player !== undefined) conditions.push(ofPlayer(player));
  if (text !== undefined) {
    const sql = `${CONTAINS}(?, summary, reason, target)`;
    conditions.push(...withTextIndex(text, { sql, values: [text.toLowerCase()] }));
  }
  if (target !== undefined) {
    // No text with the prefix sorts after the prefix and the last character there is.
    const values = [target, `${target}\u{10FFFF}`];
    conditions.push(...withTextIndex(target, { sql: 'target >= ? and target < ?', values }));
  }
  if (route !== undefined) {
    const routes = routesOf(prepare).filter((name) => matchesRoute(route, name));
    const [only, ...others] = routes;
    if (only === undefined) return undefined;
    const among = { sql: 'route in (select value from json_each(?))', values: [JSON.stringify(routes)] };
    conditions.push(others.length === 0 ? equals('route', only) : among);
  }
  if (token !== undefined) conditions.push(equals('token', token));
  if (fromMs !== undefined || toMs !== undefined) conditions.push(between(fromMs, toMs));
  if (ip !== undefined) conditions.push({ sql: 'ip = ?', values: [ip] });
  if (outcome !== undefined) conditions.push({ sql: 'outcome = ?', values: [outcome] });
  return conditions;
}

/** Whether a filter is a prefix of a route, in any case: `ban` matches `/ban/…` and `/banip/…`, `ban/` the first only. */
export function matchesRoute(filter: string, route: string): boolean {
  const prefix = filter.replaceAll(/\{(\w+)\}/g, ':$1').toLowerCase();
  const withoutSlash = prefix.replace(/^\//, '');
  const name = route.toLowerCase();
  return name.startsWith(prefix) || ['/', ' '].some((separator) => name.includes(separator + withoutSlash));
}

function equals(column: 'token' | 'route', value: string): Condition {
  return { sql: `${column} = ?`, values: [value], index: rowsBy('audit', column) };
}

function ofPlayer(text: string): Condition {
  const uid = parseGuid(text);
  if (uid !== undefined) {
    // The second part tells SQLite that the index, which lacks entries without a player, has all of these.
    return { sql: `player_uid = ? and player_uid <> ''`, values: [uid], index: rowsBy('audit', 'player') };
  }
  const sql = '(player_user_id = ? or target = ? or player_name = ? collate nocase)';
  return { sql, values: [steamUserId(text) ?? text, text, text] };
}

function between(fromMs = Number.MIN_SAFE_INTEGER, toMs = Number.MAX_SAFE_INTEGER): Condition {
  return { sql: 'at >= ? and at < ?', values: [fromMs, toMs], index: rowsBy('audit', 'time') };
}

/** SQL function that finds a lower-case text in others: SQLite compares letters beyond ASCII case-sensitively. */
export const CONTAINS = 'palatine_contains';

export function addAuditFunctions(database: DatabaseSync): void {
  database.function(CONTAINS, { varargs: true, deterministic: true }, (text, ...columns) =>
    Number(columns.some((column) => String(column).toLowerCase().includes(String(text)))),
  );
}

/** Few entries contain this many parts of a text without the whole. */
const MAX_PARTS = 8;

/** Filters by the trigram index, then by the whole text. The newest entries are all checked. */
function withTextIndex(text: string, check: Condition): Condition[] {
  const characters = [...text];
  if (characters.length < 3 || text.includes('\0')) return [check];
  const parts = new Set<string>();
  for (let at = 0; at < characters.length && parts.size < MAX_PARTS; at += 3) {
    const from = Math.min(at, characters.length - 3);
    parts.add(characters.slice(from, from + 3).join(''));
  }
  const query = [...parts].map((part) => `"${part.replaceAll('"', '""')}"`).join(' AND ');
  const index: OrderedRows = {
    from: `(select id from audit where id > (select id from audit_indexed)
            union all select rowid from audit_text where audit_text match ?)`,
    where: 'true',
    values: [query],
    id: 'id',
    order: 'id',
  };
  return [{ ...check, index }, check];
}

/** Batch size of the text index. A search scans entries that are not indexed yet. */
const INDEXED_AT_ONCE = 256;

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

/** Distinguishes rows with the same id of two histories: a copy of a data folder continues with the same ids. */
export function rowDigest(row: PalatineEvent | AuditEntry): string {
  const facts =
    'Data' in row ? [row.Type, row.Data] : [row.Token, row.Route, row.Target, row.Summary, row.Request];
  return hash('sha1', JSON.stringify([row.Time, ...facts]), 'base64url');
}

export interface AuditRow extends Omit<AuditEntry, 'Id' | 'Time' | 'IdempotencyKey' | 'EventId'> {
  id: number;
  at: number;
  /** '' without a key. */
  IdempotencyKey: string;
  EventId: number | null;
}

export const AUDIT_COLUMNS = `id, at, token as Token, ip as IP, route as Route, target as Target, player_uid as PlayerUid,
  player_user_id as PlayerUserId, player_name as PlayerName, outcome as Outcome, status as Status, reason as Reason,
  summary as Summary, request_id as Request, idempotency_key as IdempotencyKey, event_id as EventId`;

export function auditEntryOf({ id, at, IdempotencyKey, EventId, ...entry }: AuditRow): AuditEntry {
  return {
    Id: id,
    Time: new Date(at).toISOString(),
    ...entry,
    ...(IdempotencyKey === '' ? {} : { IdempotencyKey }),
    ...(EventId === null ? {} : { EventId }),
  };
}

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
