import { useSignal } from '@preact/signals';
import Columns from 'lucide/dist/esm/icons/columns-3.mjs';
import Download from 'lucide/dist/esm/icons/download.mjs';
import { IconButton } from '../kit/IconButton.tsx';
import { Menu } from '../kit/Menu.tsx';
import { texts } from '../texts/texts.ts';
import './list-figures.css';
import type { Column } from './column.ts';
import type { ColumnChoice } from './column-choice.ts';
import { type CsvColumn, download, toCsv } from './csv.ts';
import type { ListReply, Rows } from './list.ts';

export interface TableToolsProps<Row, Reply extends ListReply<Row>> {
  columns: readonly Column<Row>[];
  choice: ColumnChoice;
  list: Rows<Row, Reply>;
  /** Name of the file, without its end. */
  file: string;
}

/** Which columns a table shows, and what it shows as a file: every row that the filters let through. */
export function TableTools<Row, Reply extends ListReply<Row>>(props: TableToolsProps<Row, Reply>) {
  const { columns, choice, list, file } = props;
  const text = texts.value.table;
  const busy = useSignal(false);

  async function save(): Promise<void> {
    busy.value = true;
    await list.want(Number.POSITIVE_INFINITY);
    busy.value = false;
    const known = columns.filter(
      (column): column is Column<Row> & CsvColumn<Row> => column.csv !== undefined,
    );
    download(`${file}.csv`, toCsv(known, list.value.peek()?.rows ?? []));
  }

  return (
    <span class="table-tools">
      <Menu
        align="end"
        trigger={<IconButton icon={Columns} label={text.columns} />}
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
      <IconButton icon={Download} label={text.csv} disabled={busy.value} onClick={() => void save()} />
    </span>
  );
}
