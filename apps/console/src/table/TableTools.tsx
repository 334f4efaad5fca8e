import { useSignal } from '@preact/signals';
import { Columns3, Download } from 'lucide';
import { IconButton } from '../kit/IconButton.tsx';
import { Menu } from '../kit/Menu.tsx';
import { texts } from '../texts/texts.ts';
import './list-figures.css';
import type { Rows } from '../data/rows.ts';
import type { Column } from './column.tsx';
import { type ColumnChoice, type CsvColumn, download, toCsv } from './table-state.ts';

export interface TableToolsProps<Row> {
  columns: readonly Column<Row>[];
  choice: ColumnChoice;
  list: Rows<Row>;
  /** Name of the file, without its end. */
  file: string;
}

/** The choice of the columns of a table, and its rows as a file. */
export function TableTools<Row>(props: TableToolsProps<Row> & Partial<CsvOptions<Row>>) {
  const { columns, choice, list, file, maxRows = Number.POSITIVE_INFINITY } = props;
  const text = texts.value.table;
  return (
    <span class="table-tools">
      <Menu
        align="end"
        trigger={<IconButton icon={Columns3} label={text.columns} />}
        groups={[
          {
            id: 'columns',
            label: text.columns,
            items: columns
              .filter(({ fixed }) => fixed !== true)
              .map(({ id, text: name }) => ({
                id,
                text: name,
                checked: choice.shown.value.has(id),
                run: () => choice.toggle(id),
              })),
          },
        ]}
      />
      <SaveCsv list={list} file={file} csv={props.csv ?? columns.filter(isInFile)} maxRows={maxRows} />
    </span>
  );
}

interface CsvOptions<Row> {
  readonly csv: readonly CsvColumn<Row>[];
  readonly maxRows: number;
}

function isInFile<Row>(column: Column<Row>): column is Column<Row> & CsvColumn<Row> {
  return column.csv !== undefined;
}

/** The button that saves the rows which the filters let through as a file. */
function SaveCsv<Row>(props: CsvOptions<Row> & { list: Rows<Row>; file: string }) {
  const { list, file, csv, maxRows } = props;
  const busy = useSignal(false);
  async function save(): Promise<void> {
    busy.value = true;
    await list.ensure(maxRows - 1, { once: true });
    busy.value = false;
    download(`${file}.csv`, toCsv(csv, list.value.peek()?.rows ?? []));
  }
  return (
    <IconButton
      icon={Download}
      label={texts.value.table.csv}
      disabled={busy.value}
      onClick={() => void save()}
    />
  );
}
