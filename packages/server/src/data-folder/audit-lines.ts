import { AuditEntry, type AuditFormat } from '@palatine/contract';

export type ExportFormat = Exclude<AuditFormat, 'json'>;

/** How entries of the audit are written as a file. */
interface AuditLines {
  contentType: string;
  fileName: string;
  /** What stands before the first entry, with its line break. */
  header: string;
  /** An entry, with its line break. */
  line(entry: AuditEntry): string;
}

const FIELDS = Object.keys(AuditEntry.properties) as (keyof AuditEntry)[];

export const AUDIT_LINES: Readonly<Record<ExportFormat, AuditLines>> = {
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    fileName: 'audit.csv',
    header: `${FIELDS.join(',')}\r\n`,
    line: (entry) => `${FIELDS.map((name) => csvField(entry[name])).join(',')}\r\n`,
  },
  jsonl: {
    contentType: 'application/jsonl; charset=utf-8',
    fileName: 'audit.jsonl',
    header: '',
    line: (entry) => `${JSON.stringify(entry)}\n`,
  },
};

/** What a spreadsheet takes for a formula, behind any blanks; the wide forms too. */
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** A field of RFC 4180. A text that a spreadsheet would calculate has an apostrophe before it, and stays a text. */
function csvField(value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
