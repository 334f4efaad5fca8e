import type { ComponentChildren } from 'preact';
import { formatNumber } from '../data/format.ts';
import type { Rows } from '../data/rows.ts';
import type { MenuPlace } from '../kit/Menu.tsx';
import { CopyId, Labels, Name, Time, type TimeProps, Unknown } from '../views/Values.tsx';
import type { CellValue, CsvColumn, Selection } from './table-state.ts';

export interface Column<Row> extends CsvColumn<Row> {
  readonly id: string;
  /** Its width where there is no more room, in px. */
  readonly minPx: number;
  /** Its share of the room that is left; 0 unless given. */
  readonly grow?: number;
  /** The name by which the service sorts; a column without one cannot be sorted. */
  readonly sort?: string;
  readonly align?: 'end';
  readonly fixed?: boolean;
  readonly extra?: boolean;
  /** In a narrow window it is at the end of a row: its state. */
  readonly atEnd?: boolean;
  readonly cell: (row: Row) => ComponentChildren;
}

type ColumnLook<Row> = Partial<Omit<Column<Row>, 'id' | 'text' | 'csv'>>;

type ColumnOf<Value> = <Row>(
  id: string,
  text: string,
  valueIn: (row: Row) => Value,
  look?: ColumnLook<Row>,
) => Column<Row>;

/** A column that shows what it has in a file, unless it is given a cell. */
export const column: ColumnOf<CellValue> = (id, text, csv, look) => ({
  id,
  text,
  minPx: 130,
  csv,
  cell: csv,
  ...look,
});

export const count: ColumnOf<number | undefined> = (id, text, valueIn, look) => {
  const cell = (value: number | undefined) => (value === undefined ? <Unknown /> : formatNumber(value));
  return column(id, text, valueIn, { minPx: 90, align: 'end', cell: (row) => cell(valueIn(row)), ...look });
};

export const words: ColumnOf<string> = (id, text, valueIn, look) =>
  column(id, text, valueIn, {
    minPx: 120,
    grow: 1,
    cell: (row) => <Name text={valueIn(row)} otherwise="–" />,
    ...look,
  });

export const codes: ColumnOf<string> = (id, text, valueIn, look) =>
  column(id, text, valueIn, { cell: (row) => <code>{valueIn(row)}</code>, ...look });

export const copyable: ColumnOf<string> = (id, text, valueIn, look) =>
  column(id, text, valueIn, { grow: 1, cell: (row) => <CopyId id={valueIn(row)} what={text} />, ...look });

export const labels: ColumnOf<readonly string[]> = (id, text, valueIn) =>
  column(id, text, (row) => valueIn(row).join(' '), {
    minPx: 100,
    grow: 1,
    cell: (row) => <Labels labels={valueIn(row)} />,
  });

export function moments<Row>(
  id: string,
  text: string,
  valueIn: (row: Row) => string | number | undefined,
  { as = 'age', ...look }: ColumnLook<Row> & Pick<TimeProps, 'as'> = {},
): Column<Row> {
  const csv = (row: Row) => {
    const at = valueIn(row);
    return typeof at === 'number' ? new Date(at).toISOString() : at;
  };
  const cell = (row: Row) => <Time at={valueIn(row)} as={as} />;
  return column(id, text, csv, { minPx: as === 'age' ? 110 : 205, cell, ...look });
}

/** The number of the column that names a row: the first one that is always shown. */
export function headerOf(columns: readonly Pick<Column<never>, 'fixed'>[]): number {
  const at = columns.findIndex(({ fixed }) => fixed === true);
  return Math.max(0, at);
}

export interface Sorting {
  readonly sort: string;
  readonly order: 'Ascending' | 'Descending';
}

export function sortingAfter(clicked: string, sorting: Sorting | undefined): Sorting {
  if (clicked !== sorting?.sort) return { sort: clicked, order: 'Ascending' };
  return { sort: clicked, order: sorting.order === 'Ascending' ? 'Descending' : 'Ascending' };
}

export interface TwoLines {
  readonly lead?: ComponentChildren;
  readonly title: ComponentChildren;
  readonly note: ComponentChildren;
  readonly end?: ComponentChildren;
}

/** Room of a letter of a title in px, and of what is beside it: padding, and the arrow of the order. */
const [LETTER_PX, WIDE_LETTER_PX, BESIDE_TITLE_PX] = [7.5, 12, 38];

/** The columns as tracks of a CSS grid, and the width in px below which the table scrolls sideways. A title fits. */
export function tracksOf(columns: readonly Pick<Column<never>, 'text' | 'minPx' | 'grow'>[]) {
  const widths = columns.map(({ text, minPx }) => {
    const letters = [...text].map((letter) => (letter < '\u2e80' ? LETTER_PX : WIDE_LETTER_PX));
    return Math.max(minPx, Math.ceil(letters.reduce((sum, px) => sum + px, BESIDE_TITLE_PX)));
  });
  const tracks = columns.map(({ grow = 0 }, at) =>
    grow === 0 ? `${widths[at]}px` : `minmax(${widths[at]}px, ${grow}fr)`,
  );
  return { tracks: tracks.join(' '), minPx: widths.reduce((sum, px) => sum + px, 0) };
}

interface RowKey<Row> {
  readonly id: string;
  readonly text: string;
  readonly keys: string;
  run(row: Row): void;
}

export interface TableProps<Row> {
  label: string;
  list: Rows<Row>;
  /** The columns that are shown, the one that names the row first. */
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** undefined for a list that has one order. */
  sorting?: Sorting | undefined;
  onSort: (sorting: Sorting) => void;
  /** The group of a row; a line separates groups. */
  groupOf?: (row: Row) => string;
  lines: (row: Row) => TwoLines;
  /** Opens a row, by a click or Enter, or by walking on while another one is open beside the table. */
  onOpen: (row: Row) => void;
  /** The key of the row that is shown beside the table; '' for none. */
  openKey?: string;
  selection?: Selection<Row>;
  onMenu?: (row: Row, place: MenuPlace) => void;
  /** Its keys work only while it has the focus: another list of the page has them otherwise. */
  isSecond?: boolean;
  rowKeys?: readonly RowKey<Row>[];
  /** Where the table was scrolled to, in px: kept for when it is shown again. */
  scroll: { topPx: number };
}
