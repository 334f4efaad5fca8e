import { boundRule, type getAudit, LIMITS, Refusal, type RouteQuery } from '@palatine/contract';
import type { AuditFilters } from '../store/audit-store.ts';

const MAX_PAGE = 500;
const DEFAULT_PAGE = 100;

/**
 * The filters of a query of the audit. Throws VALIDATION_FAILED for a text that is too long, and for a limit or
 * cursor that is no number in range.
 */
export function auditFiltersOf(query: RouteQuery<typeof getAudit>): AuditFilters {
  const { Token, Route, Target, Outcome, IP } = query;
  assertFilterLengths({ Token, Route, Target, Outcome, IP });
  const before = wholeNumber('Cursor', query.Cursor, Number.MAX_SAFE_INTEGER);
  return {
    limit: wholeNumber('Limit', query.Limit, MAX_PAGE) ?? DEFAULT_PAGE,
    ...(Token === undefined ? {} : { token: Token }),
    ...(Route === undefined ? {} : { route: Route }),
    ...(Target === undefined ? {} : { target: Target }),
    ...(Outcome === undefined ? {} : { outcome: Outcome }),
    ...(IP === undefined ? {} : { ip: IP }),
    ...(before === undefined ? {} : { before }),
  };
}

function assertFilterLengths(filters: Record<string, string | undefined>): void {
  for (const [name, text = ''] of Object.entries(filters)) {
    if (text.length <= LIMITS.filterChars) continue;
    const rule = boundRule({ kind: 'maxLength', bound: LIMITS.filterChars });
    throw new Refusal('VALIDATION_FAILED', `${name} ${rule}`);
  }
}

function wholeNumber(name: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^[0-9]{1,16}$/.test(text) && number >= 1 && number <= max) return number;
  throw new Refusal('VALIDATION_FAILED', `${name} must be a whole number from 1 to ${max}`);
}
