// biome-ignore-all lint/a11y/useSemanticElements: no element is a toolbar
import type { PalatineEvent } from '@palatine/contract';
import { useComputed } from '@preact/signals';
import { X } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { nowMs } from '../data/clock.ts';
import { formatAge, formatNumber } from '../data/format.ts';
import { createRows, type ListReply, type Rows, type WindowQuery } from '../data/rows.ts';
import { FLEET_READ_MS } from '../data/use-pages.ts';
import { useEvery, useTouch } from '../data/use-resource.ts';
import { Faces } from '../faces/Faces.tsx';
import { Button } from '../kit/Button.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import type { MenuGroup } from '../kit/Menu.tsx';
import { atFleet } from '../navigation/place.ts';
import { address, setQuery } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import type { Sorting, TableProps } from './column.tsx';
import { columnChoice } from './column-choice.ts';
import { NoFilters } from './FilterFields.tsx';
import { countFilters, queryReader, sortingIn } from './list-address.ts';
import type { Selection } from './selection.ts';
import { Table } from './Table.tsx';
import { TableTools } from './TableTools.tsx';
import { useRowMenu } from './use-row-menu.tsx';
import './bulk-bar.css';
import './list-figures.css';
import './list-view.css';

export interface ListViewProps<Row> extends Omit<TableProps<Row>, 'list' | 'onSort' | 'onMenu' | 'scroll'> {
  /** Names the list in the browser's storage and its file. */
  id: string;
  /** Reads a window. `query` has the filters of the address; signals are followed up to the first `await`. */
  read: (
    query: URLSearchParams,
    window: WindowQuery & { Sort: string; Order: Sorting['order'] },
    signal: AbortSignal,
  ) => Promise<ListReply<Row>>;
  /** Parameters of the address that filter the list. */
  filters: readonly string[];
  /** The controls of the filters. */
  children?: ComponentChildren;
  /** What stands there when there is nothing at all. */
  none: ComponentChildren;
  /** What stands there when the filters leave nothing. */
  noneMatch?: string;
  menuOf?: (row: Row) => MenuGroup[];
  /** What can be done with all that is chosen. */
  bulk?: ComponentChildren;
  /** The row that is open, beside the list. */
  beside?: ComponentChildren;
  /** Events after which the list may show something else. */
  touchedBy: (event: PalatineEvent) => boolean;
}

/**
 * A list that the service filters and sorts, with its toolbar, its table and its menu. All of its state is in the
 * address; `sorting` is the order unless the address says another one.
 */
export function ListView<Row>(props: ListViewProps<Row>) {
  const { id, keyOf, nameOf, columns, filters, selection, beside, children } = props;
  const read = useRef(props.read);
  read.current = props.read;
  const asked = useComputed(() => queryReader(address.value.query, filters));
  const list = useMemo(
    () =>
      createRows<Row>((window, signal) => {
        const query = new URLSearchParams(asked.value);
        const { sort, order } = sortingIn(query, props.sorting);
        return read.current(query, { ...window, Sort: sort, Order: order }, signal);
      }, keyOf),
    [id],
  );
  useEffect(() => () => list.dispose(), [list]);
  useTouch(list, props.touchedBy);
  useEvery(FLEET_READ_MS, [list], atFleet);
  useEffect(() => selection?.renew(list.value.value?.rows ?? []), [list.value.value]);
  const choice = useMemo(() => columnChoice(id, columns), [id]);
  const { menu, open } = useRowMenu<Row>(nameOf, (row) => props.menuOf?.(row) ?? []);
  const scroll = useRef({ topPx: 0 });
  const { query } = address.value;
  const noneMatch = (
    <>
      {props.noneMatch ?? texts.value.table.noneMatch} <NoFilters names={filters} />
    </>
  );
  return (
    <div class="list-view">
      <div class="toolbar">
        {children}
        <span class="toolbar-end">
          <Figures list={list} />
          <TableTools columns={columns} choice={choice} list={list} file={id} />
        </span>
      </div>
      <div class={beside === undefined ? 'list-and-detail' : 'list-and-detail with-detail'}>
        <div class="list-side">
          <Faces
            of={list}
            rows={16}
            isEmpty={({ matching }) => matching === 0}
            empty={countFilters(query, filters) > 0 ? noneMatch : props.none}
          >
            {() => (
              <Table
                {...props}
                list={list}
                columns={columns.filter((column) => choice.shown.value.has(column.id))}
                sorting={sortingIn(query, props.sorting)}
                onSort={({ sort, order }) =>
                  setQuery({ sort, order: order === 'Descending' ? 'down' : 'up' })
                }
                {...(props.menuOf && { onMenu: open })}
                scroll={scroll.current}
              />
            )}
          </Faces>
          {selection && (
            <BulkBar selection={selection} list={list}>
              {props.bulk}
            </BulkBar>
          )}
        </div>
        {beside !== undefined && <div class="detail-side">{beside}</div>}
      </div>
      {menu}
    </div>
  );
}

/** How many rows a list has and how old they are; and a button for what would move. */
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
    <span class="list-figures">
      {changes > 0 && (
        <button type="button" onClick={() => list.applyChanges()}>
          {text.changes(changes)}
        </button>
      )}
      <span role="status">{count}</span>
      <span class="faint">{formatAge(list.readAtMs.value, nowMs.value)}</span>
    </span>
  );
}

interface BulkBarProps<Row> {
  selection: Selection<Row>;
  list: Rows<Row>;
  children: ComponentChildren;
}

/** Stands at the foot of a list while rows are chosen: how many, what can be done with them, and how to let go. */
function BulkBar<Row>({ selection, list, children }: BulkBarProps<Row>) {
  const count = selection.count.value;
  const matching = list.value.value?.matching ?? 0;
  const text = texts.value.table;
  if (count === 0) return null;
  const chooseAll = async () => {
    await list.want(Number.POSITIVE_INFINITY, { once: true });
    selection.add(list.value.peek()?.rows ?? []);
  };
  return (
    <div class="bulk-bar" role="toolbar" aria-label={text.chosen(formatNumber(count))}>
      <strong>{text.chosen(formatNumber(count))}</strong>
      {count < matching && (
        <Button kind="bare" onClick={() => void chooseAll()}>
          {text.chooseMatching(formatNumber(matching))}
        </Button>
      )}
      <span class="bulk-actions">{children}</span>
      <IconButton icon={X} label={text.clear} onClick={() => selection.clear()} />
    </div>
  );
}
