import type { PalatineEvent } from '@palatine/contract';
import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useTouch } from '../data/use-touch.ts';
import type { MenuGroup } from '../kit/menu-items.ts';
import { address, setQuery } from '../navigation/router.ts';
import type { Column, Sorting, TwoLines } from './column.ts';
import { columnChoice } from './column-choice.ts';
import { ListFaces } from './ListFaces.tsx';
import { ListFigures } from './ListFigures.tsx';
import type { ListReply, WindowQuery } from './list.ts';
import { askedOf, sortingIn } from './list-address.ts';
import './list-view.css';
import { RowMenu, useRowMenu } from './RowMenu.tsx';
import { createRows } from './rows.ts';
import { Table } from './Table.tsx';
import { TableTools } from './TableTools.tsx';

export interface ListViewProps<Row, Reply extends ListReply<Row>> {
  /** Names the list in the browser's storage and its file. */
  id: string;
  /** What it lists, for screen readers. */
  label: string;
  /** Reads a window. `query` has the filters of the address; signals are followed up to the first `await`. */
  read: (
    query: URLSearchParams,
    window: WindowQuery & { Sort: string; Order: Sorting['order'] },
    signal: AbortSignal,
  ) => Promise<Reply>;
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  columns: readonly Column<Row>[];
  lines: (row: Row) => TwoLines;
  /** Parameters of the address that filter the list. */
  filters: readonly string[];
  /** The order unless the address says another one. */
  sorting: Sorting;
  /** The controls of the filters. */
  children?: ComponentChildren;
  /** What stands there when there is nothing at all. */
  none: ComponentChildren;
  onOpen: (row: Row) => void;
  openKey?: string;
  menuOf?: (row: Row) => MenuGroup[];
  /** Events after which the list may show something else. */
  touchedBy: (event: PalatineEvent) => boolean;
}

/** A list that the service filters and sorts, with its toolbar, its table and its menu. All of its state is in the address. */
export function ListView<Row, Reply extends ListReply<Row>>(props: ListViewProps<Row, Reply>) {
  const { id, label, keyOf, nameOf, columns, lines, filters, children, none, onOpen, openKey = '' } = props;
  const read = useRef(props.read);
  read.current = props.read;
  const asked = useComputed(() => askedOf(address.value.query, filters));
  const list = useMemo(
    () =>
      createRows<Row, Reply>((window, signal) => {
        const query = new URLSearchParams(asked.value);
        const { sort, order } = sortingIn(query, props.sorting);
        return read.current(query, { ...window, Sort: sort, Order: order }, signal);
      }, keyOf),
    [id],
  );
  useEffect(() => () => list.dispose(), [list]);
  useTouch(list, props.touchedBy);
  const choice = useMemo(() => columnChoice(id, columns), [id]);
  const menu = useRowMenu<Row>();
  const scroll = useRef({ topPx: 0 });
  const { query } = address.value;
  return (
    <div class="list-view">
      <div class="toolbar">
        {children}
        <span class="toolbar-end">
          <ListFigures list={list} />
          <TableTools columns={columns} choice={choice} list={list} file={id} />
        </span>
      </div>
      <ListFaces list={list} filters={filters} none={none}>
        {() => (
          <Table
            label={label}
            list={list}
            columns={columns.filter((column) => choice.shown.value.has(column.id))}
            keyOf={keyOf}
            nameOf={nameOf}
            sorting={sortingIn(query, props.sorting)}
            onSort={({ sort, order }) => setQuery({ sort, order: order === 'Descending' ? 'down' : 'up' })}
            lines={lines}
            onOpen={onOpen}
            openKey={openKey}
            {...(props.menuOf && { onMenu: menu.open })}
            scroll={scroll.current}
          />
        )}
      </ListFaces>
      <RowMenu
        opened={menu.opened}
        label={(row) => (row === undefined ? label : nameOf(row))}
        groupsOf={(row) => props.menuOf?.(row) ?? []}
      />
    </div>
  );
}
