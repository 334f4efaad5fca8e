// biome-ignore-all lint/a11y/useSemanticElements: no element is a toolbar
import { useSignal } from '@preact/signals';
import { Columns3, Download, Inbox, X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useCommands } from '../commands/registry.ts';
import { nowMs } from '../data/clock.ts';
import { formatAge, formatNumber } from '../data/format.ts';
import type { Rows } from '../data/rows.ts';
import { Button } from '../kit/Button.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Card, Facts, PageBody } from '../kit/Layout.tsx';
import { Menu, MenuAt, type MenuGroup, type MenuPlace } from '../kit/Menu.tsx';
import { SheetOf } from '../kit/Sheet.tsx';
import { address, setQuery } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { AsyncView } from '../views/AsyncView.tsx';
import { EmptyFace } from '../views/EmptyFace.tsx';
import { type Column, headerOf, type TableProps, type TwoLines } from './column.tsx';
import { NoFilters, ToolbarFilters } from './filters.tsx';
import { countFilters, sortingIn } from './list-query.ts';
import { Table } from './Table.tsx';
import { type CsvColumn, columnChoice, download, type Selection, toCsv } from './table-state.ts';
import { chooseAll } from './use-table.ts';
import './list-view.css';

interface ListProps<Row> extends Omit<TableProps<Row>, 'onSort' | 'onMenu' | 'onOpen' | 'lines' | 'scroll'> {
  /** Names the list in the browser's storage and its file. */
  id: string;
  filters?: readonly string[];
  none: ComponentChildren;
  noneMatch?: string;
  /** A row in a narrow window; its first columns unless given. */
  lines?: (row: Row) => TwoLines;
  /** Opens a row; without it a sheet shows the row's details. */
  onOpen?: (row: Row) => void;
  /** The details of a row in its sheet; all of its columns unless given. */
  details?: (row: Row) => ComponentChildren;
  detailsTitle?: (row: Row) => ComponentChildren;
  /** The menu of a row. `open` opens the row. */
  menuOf?: (row: Row, open: () => void) => MenuGroup[];
  /** The file of the list; its columns unless given. */
  file?: { readonly csv: readonly CsvColumn<Row>[]; readonly maxRows: number };
}

interface ListViewProps<Row> extends ListProps<Row> {
  /** Buttons to switch the view; a phone keeps them in the toolbar. */
  views?: ComponentChildren;
  children?: ComponentChildren;
  tools?: ComponentChildren;
  bulk?: ComponentChildren;
  beside?: ComponentChildren;
}

export function ListView<Row>(props: ListViewProps<Row>) {
  const { list, filters = [], selection, beside, views, children, bulk } = props;
  const { table, tools, figures, overlays } = useList(props, 16);
  return (
    <PageBody flush>
      <div class="list-view">
        <div class="toolbar cluster">
          {views}
          {children !== undefined && <ToolbarFilters hidden={filters}>{children}</ToolbarFilters>}
          <span class="cluster at-end">
            {figures}
            {tools}
          </span>
        </div>
        <div class={beside === undefined ? 'list-and-detail' : 'list-and-detail with-detail'}>
          <div class="list-side">
            {table}
            {selection && (
              <BulkBar selection={selection} list={list}>
                {bulk}
              </BulkBar>
            )}
          </div>
          {beside !== undefined && <div class="detail-side">{beside}</div>}
        </div>
        {overlays}
      </div>
    </PageBody>
  );
}

export function ListCard<Row>(props: ListProps<Row> & { tools?: ComponentChildren }) {
  const { label } = props;
  const { table, tools, figures, overlays } = useList(props, 6);
  return (
    <Card
      title={label}
      tools={
        <>
          {figures}
          {tools}
        </>
      }
      flush
    >
      <div class="list-card">{table}</div>
      {overlays}
    </Card>
  );
}

/** The parts of a list, wherever they are. `waiting`: gray rows while it is read. */
function useList<Row>(props: ListProps<Row> & { tools?: ComponentChildren }, waiting: number) {
  const { id, list, keyOf, nameOf, columns, filters = [], selection, sorting, isSecond } = props;
  const { menuOf, file, details, detailsTitle = nameOf } = props;
  useEffect(() => selection?.renew(list.value.value?.rows ?? []), [list.value.value]);
  const choice = useMemo(() => columnChoice(id, columns), [id]);
  const opened = useSignal<Row | undefined>(undefined);
  const onOpen = props.onOpen ?? ((row: Row) => (opened.value = row));
  const menu = useSignal<{ row: Row; place: MenuPlace } | undefined>(undefined);
  const menuRow = menu.value?.row;
  const scroll = useRef({ topPx: 0 });
  const { query } = address.value;
  const prefix = isSecond ? `${id}-` : '';
  const noneMatch = (
    <>
      {props.noneMatch ?? texts.value.table.noneMatch} <NoFilters names={filters} />
    </>
  );
  const none =
    typeof props.none === 'string' ? (
      <EmptyFace icon={Inbox} note={props.none}>
        {props.tools}
      </EmptyFace>
    ) : (
      props.none
    );
  const isFiltered = countFilters(query, filters) > 0;
  return {
    /** They are in the face of an empty list instead. */
    tools: list.value.value?.matching === 0 && !isFiltered ? undefined : props.tools,
    table: (
      <AsyncView
        resource={list}
        rows={waiting}
        isEmpty={({ matching }) => matching === 0}
        empty={isFiltered ? noneMatch : none}
      >
        {() => (
          <Table
            {...props}
            columns={columns.filter((column) => choice.shown.value.has(column.id))}
            lines={props.lines ?? ((row) => firstLines(columns, row))}
            sorting={sorting && sortingIn(query, sorting, prefix)}
            onSort={({ sort, order }) =>
              setQuery({
                [`${prefix}sort`]: sort,
                [`${prefix}order`]: order === 'Descending' ? 'down' : 'up',
              })
            }
            onOpen={onOpen}
            {...(menuOf && { onMenu: (row: Row, place: MenuPlace) => (menu.value = { row, place }) })}
            scroll={scroll.current}
          />
        )}
      </AsyncView>
    ),
    figures: (
      <>
        <Figures list={list} />
        <TableTools columns={columns} choice={choice} list={list} file={id} {...file} />
      </>
    ),
    overlays: (
      <>
        <MenuAt
          place={menu.value?.place}
          label={menuRow === undefined ? '' : nameOf(menuRow)}
          groups={(menuRow !== undefined && menuOf?.(menuRow, () => onOpen(menuRow))) || []}
          onClose={() => (menu.value = undefined)}
        />
        {props.onOpen === undefined && (
          <SheetOf subject={opened.value} onClose={() => (opened.value = undefined)} title={detailsTitle}>
            {(row) => {
              const { rows = [] } = list.value.value ?? {};
              const newest = rows.find((candidate) => keyOf(candidate) === keyOf(row)) ?? row;
              return (
                details?.(newest) ?? <Facts facts={columns.map(({ text, cell }) => [text, cell(newest)])} />
              );
            }}
          </SheetOf>
        )}
      </>
    ),
  };
}

const MAX_NOTES = 3;

/** The first columns of a row as two lines; those without a value, such as buttons, are left to its details. */
function firstLines<Row>(columns: readonly Column<Row>[], row: Row): TwoLines {
  const header = columns[headerOf(columns)];
  const others = columns.filter((column) => column !== header);
  const notes = others
    .filter(({ csv, atEnd = false, extra = false }) => csv !== undefined && !atEnd && !extra)
    .slice(0, MAX_NOTES);
  return {
    title: header?.cell(row),
    note: (
      <span class="dotted">
        {notes.map(({ id, cell }) => (
          <span key={id}>{cell(row)}</span>
        ))}
      </span>
    ),
    end: others.find(({ atEnd }) => atEnd)?.cell(row),
  };
}

/** The number of rows of a list and their age; and a button for the rows that would move. */
function Figures<Row>({ list }: { list: Rows<Row> }) {
  const text = texts.value.table;
  const state = list.value.value;
  if (state === undefined) return null;
  const { rows, matching, total } = state;
  const changes = list.changes.value;
  const count =
    total === undefined
      ? `${formatNumber(rows.length)}${matching > rows.length ? '+' : ''}`
      : matching === total
        ? formatNumber(total)
        : text.of(formatNumber(matching), formatNumber(total));
  return (
    <span class="list-figures row">
      {changes > 0 && (
        <button type="button" class="chip accent" onClick={() => list.applyChanges()}>
          {text.changes(changes)}
        </button>
      )}
      <span role="status">{count}</span>
      <span class="faint">{formatAge(list.readAtMs.value, nowMs.value)}</span>
    </span>
  );
}

/** The choice of the columns of a table, and the rows that its filters let through as a file. */
function TableTools<Row>(props: {
  columns: readonly Column<Row>[];
  choice: ReturnType<typeof columnChoice>;
  list: Rows<Row>;
  file: string;
  csv?: readonly CsvColumn<Row>[];
  maxRows?: number;
}) {
  const { columns, choice, list, file, csv = columns, maxRows = Number.POSITIVE_INFINITY } = props;
  const text = texts.value.table;
  const busy = useSignal(false);
  async function save(): Promise<void> {
    busy.value = true;
    await list.ensure(maxRows - 1, { once: true });
    busy.value = false;
    download(`${file}.csv`, toCsv(csv, list.value.peek()?.rows ?? []));
  }
  useCommands([
    { id: `export ${file}`, text: text.csv, group: 'page', words: text.export, icon: Download, run: save },
  ]);
  const items = columns
    .filter(({ fixed }) => fixed !== true)
    .map(({ id, text: name }) => ({
      id,
      text: name,
      checked: choice.shown.value.has(id),
      run: () => choice.toggle(id),
    }));
  return (
    <span class="table-tools">
      <Menu
        align="end"
        trigger={<IconButton icon={Columns3} label={text.columns} class="column-choice" />}
        groups={[{ id: 'columns', label: text.columns, items }]}
      />
      <Button kind="bare" icon={Download} title={text.csv} disabled={busy.value} onClick={() => void save()}>
        {text.export}
      </Button>
    </span>
  );
}

/** The bar at the foot of a list while rows are chosen: their number, the actions for them, and the way to let go. */
function BulkBar<Row>(props: { selection: Selection<Row>; list: Rows<Row>; children: ComponentChildren }) {
  const { selection, list, children } = props;
  const count = selection.count.value;
  const matching = list.value.value?.matching ?? 0;
  const text = texts.value.table;
  if (count === 0) return null;
  return (
    <div class="bulk-bar cluster" role="toolbar" aria-label={text.chosen(formatNumber(count))}>
      <strong>{text.chosen(formatNumber(count))}</strong>
      {count < matching && (
        <Button kind="bare" onClick={() => void chooseAll(list, selection)}>
          {text.chooseMatching(formatNumber(matching))}
        </Button>
      )}
      <span class="cluster at-end">{children}</span>
      <IconButton icon={X} label={text.clear} onClick={() => selection.clear()} />
    </div>
  );
}
