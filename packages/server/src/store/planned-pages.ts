import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** A condition of a query as SQL. */
export interface Condition {
  sql: string;
  values: SQLInputValue[];
  /** The index that finds its rows. */
  index?: string;
  /** As SQL on the `text` of a value index; absent where the index is one of the table. */
  ofText?: string;
  /** The order in which the index has them: as rows of one value, or by time; undefined for several values. */
  order?: 'id' | 'time';
}

/** At most so many rows are looked at for one page, however few of them match. */
export const EXAMINED_PER_PAGE = 5000;
/** Likewise, where a part of a text is looked for. */
export const EXAMINED_FOR_TEXT = 2000;

/** The cursor of a page that follows none. */
const FIRST_PAGE = Number.MAX_SAFE_INTEGER;
const CHUNK = 500;
/** Filters make some hundreds of statements together; those of a service that uses all of them do not pile up. */
const MAX_STATEMENTS = 64;

/** A table whose rows count up by `id` and have a time `at` in ms. */
export interface PagedTable {
  readonly name: string;
  /** What is selected of a row: `id` and others. */
  readonly columns: string;
  /** Absent where each index is one of the table. */
  readonly values?: ValueIndex;
}

/**
 * A table beside the paged one, with an `entry` (the id of a row) for each `text` of a `field`. It may lack the newest
 * rows, and have rows that are gone.
 */
export interface ValueIndex {
  readonly name: string;
  /** The field that an index stands for; undefined for an index of the table. */
  fieldOf(index: string): string | undefined;
  /** SQL: the rows that it may lack. They are newer than all others, and few. */
  readonly unindexed: string;
}

export interface PageQuery {
  /** Usually the most selective first. */
  readonly conditions: readonly Condition[];
  /** Only what follows the row with this id, in the order of the query. */
  readonly cursor?: number | undefined;
  readonly limit: number;
  /** Most rows to look at. */
  readonly examined: number;
}

export interface Page<Row> {
  rows: Row[];
  /** The last row that was looked at, where there may be more. */
  next: number | undefined;
}

/** Prepares a statement, or finds it among those that were prepared last. */
export type Prepare = (sql: string) => StatementSync;

export function preparedStatements(database: DatabaseSync): Prepare {
  const statements = new Map<string, StatementSync>();
  return (sql) => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
}

/**
 * Reads a table by pages, newest first. Each page looks at a bounded number of rows:
 *
 * - where one of the conditions has few rows, at all of those, found by its index;
 * - else at the next rows of the time range, or of the index of a condition, or of the whole table.
 *
 * So a page may hold fewer rows than its limit, or none, and still have a `next`.
 */
export function plannedPages<Row extends { id: number }>(
  prepare: Prepare,
  table: PagedTable,
): (query: PageQuery) => Page<Row> {
  return ({ conditions, cursor = FIRST_PAGE, limit, examined }) => {
    const query: PlannedQuery = { table, conditions, cursor, limit, examined, prepare };
    const found = read(query, planOf(table, conditions, prepare));
    return found as Page<Row>; // the columns of the table
  };
}

function read(query: PlannedQuery, plan: Plan): Found {
  if (plan.kind === 'few') return readFew(query, plan.index);
  return plan.kind === 'time' ? readByTime(query, plan) : readById(query, plan);
}

type Row = { id: number };
type Found = Page<Row>;

interface PlannedQuery {
  table: PagedTable;
  conditions: readonly Condition[];
  cursor: number;
  limit: number;
  examined: number;
  prepare: Prepare;
}

/** How a query finds its rows. */
type PlanById = { kind: 'id'; index?: Condition }; // without an index the whole table is read
type PlanByTime = { kind: 'time'; index: Condition };
type Plan = PlanById | PlanByTime | { kind: 'few'; index: Condition };

function planOf(table: PagedTable, conditions: readonly Condition[], prepare: Prepare): Plan {
  const [first, second] = conditions;
  if (first === undefined) return { kind: 'id' };
  if (first.order === 'id' && second === undefined) return { kind: 'id', index: first };
  const few = conditions.find((condition) => hasFew(table, condition, prepare));
  if (few !== undefined) return { kind: 'few', index: few };
  const time = conditions.find(({ order }) => order === 'time');
  if (time !== undefined) return { kind: 'time', index: time };
  const index = conditions.find(({ order }) => order === 'id');
  return index === undefined ? { kind: 'id' } : { kind: 'id', index };
}

/** Whether an index has few rows for a condition. */
function hasFew(table: PagedTable, condition: Condition, prepare: Prepare): boolean {
  if (condition.index === undefined) return false;
  const { from, where } = idsIn(table, condition);
  const first = `select 1 from ${from} where ${where} limit ${EXAMINED_PER_PAGE + 1}`;
  const { count } = prepare(`select count(*) as count from (${first})`).get(...condition.values) as {
    count: number;
  };
  return count <= EXAMINED_PER_PAGE;
}

/** How the rows of a condition are found. */
interface Source {
  from: string;
  where: string;
  /** The column of the ids. */
  id: string;
  /** SQL: the rows that it may lack. */
  unindexed?: string | undefined;
}

/** The ids of the rows of a condition that has an index. */
function idsIn({ name, values }: PagedTable, { index = '', sql, ofText }: Condition): Source {
  const field = values?.fieldOf(index);
  if (values === undefined || field === undefined) {
    return { from: `${name} indexed by ${index}`, where: sql, id: 'id' };
  }
  const where = `field = '${field}' and ${ofText}`;
  return { from: values.name, where, id: 'entry', unindexed: values.unindexed };
}

/** The rows of a condition, or all, in the order of their ids. */
function rowsIn(table: PagedTable, condition: Condition | undefined): Source {
  if (condition === undefined) return { from: table.name, where: 'true', id: 'id' };
  const { from, id, ...found } = idsIn(table, condition);
  // Joined in this order: the index has it, and its entries are searched for nothing else.
  return id === 'id'
    ? { from, id, ...found }
    : { from: `${from} cross join ${table.name} on id = entry`, id, ...found };
}

/** Reads all ids of a filter that has few, and then the rows that the others match. */
function readFew(
  { table, conditions, cursor, limit, examined, prepare }: PlannedQuery,
  few: Condition,
): Found {
  const { from, where, id, unindexed } = idsIn(table, few);
  const ids = idsOf(`select ${id} as id from ${from} where ${where} and ${id} < ?`);
  if (unindexed !== undefined) {
    ids.push(...idsOf(`select id from ${table.name} where ${unindexed} and ${few.sql} and id < ?`));
  }
  const newestFirst = [...new Set(ids)].sort((one, other) => other - one);
  const others = conditions.filter((condition) => condition !== few);
  const chunk = prepare(
    `select ${table.columns} from ${table.name} where id in (select value from json_each(?))${and(others)} order by id desc limit ?`,
  );
  const rows: Row[] = [];
  const end = Math.min(newestFirst.length, examined);
  for (let from = 0; from < end; from += CHUNK) {
    const part = JSON.stringify(newestFirst.slice(from, Math.min(from + CHUNK, end)));
    rows.push(...rowsOf(chunk, part, ...valuesOf(others), limit + 1 - rows.length));
    if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]?.id };
  }
  return { rows, next: end < newestFirst.length ? newestFirst[end - 1] : undefined };

  function idsOf(sql: string): number[] {
    return rowsOf(prepare(sql), ...few.values, cursor).map((row) => row.id);
  }
}

/** Reads the next rows in the order of their ids: all, or those of an index. */
function readById(query: PlannedQuery, plan: PlanById): Found {
  const { table, conditions, cursor, limit, examined, prepare } = query;
  const others = conditions.filter((condition) => condition !== plan.index);
  const { page, floor } = pageSql(table, plan, others, examined);
  const newest = readUnindexed(query, plan);
  if (newest.length > limit) return pageOf(newest, limit, undefined);
  const before = newest.at(-1)?.id ?? cursor; // an index may have some of them already
  const selected = [...(plan.index?.values ?? []), before];
  const last = floor === undefined ? undefined : lastExamined(prepare(floor), selected);
  const most = limit + 1 - newest.length;
  const rows = rowsOf(prepare(page), ...selected, last?.id ?? 0, ...valuesOf(others), most);
  return pageOf([...newest, ...rows], limit, last?.id);
}

/** The rows of a page that its index may lack; one more than the limit where there are more. */
function readUnindexed(
  { table, conditions, cursor, limit, prepare }: PlannedQuery,
  { index }: PlanById,
): Row[] {
  const unindexed = index && idsIn(table, index).unindexed;
  if (unindexed === undefined) return [];
  const page = prepare(
    `select ${table.columns} from ${table.name}
     where ${unindexed}${and(conditions)} and id < ? order by id desc limit ?`,
  );
  return rowsOf(page, ...valuesOf(conditions), cursor, limit + 1);
}

/** Reads the next rows in the order of their times: after a jump of the clock it differs from that of their ids. */
function readByTime(
  { table, conditions, cursor, limit, examined, prepare }: PlannedQuery,
  plan: PlanByTime,
): Found {
  const others = conditions.filter((condition) => condition !== plan.index);
  const { page, floor } = pageSql(table, plan, others, examined);
  const [fromMs, toMs] = plan.index.values as [number, number]; // those of the condition
  const cursorMs = timeOf(table.name, cursor, prepare);
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

/** The time of the row that a page follows. */
function timeOf(table: string, cursor: number, prepare: Prepare): number {
  if (cursor === FIRST_PAGE) return Number.POSITIVE_INFINITY;
  const found = prepare(`select at from ${table} where id <= ? order by id desc limit 1`).get(cursor);
  return (found as { at: number } | undefined)?.at ?? Number.NEGATIVE_INFINITY;
}

/** `last`: the last row that was looked at, where there may be more. */
function pageOf(rows: Row[], limit: number, last: number | undefined): Found {
  if (rows.length <= limit) return { rows, next: last };
  return { rows: rows.slice(0, limit), next: rows[limit - 1]?.id };
}

/**
 * The SQL of a page in the order of its plan, and of the last row that it looks at; without the latter where each
 * row of the index matches.
 */
export function pageSql(
  table: PagedTable,
  { kind, index }: PlanById | PlanByTime,
  others: readonly Condition[],
  examined: number,
): { page: string; floor: string | undefined } {
  const byTime = kind === 'time';
  const { from, where, id } = rowsIn(table, index);
  // One bound at each end: with two SQLite might begin at the wider one, and look at any number of rows.
  const selected = byTime ? 'at >= ? and at <= ?' : where;
  const after = byTime ? '(at < ? or id < ?)' : `${id} < ?`;
  const until = byTime ? '(at > ? or id >= ?)' : `${id} >= ?`;
  const order = byTime ? 'at desc, id desc' : `${id} desc`;
  return {
    page: `select ${table.columns} from ${from}
           where ${selected} and ${after} and ${until}${and(others)} order by ${order} limit ?`,
    floor:
      others.length === 0
        ? undefined
        : `select id, at from ${from} where ${selected} and ${after} order by ${order} limit 1 offset ${examined - 1}`,
  };
}

function and(conditions: readonly Condition[]): string {
  return conditions.map(({ sql }) => ` and ${sql}`).join('');
}

function valuesOf(conditions: readonly Condition[]): SQLInputValue[] {
  return conditions.flatMap(({ values }) => values);
}

function rowsOf(statement: StatementSync, ...values: SQLInputValue[]): Row[] {
  return statement.all(...values) as unknown as Row[]; // the columns of every page
}
