import { useSignal } from '@preact/signals';
import { Columns3, Download } from 'lucide';
import type { Rows } from '../data/rows.ts';
import { Button } from '../kit/Button.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Menu } from '../kit/Menu.tsx';
import { texts } from '../texts/texts.ts';
import type { Column } from './column.tsx';
import { type CsvColumn, type columnChoice, download, toCsv } from './table-state.ts';
import './list-figures.css';

/** The choice of the columns of a table, and the rows that its filters let through as a file. */
export function TableTools<Row>(props: {
  columns: readonly Column<Row>[];
  choice: ReturnType<typeof columnChoice>;
  list: Rows<Row>;
  /** Name of the file, without its end. */
  file: string;
  /** The columns of the file; those of the table unless given. */
  csv?: readonly CsvColumn<Row>[];
  maxRows?: number;
}) {
  const { columns, choice, list, file, maxRows = Number.POSITIVE_INFINITY } = props;
  const { csv = columns.filter(isInFile) } = props;
  const text = texts.value.table;
  const busy = useSignal(false);
  async function save(): Promise<void> {
    busy.value = true;
    await list.ensure(maxRows - 1, { once: true });
    busy.value = false;
    download(`${file}.csv`, toCsv(csv, list.value.peek()?.rows ?? []));
  }
  return (
    <span class="table-tools">
      <Menu
        align="end"
        trigger={<IconButton icon={Columns3} label={text.columns} class="column-choice" />}
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
      <Button kind="bare" icon={Download} title={text.csv} disabled={busy.value} onClick={() => void save()}>
        {text.export}
      </Button>
    </span>
  );
}

function isInFile<Row>(column: Column<Row>): column is Column<Row> & CsvColumn<Row> {
  return column.csv !== undefined;
}
