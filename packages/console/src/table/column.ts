import type { ComponentChildren } from 'preact';

/** A column of a table. */
export interface Column<Row> {
  readonly id: string;
  readonly text: string;
  /** A track of a CSS grid, such as `minmax(160px, 2fr)`. */
  readonly width: string;
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
