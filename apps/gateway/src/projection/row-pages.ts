import type { DatabaseSync } from 'node:sqlite';
import { parseGuid, parseUserId } from '@palatine/contract';
import {
  type AuditFilters,
  addAuditFunctions,
  auditConditions,
  CONTAINS,
} from '@palatine/engine/audit-pages';
import { type Condition, type Page, pagesOf, preparedStatements, rowsBy } from '@palatine/engine/pages';
import type { WorldKey } from '@palatine/fleet';
import { ROW_COLUMNS, type RowKind, type StoredRow } from './rows.ts';

/** The worlds that a token may see. */
export type VisibleWorlds = ReadonlySet<WorldKey> | 'all';

export interface FleetQuery {
  readonly worlds: VisibleWorlds;
  readonly world?: WorldKey | undefined;
  /** Only rows after the one with this id, in the order of the query. */
  readonly cursor?: number | undefined;
  readonly limit: number;
}

export type FleetAuditQuery = AuditFilters & FleetQuery;

export interface FleetEventQuery extends FleetQuery {
  /** In lower case. */
  readonly types?: readonly string[] | undefined;
  /** PlayerUID, UserId or whole name. */
  readonly player?: string | undefined;
  /** A part of any text, in any case. */
  readonly text?: string | undefined;
  /** Events from this time on, in ms since 1970. */
  readonly fromMs?: number | undefined;
  /** Events before this time. */
  readonly toMs?: number | undefined;
}

/** Reads the rows of all worlds by pages, newest first; a page may be short and still have a next. */
export function rowPages(database: DatabaseSync) {
  addAuditFunctions(database);
  const prepare = preparedStatements(database);
  const pages = {
    events: pagesOf<StoredRow>(prepare, { name: 'events', columns: ROW_COLUMNS }),
    audit: pagesOf<StoredRow>(prepare, { name: 'audit', columns: ROW_COLUMNS }),
  };
  const newest = database.prepare("select seq from sqlite_sequence where name = 'events'");

  function page(
    kind: RowKind,
    query: FleetQuery & { player?: string | undefined },
    others: Condition[] | undefined,
  ) {
    const { worlds, world, player, cursor, limit } = query;
    if (others === undefined) return { rows: [], next: undefined };
    const ofPlayer = player === undefined ? [] : [playerCondition(kind, player)];
    return pages[kind]({
      conditions: [...ofPlayer, ...others, ...worldConditions(kind, worlds, world)],
      cursor,
      limit,
    });
  }

  /** The highest event id that this file ever had. */
  const newestEventId = (): number => (newest.get() as { seq: number }).seq;

  return {
    newestEventId,
    auditPage({ worlds, world, cursor, limit, player, ...filters }: FleetAuditQuery): Page<StoredRow> {
      return page('audit', { worlds, world, cursor, limit, player }, auditConditions(filters, prepare));
    },
    eventPage: (query: FleetEventQuery): Page<StoredRow> => page('events', query, eventConditions(query)),

    /** The next events, oldest first. `until`: up to which id these are all. */
    eventsAfter(after: number, limit: number): { rows: StoredRow[]; until: number } {
      const next = prepare(`select ${ROW_COLUMNS} from events where id > ? order by id limit ?`);
      const rows = next.all(after, limit) as unknown as StoredRow[]; // its columns
      const last = rows.at(-1)?.id ?? after;
      return { rows, until: rows.length < limit ? Math.max(last, newestEventId()) : last };
    },
  };
}

/** Restricts to worlds that a token may see. Needs an index `<kind>_by_world`. */
function worldConditions(kind: RowKind, worlds: VisibleWorlds, world: WorldKey | undefined): Condition[] {
  if (worlds === 'all') return world === undefined ? [] : [equals(kind, 'world', world)];
  const visible = [...worlds].filter((one) => one === (world ?? one));
  return [oneOf(kind, 'world', visible)];
}

function eventConditions({ types, text, fromMs, toMs }: FleetEventQuery): Condition[] {
  const conditions: Condition[] = [];
  if (types !== undefined) conditions.push(oneOf('events', 'type', types));
  if (fromMs !== undefined || toMs !== undefined) {
    const values = [fromMs ?? Number.MIN_SAFE_INTEGER, toMs ?? Number.MAX_SAFE_INTEGER];
    conditions.push({ sql: 'at >= ? and at < ?', values, index: rowsBy('events', 'time') });
  }
  if (text !== undefined) {
    const inData = `select 1 from json_tree(data, '$.Data') as part where part.type = 'text' and ${CONTAINS}(?, atom)`;
    const sql = `(${CONTAINS}(?, type) or exists (${inData}))`;
    conditions.push({ sql, values: [text.toLowerCase(), text.toLowerCase()] });
  }
  return conditions;
}

/** Rows about a player, by PlayerUID, UserId or whole name. */
function playerCondition(kind: RowKind, text: string): Condition {
  const uid = parseGuid(text);
  if (uid !== undefined) return equals(kind, 'player_uid', uid);
  const userId = parseUserId(text);
  if (userId !== undefined) return equals(kind, 'player_user_id', userId);
  return equals(kind, 'player_name', text, ' collate nocase');
}

/** The second part lets SQLite use an index without empty texts. */
function equals(kind: RowKind, column: string, value: string, collate = ''): Condition {
  const sql = `${column} = ?${collate} and ${column} <> ''`;
  return { sql, values: [value], index: rowsBy(kind, column) };
}

/** One of several values; no row for an empty list. */
function oneOf(kind: RowKind, column: string, values: readonly string[]): Condition {
  const [only = '', ...others] = values;
  if (others.length === 0) return equals(kind, column, only);
  return { sql: `${column} in (select value from json_each(?))`, values: [JSON.stringify(values)] };
}
