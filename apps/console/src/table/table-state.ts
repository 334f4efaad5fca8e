import { computed, signal } from '@preact/signals';
import { parseStored, type TextStorage } from '../data/preferences.ts';

/** The chosen rows, none at first. They survive sorting, filtering and reading on. `keyOf` gives the id of a row. */
export function createSelection<Row>(keyOf: (row: Row) => string) {
  const chosen = signal<ReadonlyMap<string, Row>>(new Map());
  let anchor: string | undefined;
  const add = (rows: readonly Row[]) => {
    const more = new Map(chosen.peek());
    for (const row of rows) more.set(keyOf(row), row);
    chosen.value = more;
  };
  return {
    rows: computed(() => [...chosen.value.values()]),
    count: computed(() => chosen.value.size),
    has: (row: Row) => chosen.value.has(keyOf(row)),
    toggle(row: Row): void {
      anchor = keyOf(row);
      const more = new Map(chosen.peek());
      if (!more.delete(anchor)) more.set(anchor, row);
      chosen.value = more;
    },
    /** Chooses the rows from the one chosen last up to this one, as they are in `visible`. */
    extendTo(row: Row, visible: readonly Row[]): void {
      const to = visible.findIndex((candidate) => keyOf(candidate) === keyOf(row));
      const from = visible.findIndex((candidate) => keyOf(candidate) === anchor);
      add(from < 0 ? [row] : visible.slice(Math.min(from, to), Math.max(from, to) + 1));
      anchor = keyOf(row);
    },
    add,
    renew(rows: readonly Row[]): void {
      const chosenRows = rows.filter((row) => chosen.peek().has(keyOf(row)));
      if (chosenRows.length > 0) add(chosenRows);
    },
    clear(): void {
      anchor = undefined;
      chosen.value = new Map();
    },
  };
}

export type Selection<Row> = ReturnType<typeof createSelection<Row>>;

/** The columns of a table that were chosen in this browser, where it has a storage. `table` names it. */
export function columnChoice(
  table: string,
  columns: readonly { readonly id: string; readonly fixed?: boolean; readonly extra?: boolean }[],
  storage: TextStorage | undefined = globalThis.localStorage,
) {
  const key = `palatine.columns.${table}`;
  const usual = columns.filter(({ extra }) => extra !== true).map(({ id }) => id);
  const fixed = columns.filter((column) => column.fixed === true).map(({ id }) => id);
  const stored = parseStored(storage?.getItem(key));
  const isChoice = Array.isArray(stored) && stored.every((id) => typeof id === 'string');
  const columnIds = signal<ReadonlySet<string>>(new Set([...(isChoice ? stored : usual), ...fixed]));
  return {
    shown: columnIds,
    toggle(id: string): void {
      const next = new Set(columnIds.peek());
      if (!next.delete(id)) next.add(id);
      for (const column of fixed) next.add(column);
      columnIds.value = next;
      storage?.setItem(key, JSON.stringify([...next]));
    },
  };
}

export type CellValue = string | number | boolean | undefined;

export interface CsvColumn<Row> {
  readonly text: string;
  /** Its value in a file; a column without one is not in it. */
  readonly csv?: (row: Row) => CellValue;
}

/** Rows as comma-separated values (RFC 4180), with a header. No text of a player becomes a formula in a spreadsheet. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const written = columns.filter(({ csv }) => csv !== undefined);
  const header = written.map(({ text }) => cellText(text));
  const lines = rows.map((row) => written.map(({ csv }) => cellText(csv?.(row))));
  return [header, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function cellText(value: CellValue): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value);
  // Spreadsheets calculate what begins like this; an apostrophe makes it a text.
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

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

/** Maximum of rows in the document, unless more of them fit into the window. */
const MAX_ROWS = 40;
/** Rows beyond the edge of the window, so that scrolling shows no gap. */
const OVERSCAN = 6;

/** The part of a list of equal rows that is in sight. Lengths are in px. */
export interface Sight {
  readonly rowPx: number;
  readonly topPx: number;
  readonly heightPx: number;
}

/** The rows that a window shows, with some beyond its edges: from `start` up to before `end`. */
export function visibleRows({ count, rowPx, topPx, heightPx }: Sight & { readonly count: number }) {
  if (rowPx <= 0 || count === 0) return { start: 0, end: 0 };
  const first = Math.floor(Math.max(0, topPx) / rowPx);
  const visible = Math.ceil(heightPx / rowPx) + 1;
  const beyond = Math.max(1, Math.min(OVERSCAN, Math.floor((MAX_ROWS - 1 - visible) / 2)));
  return {
    start: Math.max(0, Math.min(first, count) - beyond),
    end: Math.min(count, first + visible + beyond),
  };
}

/** Where to scroll so that a row is in sight: the scroll position itself when it is already. */
export function scrolledTo(row: number, { rowPx, topPx, heightPx }: Sight): number {
  const top = row * rowPx;
  if (top < topPx) return top;
  return Math.max(topPx, top + rowPx - heightPx);
}
