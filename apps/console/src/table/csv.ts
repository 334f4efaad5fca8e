/** A column of a file. */
export interface CsvColumn<Row> {
  readonly text: string;
  readonly csv: (row: Row) => string | number | boolean | undefined;
}

/** Rows as comma-separated values (RFC 4180), with a header. No text of a player becomes a formula in a spreadsheet. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map(({ csv }) => cellText(csv(row))).join(','));
  return `${[columns.map(({ text }) => cellText(text)).join(','), ...lines].join('\r\n')}\r\n`;
}

function cellText(value: string | number | boolean | undefined): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value);
  // Spreadsheets calculate what begins like this; an apostrophe makes it a text.
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Hands a text to the browser as a file. */
export function download(name: string, text: string, type = 'text/csv'): void {
  // The mark at the beginning tells spreadsheets that it is UTF-8; nothing else wants it.
  const mark = type === 'text/csv' ? ['\ufeff'] : [];
  const url = URL.createObjectURL(new Blob([...mark, text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
