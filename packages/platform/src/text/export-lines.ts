import { AuditEntry, type AuditFormat } from '@palatine/contract';

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
