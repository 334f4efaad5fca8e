import type { DatabaseSync } from 'node:sqlite';
import {
  AuditEntry,
  isUserId,
  LIMITS,
  type PalatineEvent,
  parseGuid,
  parseUserId,
  pick,
} from '@palatine/contract';
import type { AuditFilters } from '@palatine/contract/audit-records';
import { Type } from '@palatine/contract/schema-builders';
import { addAuditFunctions, auditConditions, CONTAINS } from '@palatine/data-dir/audit-table';
import { BATCH_LIMITS, type WorldKey } from '@palatine/fleet/messages';
import { isObject } from '@palatine/platform/json';
import { fits } from '@palatine/platform/schema-problems';
import { type Condition, type Page, pagesOf, preparedStatements, rowsBy } from '@palatine/platform/sql-pages';
import type { TObject } from 'typebox';

export type RowKind = 'events' | 'audit';

export interface StoredRow {
  /** In the projection. */
  readonly id: number;
  readonly world: WorldKey;
  readonly incarnation: string;
  /** In the world. */
  readonly seq: number;
  /** The record as JSON. */
  readonly data: string;
}

export const ROW_COLUMNS = 'id, world, incarnation, seq, data';

export function recordOf<R extends PalatineEvent | AuditEntry>({ data }: Pick<StoredRow, 'data'>): R {
  return JSON.parse(data) as R; // it was checked before it was written
}

/** The player of a record; '' for unknown fields, and for an event about several players. */
interface AboutPlayer {
  readonly uid: string;
  readonly userId: string;
  readonly name: string;
}

/** Shapes by kind; further fields of a newer world are dropped. */
const KINDS: Record<RowKind, { shape: TObject; aboutOf(record: never): AboutPlayer }> = {
  events: {
    /** Any type is allowed: a newer world may send types that are not in the contract. */
    shape: Type.Object({
      Id: Type.Integer({ minimum: 0 }),
      Time: Type.String({ maxLength: 64 }),
      Type: Type.String({ minLength: 1, maxLength: LIMITS.idChars }),
      Data: Type.Record(Type.String(), Type.Unknown()),
    }),
    aboutOf: ({ Data }: { Data: Readonly<Record<string, unknown>> }) => playerOfEvent(Data),
  },
  audit: {
    shape: Type.Object(AuditEntry.properties),
    aboutOf: ({ PlayerUid, PlayerUserId, PlayerName, Target }: AuditEntry) => ({
      uid: PlayerUid,
      userId: PlayerUserId === '' && isUserId(Target) ? Target : PlayerUserId,
      name: PlayerName,
    }),
  },
};

export function rowWriter(database: DatabaseSync, kind: RowKind) {
  const { shape, aboutOf } = KINDS[kind];
  const insert = database.prepare(
    `insert into ${kind} (world, incarnation, seq, at, player_uid, player_user_id, player_name, data)
     values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (world, incarnation, seq) do nothing`,
  );

  /** The bytes that were added, 0 for a row that is there; undefined for an invalid record. */
  return (world: WorldKey, incarnation: string, value: unknown): number | undefined => {
    if (!isObject(value) || !fits(shape, value)) return undefined;
    const record = pick(shape, value) as { Id: number; Time: string }; // as both shapes have them
    const atMs = Date.parse(record.Time);
    if (Number.isNaN(atMs)) return undefined;
    const data = JSON.stringify({ ...record, Time: new Date(atMs).toISOString() });
    const { uid, userId, name } = aboutOf(record as never);
    const { changes } = insert.run(world, incarnation, record.Id, atMs, uid, userId, name, data);
    return changes === 0 ? 0 : Buffer.byteLength(data);
  };
}

/** Works for unknown types, too. */
function playerOfEvent(data: Readonly<Record<string, unknown>>): AboutPlayer {
  const { player, target, recipients } = data;
  if (isObject(player)) return playerFields(player);
  const about = playerFields(data);
  if (about.uid !== '' || about.userId !== '') return about;
  if (typeof target === 'string') return playerOfIdentifier(target);
  if (Array.isArray(recipients) && recipients.length === 1) return playerOfIdentifier(textOf(recipients[0]));
  return { uid: '', userId: '', name: '' };
}

function playerFields({ uid, userId, name }: Readonly<Record<string, unknown>>): AboutPlayer {
  return { uid: parseGuid(textOf(uid)) ?? '', userId: textOf(userId), name: textOf(name) };
}

function playerOfIdentifier(text: string): AboutPlayer {
  return { uid: parseGuid(text) ?? '', userId: isUserId(text) ? text : '', name: '' };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Tells of each record of a batch whether it has few enough levels, and all up to it few enough values. */
export function batchBounds(): (record: unknown) => boolean {
  let values = 0;
  const isFine = (value: unknown, levels: number): boolean => {
    if (++values > BATCH_LIMITS.values) return false;
    if (typeof value !== 'object' || value === null) return true;
    return levels > 0 && Object.values(value).every((inside) => isFine(inside, levels - 1));
  };
  return (record) => isFine(record, LIMITS.bodyDepth + 1);
}

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
  const visible = [...worlds].filter((key) => key === (world ?? key));
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
