import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

export interface Condition {
  sql: string;
  values: SQLInputValue[];
  /** Absent if no index has its rows in an order that pages can follow. */
  index?: OrderedRows;
}

/** Source of the ids of a condition's rows, newest first. */
export interface OrderedRows {
  from: string;
  id: string;
  /** By time: the condition is `at >= ? and at < ?`, and its values are those two times. */
  order: 'id' | 'time';
  /** The condition for this index; absent if the same as for the table. */
  where?: string;
  values?: SQLInputValue[];
}

/** An index named for its column; `time` is ordered by time. */
export function rowsBy(table: string, column: string): OrderedRows {
  const from = `${table} indexed by ${table}_by_${column}`;
  return { from, id: 'id', order: column === 'time' ? 'time' : 'id' };
}

/** Maximum rows examined for one page, however few of them match. */
export const EXAMINED_PER_PAGE = 10_000;

const FIRST_PAGE = Number.MAX_SAFE_INTEGER;
/** Filters make some hundreds of statements; this keeps them from piling up. */
const MAX_STATEMENTS = 64;

export interface PageQuery {
  /** A short time range, or else the first with an index, is read in its order; the others are checked. */
  readonly conditions: readonly Condition[];
  /** Only rows after the one with this id, in the order of the query. */
  readonly cursor?: number | undefined;
  readonly limit: number;
}

export interface Page<Row> {
  rows: Row[];
  /** The last examined row, if there may be more. */
  next: number | undefined;
}

/** Prepares a statement, or returns a recently prepared one. */
export type Prepare = (sql: string) => StatementSync;

export function preparedStatements(database: DatabaseSync): Prepare {
  const statements = new Map<string, StatementSync>();
  return (sql) => {
    const cached = statements.get(sql);
    if (cached !== undefined) return cached;
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
}

/**
 * Reads a table by pages, newest first: ordered by id, or by time if an index of times is followed. A page examines a
 * bounded number of rows, so it may be short or empty and still have a `next`. `id` increases from row to row, and `at`
 * is a time in ms. `columns`: selected columns, `id` and others.
 */
export function pagesOf<Row extends { id: number }>(
  prepare: Prepare,
  { name, columns }: { name: string; columns: string },
): (query: PageQuery) => Page<Row> {
  const allRows: Condition = { sql: 'true', values: [], index: { from: name, id: 'id', order: 'id' } };
  const timeOf = `select at from ${name} where id <= ? order by id desc limit 1`;

  return ({ conditions, cursor = FIRST_PAGE, limit }) => {
    const followed = conditions.find(isShortTime) ?? conditions.find(({ index }) => index) ?? allRows;
    const others = conditions.filter((condition) => condition !== followed);
    const index = followed.index as OrderedRows; // `followed` has one
    const { where, values, order } =
      index.order === 'id' ? afterId(followed, index, cursor) : afterTime(followed, index, timeAt(cursor));
    const candidates = `select ${index.id} as entry from ${index.from} where ${where} order by ${order} limit ?`;
    const examined = others.length === 0 ? limit + 1 : EXAMINED_PER_PAGE;
    // A cross join keeps the order of the candidates.
    const rows = prepare(
      `select ${columns} from (${candidates}) cross join ${name} on id = entry
       where ${others.map(({ sql }) => sql).join(' and ') || 'true'} limit ?`,
    ).all(
      ...values,
      examined,
      ...others.flatMap((condition) => condition.values),
      limit + 1,
    ) as unknown as Row[];
    if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]?.id };
    const last = prepare(`${candidates} offset ?`).get(...values, 1, examined - 1);
    return { rows, next: (last as { entry: number } | undefined)?.entry };
  };

  /** Whether a page can examine a whole time range: then no other index is faster. */
  function isShortTime({ index, sql, values }: Condition): boolean {
    if (index?.order !== 'time') return false;
    const more = prepare(`select 1 from ${index.from} where ${sql} limit 1 offset ${EXAMINED_PER_PAGE}`);
    return more.get(...values) === undefined;
  }

  /** Time of the row that a page follows, or of the one before it if it has been deleted. */
  function timeAt(cursor: number): { id: number; at: number } {
    if (cursor === FIRST_PAGE) return { id: cursor, at: Number.MAX_SAFE_INTEGER };
    const row = prepare(timeOf).get(cursor) as { at: number } | undefined;
    return { id: cursor, at: row?.at ?? Number.MIN_SAFE_INTEGER };
  }
}

// Rows of a condition after a cursor, as SQL.

function afterId({ sql, values }: Condition, index: OrderedRows, cursor: number) {
  return {
    where: `${index.where ?? sql} and ${index.id} < ?`,
    values: [...(index.values ?? values), cursor],
    order: `${index.id} desc`,
  };
}

/** After a jump of the clock, times and ids differ in order. One bound at each end: SQLite might scan any number. */
function afterTime({ values }: Condition, { id }: OrderedRows, cursor: { id: number; at: number }) {
  const [fromMs, toMs] = values as [number, number]; // the values of the condition
  const start = cursor.at < toMs ? cursor : { at: toMs - 1, id: FIRST_PAGE };
  return {
    where: `at >= ? and at <= ? and (at < ? or ${id} < ?)`,
    values: [fromMs, start.at, start.at, start.id],
    order: `at desc, ${id} desc`,
  };
}
