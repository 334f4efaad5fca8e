import type { DatabaseSync } from 'node:sqlite';
import type { AuditPage } from '@palatine/contract';
import { type AuditFilters, auditConditions, CONTAINS, contains } from './audit-conditions.ts';
import { AUDIT_FIELDS, UNINDEXED } from './audit-index.ts';
import { AUDIT_COLUMNS, type AuditRow, auditEntryOf } from './audit-rows.ts';
import {
  EXAMINED_FOR_TEXT,
  EXAMINED_PER_PAGE,
  type PagedTable,
  plannedPages,
  preparedStatements,
} from './planned-pages.ts';

export interface AuditQuery extends AuditFilters {
  /** Only what follows the entry with this id, in the order of the query. */
  cursor?: number;
  limit: number;
}

/** SQL for all routes, by jumps from each to the next. `source`: the column, and where it is. */
export function allRoutes(column: string, source: string): string {
  return `with recursive names (route) as (
    select min(${column}) from ${source}
    union all select (select min(${column}) from ${source} and ${column} > names.route)
              from names where route is not null
  ) select route from names where route is not null`;
}

const ALL_ROUTES = `${allRoutes('text', "auditValues where field = 'route'")}
  union select route from audit where ${UNINDEXED}`;

export const AUDIT_TABLE: PagedTable = {
  name: 'audit',
  columns: AUDIT_COLUMNS,
  values: {
    name: 'auditValues',
    fieldOf: (index) => AUDIT_FIELDS.find((field) => index === `audit_by_${field}`),
    unindexed: UNINDEXED,
  },
};

/** Reads the audit by pages, newest first; a page may hold fewer entries than its limit, or none, and still have a `Next`. */
export function auditPages(database: DatabaseSync): (query: AuditQuery) => AuditPage {
  database.function(CONTAINS, { varargs: true, deterministic: true }, contains);
  const prepare = preparedStatements(database);
  const pageOf = plannedPages<AuditRow>(prepare, AUDIT_TABLE);
  const routesOf = () => (prepare(ALL_ROUTES).all() as { route: string }[]).map(({ route }) => route);

  return ({ cursor, limit, ...filters }) => {
    const conditions = auditConditions(filters, routesOf);
    if (conditions === undefined) return { Entries: [] };
    const examined = filters.text !== undefined ? EXAMINED_FOR_TEXT : EXAMINED_PER_PAGE;
    const { rows, next } = pageOf({ conditions, cursor, limit, examined });
    const Entries = rows.map(auditEntryOf);
    return next === undefined ? { Entries } : { Entries, Next: String(next) };
  };
}
