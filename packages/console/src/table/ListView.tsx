import type { PalatineEvent } from '@palatine/contract';
import { useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useTouch } from '../data/use-touch.ts';
import { Faces } from '../faces/Faces.tsx';
import { Button } from '../kit/Button.tsx';
import { MenuAt } from '../kit/Menu.tsx';
import type { MenuGroup } from '../kit/menu-items.ts';
import { address, setQuery } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import type { Column, Sorting, TwoLines } from './column.ts';
import { columnChoice } from './column-choice.ts';
import { ListFigures } from './ListFigures.tsx';
import type { ListReply, WindowQuery } from './list.ts';
import { askedOf, sortingIn } from './list-address.ts';
import './list-view.css';
import { createRows } from './rows.ts';
import { Table } from './Table.tsx';
import { TableTools } from './TableTools.tsx';
import type { RowMenuPlace } from './table-props.ts';

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
export function ListView<Row, Reply extends ListReply<Row>>(props: ListViewProps<Row, Reply>): JSX.Element {
  const { id, label, keyOf, nameOf, columns, lines, filters, children, none, onOpen, openKey = '' } = props;
  const text = texts.value.table;
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
  const menu = useSignal<{ row: Row; place: RowMenuPlace } | undefined>(undefined);
  const scroll = useRef({ topPx: 0 });
  const { query } = address.value;
  const isFiltered = filters.some((name) => query.get(name));
  return (
    <div class="list-view">
      <div class="toolbar">
        {children}
        <span class="list-end">
          <ListFigures list={list} />
          <TableTools columns={columns} choice={choice} list={list} file={id} />
        </span>
      </div>
      <Faces
        of={list}
        rows={16}
        isEmpty={({ matching }) => matching === 0}
        empty={
          isFiltered ? (
            <>
              {text.noneMatch}{' '}
              <Button onClick={() => setQuery(Object.fromEntries(filters.map((name) => [name, ''])))}>
                {text.noFilters}
              </Button>
            </>
          ) : (
            none
          )
        }
      >
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
            {...(props.menuOf && {
              onMenu: (row: Row, place: RowMenuPlace) => {
                menu.value = { row, place };
              },
            })}
            scroll={scroll.current}
          />
        )}
      </Faces>
      <MenuAt
        place={menu.value?.place}
        label={menu.value === undefined ? label : nameOf(menu.value.row)}
        groups={menu.value === undefined ? [] : (props.menuOf?.(menu.value.row) ?? [])}
        onClose={() => {
          menu.value = undefined;
        }}
      />
    </div>
  );
}
