import type { DatabaseSync } from 'node:sqlite';
import { type AuditPage, parseGuid, steamUserId } from '@palatine/contract';
import { AUDIT_COLUMNS, type AuditRow, auditEntryOf } from './audit-rows.ts';
import {
  type Condition,
  type OrderedRows,
  type Prepare,
  pagesOf,
  preparedStatements,
  rowsBy,
} from './pages.ts';

/** Filters of a query; an entry has to match all of them. */
export interface AuditFilters {
  token?: string | undefined;
  ip?: string | undefined;
  outcome?: string | undefined;
  /** Prefix of the target. */
  target?: string | undefined;
  /** PlayerUID, UserId or name. */
  player?: string | undefined;
  /** Prefix of the route or of one of its parts. */
  route?: string | undefined;
  /** Part of the summary, the reason or the target, in any case. */
  text?: string | undefined;
  /** Inclusive, in ms since 1970. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
}

export interface AuditQuery extends AuditFilters {
  /** Only entries after the one with this id, in the order of the query. */
  cursor?: number | undefined;
  limit: number;
}

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
    return next === undefined ? { Entries } : { Entries, Next: String(next) };
  };
}

/** Conditions of a query, those first whose index is to be followed; undefined if no entry can match. */
export function auditConditions(filters: AuditFilters, prepare: Prepare): Condition[] | undefined {
  const { player, target, ip, token, outcome, route, fromMs, toMs, text } = filters;
  const conditions: Condition[] = [];
  if (player !== undefined) conditions.push(ofPlayer(player));
  if (text !== undefined) conditions.push(...containing(text));
  if (target !== undefined) conditions.push(...beginsWith(target));
  if (route !== undefined) {
    const routes = routesOf(prepare).filter((name) => matchesRoute(route, name));
    const [only, ...others] = routes;
    if (only === undefined) return undefined;
    conditions.push(
      others.length === 0 ? equals('route', only) : { sql: IN_ROUTES, values: [JSON.stringify(routes)] },
    );
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

const IN_ROUTES = 'route in (select value from json_each(?))';

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

function containing(text: string): Condition[] {
  const check = { sql: `${CONTAINS}(?, summary, reason, target)`, values: [text.toLowerCase()] };
  return withTextIndex(text, check);
}

function beginsWith(text: string): Condition[] {
  // No text with the prefix sorts after the prefix and the last character there is.
  return withTextIndex(text, { sql: 'target >= ? and target < ?', values: [text, `${text}\u{10FFFF}`] });
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
