import { jsonFault, parseJson } from '@palatine/platform/json';
import type { Column } from './columns.ts';
import type { TableSpec } from './tables.ts';

/** A problem in an operator's file. Reported, never thrown. */
export interface CatalogueProblem {
  /** Its path. */
  readonly file: string;
  /** `row 3, column stack`, or '' for the whole file. */
  readonly place: string;
  readonly reason: string;
}

type Report = (place: string, reason: string) => void;

/** Reads `{ "columns": [...], "rows": [[...], ...] }` in any order. Reports and skips invalid rows. */
export function readRows<Row>(spec: TableSpec<Row>, json: string, report: Report): Row[] {
  let content: unknown;
  try {
    content = parseJson(json);
  } catch (error) {
    report('', jsonFault(error, `is not JSON: ${error instanceof Error ? error.message : String(error)}`));
    return [];
  }
  if (!isObject(content) || !Array.isArray(content.columns) || !Array.isArray(content.rows)) {
    report('', 'must be an object with "columns" and "rows", both lists');
    return [];
  }

  const columns = readHeader(spec, content.columns, report);
  if (!columns) return [];
  const absent = absentCells(spec, content.columns);
  const rows: Row[] = [];
  for (const [index, cells] of content.rows.entries()) {
    const row = readRow<Row>(columns, absent, cells, (place, reason) =>
      report(`row ${index + 1}${place}`, reason),
    );
    if (row) rows.push(row);
  }
  return rows;
}

type NamedColumn = readonly [name: string, column: Column<unknown>];

function readHeader<Row>(spec: TableSpec<Row>, header: unknown[], report: Report): NamedColumn[] | undefined {
  const remaining = new Map<unknown, Column<unknown>>(Object.entries<Column<unknown>>(spec.columns));
  const columns: NamedColumn[] = [];
  const errors: string[] = [];
  for (const name of header) {
    const column = remaining.get(name);
    if (!column) errors.push(`${JSON.stringify(name)} is unknown or duplicate`);
    else columns.push([String(name), column]);
    remaining.delete(name);
  }
  for (const [name, column] of remaining) {
    if (column.absent === undefined) errors.push(`"${String(name)}" is missing`);
  }
  if (errors.length === 0) return columns;
  report('columns', errors.join('; '));
  return undefined;
}

function absentCells<Row>({ columns }: TableSpec<Row>, header: unknown[]): Record<string, unknown> {
  const missing = Object.entries<Column<unknown>>(columns).filter(([name]) => !header.includes(name));
  return Object.fromEntries(missing.map(([name, { absent }]) => [name, absent]));
}

function readRow<Row>(
  columns: NamedColumn[],
  absent: Record<string, unknown>,
  cells: unknown,
  report: Report,
): Row | undefined {
  if (!Array.isArray(cells) || cells.length !== columns.length) {
    report('', `must be a list of ${columns.length} cells, one per column`);
    return undefined;
  }
  const row: Record<string, unknown> = { ...absent };
  let good = true;
  for (let index = 0; index < columns.length; index++) {
    const [name, column] = columns[index] as NamedColumn; // index is within columns
    const value = column.read(cells[index]);
    if (value === undefined) {
      report(`, column ${name}`, `must be ${column.expects}`);
      good = false;
    }
    row[name] = value;
  }
  return good ? (row as Row) : undefined; // every column of the spec has read its cell
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
