import {
  AUDIT_FORMATS,
  boundRule,
  type getAudit,
  LIMITS,
  parseTime,
  Refusal,
  type RouteQuery,
} from '@palatine/contract';
import type { ExportFormat } from '../data-folder/export-lines.ts';
import type { AuditFilters, AuditQuery } from '../store/audit-pages.ts';

export const MAX_PAGE = 500;
const DEFAULT_PAGE = 100;

type Query = RouteQuery<typeof getAudit>;

/** The query of an audit page. Throws VALIDATION_FAILED for long texts, bad times, limits and cursors. */
export function auditQueryOf(query: Query): AuditQuery {
  const cursor = wholeNumber('Cursor', query.Cursor, Number.MAX_SAFE_INTEGER);
  return {
    ...auditFiltersOf(query),
    limit: wholeNumber('Limit', query.Limit, MAX_PAGE) ?? DEFAULT_PAGE,
    ...(cursor === undefined ? {} : { cursor }),
  };
}

/** The format of an export; undefined for a page. Throws VALIDATION_FAILED for one that there is not. */
export function exportFormatOf({ Format = 'json' }: Query): ExportFormat | undefined {
  if (!AUDIT_FORMATS.includes(Format)) {
    throw new Refusal('VALIDATION_FAILED', `Format must be one of ${AUDIT_FORMATS.join(', ')}`);
  }
  return Format === 'json' ? undefined : Format;
}

/** The filters alone, for an export. Throws VALIDATION_FAILED as above, and for a limit or a cursor. */
export function exportFiltersOf(query: Query): AuditFilters {
  for (const name of ['Limit', 'Cursor'] as const) {
    if (query[name] === undefined) continue;
    const message = `${name} belongs to pages; Format=${query.Format} answers with all entries, From and To bound them`;
    throw new Refusal('VALIDATION_FAILED', message);
  }
  return auditFiltersOf(query);
}

function auditFiltersOf(query: Query): AuditFilters {
  const { Token, Route, Target, Player, Outcome, IP, Text, From, To } = query;
  assertFilterLengths({ Token, Route, Target, Player, Outcome, IP, Text, From, To });
  const [fromMs, toMs] = [timeOf('From', From), timeOf('To', To)];
  return {
    ...(Token === undefined ? {} : { token: Token }),
    ...(Route === undefined ? {} : { route: Route }),
    ...(Target === undefined ? {} : { target: Target }),
    ...(Player === undefined ? {} : { player: Player }),
    ...(Outcome === undefined ? {} : { outcome: Outcome }),
    ...(IP === undefined ? {} : { ip: IP }),
    ...(Text === undefined ? {} : { text: Text }),
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(toMs === undefined ? {} : { toMs }),
  };
}

function assertFilterLengths(filters: Record<string, string | undefined>): void {
  for (const [name, text = ''] of Object.entries(filters)) {
    if (text.length <= LIMITS.filterChars) continue;
    const rule = boundRule({ kind: 'maxLength', bound: LIMITS.filterChars });
    throw new Refusal('VALIDATION_FAILED', `${name} ${rule}`);
  }
}

function timeOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const atMs = parseTime(text);
  if (atMs !== undefined) return atMs;
  const examples = '2026-11-22, 2026-11-22T10:00:00Z or 2026-11-22T10:00:00+01:00';
  throw new Refusal('VALIDATION_FAILED', `${name} must be a time of ISO 8601, such as ${examples}`);
}

function wholeNumber(name: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^[0-9]{1,16}$/.test(text) && number >= 1 && number <= max) return number;
  throw new Refusal('VALIDATION_FAILED', `${name} must be a whole number from 1 to ${max}`);
}
