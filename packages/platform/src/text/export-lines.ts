import {
  AuditEntry,
  type AuditFormat,
  DEFAULT_PAGE,
  type getAudit,
  Refusal,
  type RouteQuery,
} from '@palatine/contract';
import type { AuditFilters, AuditQuery } from '@palatine/contract/audit-records';

const FIELDS = Object.keys(AuditEntry.properties) as (keyof AuditEntry)[];
export const AUDIT_LINES = exportLines('audit', FIELDS, (entry: AuditEntry) => entry);

export interface ExportLines<Entry> {
  contentType: string;
  fileName: string;
  /** Precedes the first entry, with its line break. */
  header: string;
  line(entry: Entry): string;
}

type Field = string | number | undefined;

/** The lines of a file. `fields`: CSV columns. `row`: their values. A JSON line is the entry. */
export function exportLines<Entry, Name extends string>(
  name: string,
  fields: readonly Name[],
  row: (entry: Entry) => Readonly<Partial<Record<Name, Field>>>,
): Readonly<Record<Exclude<AuditFormat, 'json'>, ExportLines<Entry>>> {
  return {
    csv: {
      contentType: 'text/csv; charset=utf-8; header=present',
      fileName: `${name}.csv`,
      header: `${fields.join(',')}\r\n`,
      line(entry) {
        const values = row(entry);
        return `${fields.map((field) => csvField(values[field])).join(',')}\r\n`;
      },
    },
    jsonl: {
      contentType: 'application/jsonl; charset=utf-8',
      fileName: `${name}.jsonl`,
      header: '',
      line: (entry) => `${JSON.stringify(entry)}\n`,
    },
  };
}

/** A formula for a spreadsheet, after blanks and invisible characters; the wide forms too. */
const FORMULA = String.raw`(?=[\s\p{Cc}\p{Cf}%"']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])`;
const AT_START = new RegExp(String.raw`^(?:${FORMULA}|(?=[\t\r\n]))`, 'u');
/** Behind what some spreadsheets take for the end of a field, also within its quotes. */
const BEHIND_AN_END = new RegExp(String.raw`([;\t\r\n])${FORMULA}`, 'gu');

/** A field of RFC 4180, quoted. An apostrophe keeps a spreadsheet from calculating a text. */
function csvField(value: Field): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  return `"${value.replace(BEHIND_AN_END, "$1'").replace(AT_START, "'").replaceAll('"', '""')}"`;
}

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
  const { Token: token, Route: route, Target: target, Player: player, Outcome: outcome } = query;
  const { IP: ip, Text: text, From, To } = query;
  const [fromMs, toMs] = [From, To].map((time) => (time === undefined ? undefined : Date.parse(time)));
  return { token, route, target, player, outcome, ip, text, fromMs, toMs };
}

/** The number in a cursor, of up to 16 digits in a fleet; undefined without one. Throws VALIDATION_FAILED for another text. */
export function cursorNumber(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (/^[0-9]{1,16}$/.test(cursor) && Number.isSafeInteger(Number(cursor))) return Number(cursor);
  throw new Refusal('VALIDATION_FAILED', 'Cursor must be a whole number: the Next of a page of this list');
}
