import { useSignal } from '@preact/signals';
import { Columns3, Download } from 'lucide';
import { IconButton } from '../kit/IconButton.tsx';
import { Menu } from '../kit/Menu.tsx';
import { texts } from '../texts/texts.ts';
import './list-figures.css';
import type { Rows } from '../data/rows.ts';
import type { Column } from './column.tsx';
import type { ColumnChoice } from './column-choice.ts';
import { type CsvColumn, download, toCsv } from './csv.ts';

export interface TableToolsProps<Row> {
  columns: readonly Column<Row>[];
  choice: ColumnChoice;
  list: Rows<Row>;
  /** Name of the file, without its end. */
  file: string;
}

/** Which columns a table shows, and what it shows as a file: every row that the filters let through. */
export function TableTools<Row>(props: TableToolsProps<Row>) {
  const { columns, choice, list, file } = props;
  const text = texts.value.table;
  const known = columns.filter((column): column is Column<Row> & CsvColumn<Row> => column.csv !== undefined);
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
      <SaveCsv list={list} file={file} columns={known} />
    </span>
  );
}

/** The button that saves the rows which the filters let through as a file; `most`: no more than these. */
export function SaveCsv<Row>(props: {
  list: Rows<Row>;
  file: string;
  columns: readonly CsvColumn<Row>[];
  most?: number;
}) {
  const { list, file, columns, most = Number.POSITIVE_INFINITY } = props;
  const busy = useSignal(false);
  async function save(): Promise<void> {
    busy.value = true;
    await list.want(most - 1, { once: true });
    busy.value = false;
    download(`${file}.csv`, toCsv(columns, list.value.peek()?.rows ?? []));
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
