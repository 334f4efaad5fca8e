import type { ComponentChildren } from 'preact';
import { formatNumber } from '../data/format.ts';
import type { Rows } from '../data/rows.ts';
import { Unknown } from '../faces/Values.tsx';
import type { MenuPlace } from '../kit/Menu.tsx';
import type { RowKey } from './row-commands.ts';
import type { Selection } from './selection.ts';

/** A column of a table. */
export interface Column<Row> {
  readonly id: string;
  readonly text: string;
  /** Its width where there is no more room, in px. */
  readonly minPx: number;
  /** Its share of the room that is left; 0 unless given. */
  readonly grow?: number;
  /** The name by which the service sorts; a column without one cannot be sorted. */
  readonly sort?: string;
  /** Numbers stand at the end. */
  readonly align?: 'end';
  /** Always shown. */
  readonly fixed?: boolean;
  /** Shown only when chosen. */
  readonly extra?: boolean;
  readonly cell: (row: Row) => ComponentChildren;
  /** Its value in a file; a column without one is not in it. */
  readonly csv?: (row: Row) => string | number | boolean | undefined;
}

/** A column of counts by which the service sorts. */
export function figures<Row>(
  id: string,
  text: string,
  sort: string,
  of: (row: Row) => number | undefined,
): Column<Row> {
  const cell = (value: number | undefined) => (value === undefined ? <Unknown /> : formatNumber(value));
  return { id, text, minPx: 90, sort, align: 'end', csv: of, cell: (row) => cell(of(row)) };
}

/** A column of ids, which is shown when chosen. */
export function ids<Row>(id: string, text: string, of: (row: Row) => string): Column<Row> {
  return { id, text, minPx: 300, extra: true, csv: of, cell: (row) => <code>{of(row)}</code> };
}

/** The order of a list: a name by which the service sorts. */
export interface Sorting {
  readonly sort: string;
  readonly order: 'Ascending' | 'Descending';
}

/** The order after a click on a column: the other way round, or by that column from its beginning. */
export function sortingAfter(clicked: string, { sort, order }: Sorting): Sorting {
  if (clicked !== sort) return { sort: clicked, order: 'Ascending' };
  return { sort, order: order === 'Ascending' ? 'Descending' : 'Ascending' };
}

/** A row as two lines, for a narrow window. */
export interface TwoLines {
  readonly lead?: ComponentChildren;
  readonly title: ComponentChildren;
  readonly note: ComponentChildren;
  readonly end?: ComponentChildren;
}

/** The columns as tracks of a CSS grid, and the width in px below which the table scrolls sideways. */
export function tracksOf(columns: readonly Pick<Column<never>, 'minPx' | 'grow'>[]): {
  tracks: string;
  minPx: number;
} {
  return {
    tracks: columns
      .map(({ minPx, grow = 0 }) => (grow === 0 ? `${minPx}px` : `minmax(${minPx}px, ${grow}fr)`))
      .join(' '),
    minPx: columns.reduce((sum, { minPx }) => sum + minPx, 0),
  };
}

export interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  list: Rows<Row>;
  /** The columns that are shown, the one that names the row first. */
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** The row's name for screen readers. */
  nameOf: (row: Row) => string;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  /** A row in a narrow window. */
  lines: (row: Row) => TwoLines;
  /** Opens a row, by a click or Enter, or by walking on while another one is open beside the table. */
  onOpen: (row: Row) => void;
  /** The key of the row that is shown beside the table; '' for none. */
  openKey?: string;
  selection?: Selection<Row>;
  /** Opens the one menu of the table. */
  onMenu?: (row: Row, place: MenuPlace) => void;
  /** Keys that do something to the row with the focus. */
  rowKeys?: readonly RowKey<Row>[];
  /** Where the table was scrolled to, in px: kept for when it is shown again. */
  scroll: { topPx: number };
}
