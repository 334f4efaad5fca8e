import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { AuditPage } from '@palatine/contract';
import {
  type AuditCondition,
  type AuditFilters,
  auditConditions,
  CONTAINS,
  contains,
} from './audit-conditions.ts';
import { AUDIT_COLUMNS, type AuditRow, auditEntryOf } from './audit-rows.ts';

export interface AuditQuery extends AuditFilters {
  /** Only what follows the entry with this id, in the order of the query. */
  cursor?: number;
  limit: number;
}

/** At most so many entries are looked at for one page, however few of them match. */
export const EXAMINED_PER_PAGE = 5000;
/** Likewise, where a part of a text is looked for. */
export const EXAMINED_FOR_TEXT = 2000;

/** The cursor of a page that follows none. */
const FIRST_PAGE = Number.MAX_SAFE_INTEGER;
const CHUNK = 500;
/** Filters make some hundreds of statements together; those of a service that uses all of them do not pile up. */
const MAX_STATEMENTS = 64;

/** The entries of the index `audit_by_route`, by jumps from each route to the next. */
const ALL_ROUTES = `with recursive names (route) as (
  select min(route) from audit
  union all select (select min(route) from audit where route > names.route) from names where route is not null
) select route from names where route is not null`;

/**
 * Reads the audit by pages, newest first. Each page looks at a bounded number of entries:
 *
 * - where one of the filters has few entries, at all of those, found by its index;
 * - else at the next entries of the time range, or of the index of a filter, or of the whole audit.
 *
 * So a page may hold fewer entries than its limit, or none, and still have a `Next`.
 */
export function auditPages(database: DatabaseSync): (query: AuditQuery) => AuditPage {
  database.function(CONTAINS, { varargs: true, deterministic: true }, contains);
  const statements = new Map<string, StatementSync>();

  function prepare(sql: string): StatementSync {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  const routesOf = () => (prepare(ALL_ROUTES).all() as { route: string }[]).map(({ route }) => route);

  return ({ cursor = FIRST_PAGE, limit, ...filters }) => {
    const conditions = auditConditions(filters, routesOf);
    if (conditions === undefined) return { Entries: [] };
    const examined = filters.text !== undefined ? EXAMINED_FOR_TEXT : EXAMINED_PER_PAGE;
    const query: PlannedQuery = { conditions, cursor, limit, examined, prepare };
    const plan = planOf(conditions, prepare);
    const { rows, next } = read(query, plan);
    const Entries = rows.map(auditEntryOf);
    return next === undefined ? { Entries } : { Entries, Next: String(next) };
  };
}

function read(query: PlannedQuery, plan: Plan): Found {
  if (plan.kind === 'few') return readFew(query, plan.index);
  return plan.kind === 'time' ? readByTime(query, plan) : readById(query, plan);
}

type Prepare = (sql: string) => StatementSync;

interface PlannedQuery {
  conditions: readonly AuditCondition[];
  cursor: number;
  limit: number;
  /** Most entries to look at. */
  examined: number;
  prepare: Prepare;
}

/** How a query finds its entries. */
type PlanById = { kind: 'id'; index?: AuditCondition }; // without an index the whole audit is read
type PlanByTime = { kind: 'time'; index: AuditCondition };
type Plan = PlanById | PlanByTime | { kind: 'few'; index: AuditCondition };

interface Found {
  rows: AuditRow[];
  /** The last entry that was looked at, where there may be more. */
  next: number | undefined;
}

function planOf(conditions: readonly AuditCondition[], prepare: Prepare): Plan {
  const [first, second] = conditions;
  if (first === undefined) return { kind: 'id' };
  if (first.order === 'id' && second === undefined) return { kind: 'id', index: first };
  const few = conditions.find((condition) => hasFew(condition, prepare));
  if (few !== undefined) return { kind: 'few', index: few };
  const time = conditions.find(({ order }) => order === 'time');
  if (time !== undefined) return { kind: 'time', index: time };
  const index = conditions.find(({ order }) => order === 'id');
  return index === undefined ? { kind: 'id' } : { kind: 'id', index };
}

function hasFew({ index, sql, values }: AuditCondition, prepare: Prepare): boolean {
  if (index === undefined) return false;
  const first = `select 1 from audit indexed by ${index} where ${sql} limit ${EXAMINED_PER_PAGE + 1}`;
  const { count } = prepare(`select count(*) as count from (${first})`).get(...values) as { count: number };
  return count <= EXAMINED_PER_PAGE;
}

/** Reads all ids of a filter that has few, and then the entries that the others match. */
function readFew({ conditions, cursor, limit, examined, prepare }: PlannedQuery, few: AuditCondition): Found {
  const ids = prepare(`select id from audit indexed by ${few.index} where ${few.sql} and id < ?`).all(
    ...few.values,
    cursor,
  ) as { id: number }[];
  const newestFirst = ids.map(({ id }) => id).sort((one, other) => other - one);
  const others = conditions.filter((condition) => condition !== few);
  const chunk = prepare(
    `select ${AUDIT_COLUMNS} from audit where id in (select value from json_each(?))${and(others)} order by id desc limit ?`,
  );
  const rows: AuditRow[] = [];
  const end = Math.min(newestFirst.length, examined);
  for (let from = 0; from < end; from += CHUNK) {
    const part = JSON.stringify(newestFirst.slice(from, Math.min(from + CHUNK, end)));
    rows.push(...rowsOf(chunk, part, ...valuesOf(others), limit + 1 - rows.length));
    if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]?.id };
  }
  return { rows, next: end < newestFirst.length ? newestFirst[end - 1] : undefined };
}

/** Reads the next entries in the order of their ids: all, or those of an index. */
function readById({ conditions, cursor, limit, examined, prepare }: PlannedQuery, plan: PlanById): Found {
  const others = conditions.filter((condition) => condition !== plan.index);
  const { page, floor } = pageSql(plan, others, examined);
  const selected = [...(plan.index?.values ?? []), cursor];
  const last = floor === undefined ? undefined : lastExamined(prepare(floor), selected);
  const rows = rowsOf(prepare(page), ...selected, last?.id ?? 0, ...valuesOf(others), limit + 1);
  return pageOf(rows, limit, last?.id);
}

/** Reads the next entries in the order of their times: after a jump of the clock it differs from that of their ids. */
function readByTime({ conditions, cursor, limit, examined, prepare }: PlannedQuery, plan: PlanByTime): Found {
  const others = conditions.filter((condition) => condition !== plan.index);
  const { page, floor } = pageSql(plan, others, examined);
  const [fromMs, toMs] = plan.index.values as [number, number]; // those of the condition
  const cursorMs = timeOf(cursor, prepare);
  const [startMs, beforeId] = cursorMs < toMs ? [cursorMs, cursor] : [toMs - 1, FIRST_PAGE];
  const start = [startMs, startMs, beforeId];
  const last = floor === undefined ? undefined : lastExamined(prepare(floor), [fromMs, ...start]);
  const until = last ?? { at: fromMs, id: 0 };
  const values = [until.at, ...start, until.at, until.id, ...valuesOf(others), limit + 1];
  return pageOf(rowsOf(prepare(page), ...values), limit, last?.id);
}

function lastExamined(floor: StatementSync, values: SQLInputValue[]): { id: number; at: number } | undefined {
  return floor.get(...values) as { id: number; at: number } | undefined; // its columns
}

/** The time of the entry that a page follows. */
function timeOf(cursor: number, prepare: Prepare): number {
  if (cursor === FIRST_PAGE) return Number.POSITIVE_INFINITY;
  const found = prepare('select at from audit where id <= ? order by id desc limit 1').get(cursor);
  return (found as { at: number } | undefined)?.at ?? Number.NEGATIVE_INFINITY;
}

/** `last`: the last entry that was looked at, where there may be more. */
function pageOf(rows: AuditRow[], limit: number, last: number | undefined): Found {
  if (rows.length <= limit) return { rows, next: last };
  return { rows: rows.slice(0, limit), next: rows[limit - 1]?.id };
}

/**
 * The SQL of a page in the order of its plan, and of the last entry that it looks at; without the latter where each
 * entry of the index matches.
 */
export function pageSql(
  { kind, index }: PlanById | PlanByTime,
  others: readonly AuditCondition[],
  examined: number,
): { page: string; floor: string | undefined } {
  const byTime = kind === 'time';
  const source = index === undefined ? 'audit' : `audit indexed by ${index.index}`;
  // One bound at each end: with two SQLite might begin at the wider one, and look at any number of entries.
  const selected = byTime ? 'at >= ? and at <= ?' : (index?.sql ?? 'true');
  const after = byTime ? '(at < ? or id < ?)' : 'id < ?';
  const until = byTime ? '(at > ? or id >= ?)' : 'id >= ?';
  const order = byTime ? 'at desc, id desc' : 'id desc';
  return {
    page: `select ${AUDIT_COLUMNS} from ${source}
           where ${selected} and ${after} and ${until}${and(others)} order by ${order} limit ?`,
    floor:
      others.length === 0
        ? undefined
        : `select id, at from ${source} where ${selected} and ${after} order by ${order} limit 1 offset ${examined - 1}`,
  };
}

function and(conditions: readonly AuditCondition[]): string {
  return conditions.map(({ sql }) => ` and ${sql}`).join('');
}

function valuesOf(conditions: readonly AuditCondition[]): SQLInputValue[] {
  return conditions.flatMap(({ values }) => values);
}

function rowsOf(statement: StatementSync, ...values: SQLInputValue[]): AuditRow[] {
  return statement.all(...values) as unknown as AuditRow[]; // the columns of every page
}
