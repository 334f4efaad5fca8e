import type { Rows } from '../data/rows.ts';
import type { MenuPlace } from '../kit/Menu.tsx';
import type { Column, Sorting, TwoLines } from './column.ts';
import type { RowKey } from './row-commands.ts';
import type { Selection } from './selection.ts';

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
