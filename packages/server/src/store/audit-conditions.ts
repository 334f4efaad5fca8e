import { parseGuid, steamUserId } from '@palatine/contract';
import type { Condition } from './planned-pages.ts';

/** What the entries of a query have in common. */
export interface AuditFilters {
  token?: string;
  ip?: string;
  outcome?: string;
  /** The beginning of the target. */
  target?: string;
  /** PlayerUID, UserId or name. */
  player?: string;
  /** The beginning of the route or of one of its parts. */
  route?: string;
  /** A part of the summary, the reason or the target, in any case. */
  text?: string;
  /** Entries from this time on, in ms since 1970. */
  fromMs?: number;
  /** Entries before this time. */
  toMs?: number;
}

/** The SQL function behind filters with letters beyond ASCII, which SQLite does not compare in any case. */
export const CONTAINS = 'palatine_contains';

/** Whether one of the texts contains another in any case; the wanted one is in lower case. */
export function contains(wanted: unknown, ...texts: unknown[]): number {
  return Number(texts.some((text) => String(text).toLowerCase().includes(String(wanted))));
}

/**
 * The conditions of a query, usually the most selective first; undefined when no entry can match. `routesOf` lists
 * the routes that the audit names.
 */
export function auditConditions(
  filters: AuditFilters,
  routesOf: () => readonly string[],
): Condition[] | undefined {
  const { player, target, ip, token, outcome, route, fromMs, toMs, text } = filters;
  const conditions: Condition[] = [];
  if (player !== undefined) conditions.push(ofPlayer(player));
  if (target !== undefined) conditions.push(beginsWith(target));
  if (ip !== undefined) conditions.push(equals('ip', ip));
  if (token !== undefined) conditions.push(equals('token', token));
  if (outcome !== undefined) conditions.push(equals('outcome', outcome));
  if (route !== undefined) {
    const routes = routesOf().filter((name) => matchesRoute(route, name));
    const [only, ...others] = routes;
    if (only === undefined) return undefined;
    conditions.push(others.length === 0 ? equals('route', only) : oneOfRoutes(routes));
  }
  if (fromMs !== undefined || toMs !== undefined) conditions.push(between(fromMs, toMs));
  if (text !== undefined) conditions.push(containing(text));
  return conditions;
}

/**
 * Whether a filter is the beginning of a route or of one of its parts, in any case: `ban` matches `/ban/…` and
 * `/banip/…`, `ban/` only the first, `POST /v1/pdapi/give` every grant. Parameters match in both spellings.
 */
export function matchesRoute(filter: string, route: string): boolean {
  const wanted = filter.replaceAll(/\{(\w+)\}/g, ':$1').toLowerCase();
  const withoutSlash = wanted.replace(/^\//, '');
  const name = route.toLowerCase();
  return name.startsWith(wanted) || ['/', ' '].some((separator) => name.includes(separator + withoutSlash));
}

function equals(column: 'ip' | 'token' | 'outcome' | 'route', value: string): Condition {
  const index = `audit_by_${column}`;
  return { sql: `${column} = ?`, values: [value], index, ofText: 'text = ?', order: 'id' };
}

function oneOfRoutes(routes: readonly string[]): Condition {
  const among = 'in (select value from json_each(?))';
  const values = [JSON.stringify(routes)];
  return { sql: `route ${among}`, values, index: 'audit_by_route', ofText: `text ${among}` };
}

function beginsWith(text: string): Condition {
  // No text that begins with the prefix sorts behind the prefix and the last character there is.
  const between = (column: string) => `${column} >= ? and ${column} < ?`;
  const values = [text, `${text}\u{10FFFF}`];
  return { sql: between('target'), values, index: 'audit_by_target', ofText: between('text') };
}

function ofPlayer(text: string): Condition {
  const uid = parseGuid(text);
  if (uid !== undefined) {
    // The second part says that the index, which lacks entries without a player, has all of these.
    const sql = `player_uid = ? and player_uid <> ''`;
    return { sql, values: [uid], index: 'audit_by_player', ofText: 'text = ?', order: 'id' };
  }
  const sql = '(player_user_id = ? or target = ? or player_name = ? collate nocase)';
  const userId = steamUserId(text) ?? text;
  return { sql, values: [userId, text, text] };
}

function between(fromMs = Number.MIN_SAFE_INTEGER, toMs = Number.MAX_SAFE_INTEGER): Condition {
  return { sql: 'at >= ? and at < ?', values: [fromMs, toMs], index: 'audit_by_time', order: 'time' };
}

function containing(text: string): Condition {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  if (!/^[\x00-\x7f]*$/.test(text)) {
    const sql = `${CONTAINS}(?, summary, reason, target)`;
    return { sql, values: [text.toLowerCase()] };
  }
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const sql = ['summary', 'reason', 'target'].map((column) => `${column} like ? escape '\\'`).join(' or ');
  return { sql: `(${sql})`, values: [pattern, pattern, pattern] };
}
