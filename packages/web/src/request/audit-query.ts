import { DEFAULT_PAGE, type getAudit, Refusal, type RouteQuery } from '@palatine/contract';
import type { AuditFilters, AuditQuery } from '@palatine/engine/audit-pages';

type Query = RouteQuery<typeof getAudit>;

/** The query of an audit page. Throws VALIDATION_FAILED for an invalid cursor. */
export function auditQueryOf(query: Query): AuditQuery {
  const { Limit: limit = DEFAULT_PAGE, Cursor } = query;
  return { ...auditFiltersOf(query), limit, cursor: cursorNumber(Cursor) };
}

/** Throws VALIDATION_FAILED for an export with a limit or a cursor. */
export function assertNoPage(query: Pick<Query, 'Limit' | 'Cursor' | 'Format'>): void {
  for (const name of ['Limit', 'Cursor'] as const) {
    if (query[name] === undefined) continue;
    const message = `${name} belongs to pages; Format=${query.Format} answers with all entries, From and To bound them`;
    throw new Refusal('VALIDATION_FAILED', message);
  }
}

export function auditFiltersOf(query: Query): AuditFilters {
  const { From, To } = query;
  return {
    token: query.Token,
    route: query.Route,
    target: query.Target,
    player: query.Player,
    outcome: query.Outcome,
    ip: query.IP,
    text: query.Text,
    fromMs: From === undefined ? undefined : Date.parse(From),
    toMs: To === undefined ? undefined : Date.parse(To),
  };
}

/** The number in a cursor, of up to 16 digits in a fleet; undefined without one. Throws VALIDATION_FAILED for another text. */
export function cursorNumber(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (/^[0-9]{1,16}$/.test(cursor) && Number.isSafeInteger(Number(cursor))) return Number(cursor);
  throw new Refusal('VALIDATION_FAILED', 'Cursor must be a whole number: the Next of a page of this list');
}
