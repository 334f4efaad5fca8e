import type { ComponentChildren } from 'preact';
import { formatNumber } from '../data/format.ts';

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
export function figures<Row>(id: string, text: string, sort: string, of: (row: Row) => number): Column<Row> {
  return { id, text, minPx: 90, sort, align: 'end', csv: of, cell: (row) => formatNumber(of(row)) };
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
