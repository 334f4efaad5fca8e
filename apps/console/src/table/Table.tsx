// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: the roles grid, row and gridcell support these attributes
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus goes from row to row, and into its controls
// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one cannot be those of a <table>
import { type Signal, useSignal } from '@preact/signals';
import { ArrowDown, ArrowUp, Ellipsis } from 'lucide';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../kit/Button.tsx';
import { texts } from '../texts/texts.ts';
import {
  type Column,
  headerOf,
  type Sorting,
  sortingAfter,
  type TableProps,
  type TwoLines,
  tracksOf,
} from './column.tsx';
import { type Sight, visibleRows } from './table-state.ts';
import { chooseAll, useTable } from './use-table.ts';
import '../kit/toggles.css';
import './table.css';

/** Height of the header in px, which sticks to the top; a narrow table shows none. */
const HEAD_PX = 34;

/** A virtual table of equal rows, read window by window, with keys (arrows, j, k, x, Enter) and a menu. */
export function Table<Row>(props: TableProps<Row>) {
  const { list, columns, selection, onMenu } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);
  const { isNarrow, ...seen } = useScrollWindow(scroller, probe, props.scroll).value;
  const { rows = [], matching = 0 } = list.value.value ?? {};
  const sight = { ...seen, heightPx: Math.max(0, seen.heightPx - (isNarrow ? 0 : HEAD_PX)) };
  const { start, end } = visibleRows({ count: matching, ...sight });
  const { active, ...handlers } = useTable(scroller, props, sight);

  useEffect(() => {
    if (end > rows.length) void list.ensure(end - 1);
  }, [list, end, rows.length]);

  const drawn = Array.from({ length: end - start }, (_, at) => start + at);
  // The row with the focus stays in the document, or the focus would be lost by scrolling.
  if (matching > 0 && (active < start || active >= end)) drawn.push(active);
  const { tracks, minPx } = tracksOf(columns);
  const columnCount = columns.length + Number(selection !== undefined) + Number(onMenu !== undefined);
  return (
    <div
      ref={scroller}
      class={`table plain-links${isNarrow ? ' narrow' : ''}`}
      role="grid"
      aria-label={props.label}
      aria-rowcount={matching + 1}
      aria-colcount={columnCount}
      aria-multiselectable={selection !== undefined}
      aria-busy={list.loading.value}
      style={{ '--columns': tracks, '--min': `${minPx}px` }}
      data-chooses={selection !== undefined}
      data-menu={onMenu !== undefined}
      onPointerEnter={() => (list.hold.value = true)}
      onPointerLeave={() => {
        list.hold.value = false;
        list.applyChanges();
      }}
      {...handlers}
    >
      <TableHead
        columns={columns}
        sorting={props.sorting}
        onSort={props.onSort}
        hasMenu={onMenu !== undefined}
        chooseAll={
          selection && (
            <input
              type="checkbox"
              class="checkbox"
              aria-label={texts.value.table.chooseAll}
              checked={matching > 0 && selection.count.value >= matching}
              onClick={() =>
                selection.count.value >= matching ? selection.clear() : void chooseAll(list, selection)
              }
            />
          )
        }
      />
      <div ref={probe} class="table-probe" aria-hidden="true" />
      <div role="rowgroup" class="table-body" style={{ blockSize: `${matching * seen.rowPx}px` }}>
        {drawn.map((index) => (
          <TableRow
            key={index}
            table={props}
            rows={rows}
            index={index}
            topPx={index * seen.rowPx}
            isActive={index === active}
            isNarrow={isNarrow}
            isFlying={seen.isFlying && index !== active}
          />
        ))}
      </div>
    </div>
  );
}

/** A row of a table, at its place. One row of a table is in the order of Tab: the active one, with its controls. */
function TableRow<Row>(props: {
  table: TableProps<Row>;
  rows: readonly Row[];
  index: number;
  topPx: number;
  isActive: boolean;
  isNarrow: boolean;
  isFlying: boolean;
}) {
  const { table, rows, index, topPx, isActive, isNarrow, isFlying } = props;
  const { columns, keyOf, nameOf, selection, openKey = '', groupOf, lines, onMenu } = table;
  const text = texts.value.table;
  const [before, row] = [rows[index - 1], rows[index]];
  const isFirst =
    groupOf !== undefined && before !== undefined && row !== undefined && groupOf(before) !== groupOf(row);
  const isOpen = row !== undefined && keyOf(row) === openKey;
  const isChosen = selection && row !== undefined && selection.has(row);
  const isWaiting = row === undefined || isFlying;
  const tabIndex = isActive ? 0 : -1;
  const first = selection === undefined ? 1 : 2;
  return (
    <div
      class={`table-row${isOpen ? ' open' : ''}${isFirst ? ' first' : ''}${isWaiting ? ' waiting' : ''}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      aria-busy={isWaiting ? true : undefined}
      tabIndex={tabIndex}
      data-index={index}
      style={{ transform: `translateY(${topPx}px)` }}
    >
      {isWaiting ? (
        <span role="gridcell" class="table-waiting">
          <span class="spoken">{texts.value.views.loading}</span>
        </span>
      ) : (
        <>
          {selection && (
            <span role="gridcell" aria-colindex={1} class="table-choose">
              <input
                type="checkbox"
                class="checkbox"
                checked={isChosen}
                tabIndex={tabIndex}
                aria-label={text.choose(nameOf(row))}
                onClick={({ shiftKey }) => (shiftKey ? selection.extendTo(row, rows) : selection.toggle(row))}
              />
            </span>
          )}
          {isNarrow ? <Lines {...lines(row)} /> : <Cells row={row} columns={columns} first={first} />}
          {onMenu && (
            <span role="gridcell" aria-colindex={first + columns.length} class="table-menu">
              <button
                type="button"
                class="mini"
                tabIndex={tabIndex}
                aria-label={text.actionsOf(nameOf(row))}
                aria-haspopup="menu"
                onClick={(event) => onMenu(row, event.currentTarget)}
              >
                <Icon shape={Ellipsis} />
              </button>
            </span>
          )}
        </>
      )}
    </div>
  );
}

function Cells<Row>(props: { row: Row; columns: readonly Column<Row>[]; first: number }) {
  const { row, columns, first } = props;
  const header = headerOf(columns);
  return columns.map(({ id, align, cell }, at) => (
    <span key={id} role={at === header ? 'rowheader' : 'gridcell'} aria-colindex={first + at} class={align}>
      {cell(row)}
    </span>
  ));
}

function Lines({ lead, title, note, end }: TwoLines) {
  return (
    <span role="rowheader" class="row">
      {lead}
      <span class="two-lines">
        <span class="truncate">{title}</span>
        <span class="truncate quiet">{note}</span>
      </span>
      <span>{end}</span>
    </span>
  );
}

interface ScrollWindow extends Sight {
  /** Whether whole windows of rows fly past, too fast to be read. */
  readonly isFlying: boolean;
  readonly isNarrow: boolean;
}

/** Below this width in px a table is a list of two lines. */
const NARROW_PX = 720;

/** Time without another jump after which the rows are at rest, in ms. */
const REST_MS = 90;

/** Follows the scrolling and the size of a table. `probe` is as high as a row, which style and density decide. */
function useScrollWindow(
  scroller: RefObject<HTMLElement | null>,
  probe: RefObject<HTMLElement | null>,
  saved: { topPx: number },
): Signal<ScrollWindow> {
  const seen = useSignal<ScrollWindow>({
    topPx: 0,
    heightPx: 0,
    rowPx: 36,
    isFlying: false,
    isNarrow: typeof innerWidth === 'number' && innerWidth < NARROW_PX,
  });
  useEffect(() => {
    const { current: element } = scroller;
    const { current: row } = probe;
    if (element === null || row === null) return undefined;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const land = () => {
      rest = undefined;
      if (seen.peek().isFlying) seen.value = { ...seen.peek(), isFlying: false };
    };
    const look = () => {
      const { scrollTop: topPx, clientHeight: heightPx } = element;
      const isNarrow = element.clientWidth < NARROW_PX;
      const { topPx: top, heightPx: height, rowPx: knownRowPx, isFlying: flew, ...was } = seen.peek();
      const rowPx = row.getBoundingClientRect().height || knownRowPx;
      if (heightPx > 0) saved.topPx = topPx;
      const isSame = height === heightPx && knownRowPx === rowPx && was.isNarrow === isNarrow;
      if (top === topPx && isSame) return;
      const jumped = Math.abs(topPx - top) >= heightPx;
      const isFlying = rest !== undefined && (jumped || flew); // one jump, as by End, is not a flight
      if (jumped || flew) {
        clearTimeout(rest);
        rest = setTimeout(land, REST_MS);
      }
      seen.value = { topPx, heightPx, rowPx, isFlying, isNarrow };
    };
    element.scrollTop = saved.topPx;
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    sizes.observe(row);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      clearTimeout(rest);
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, probe, seen, saved]);
  return seen;
}

const ARIA_ORDERS = { Ascending: 'ascending', Descending: 'descending' } as const;

/** The header of a table: a click on a column sorts by it, another one turns the order around. */
function TableHead<Row>(props: {
  columns: readonly Column<Row>[];
  sorting: Sorting | undefined;
  onSort: (sorting: Sorting) => void;
  /** The box that chooses every row; undefined in a table without a selection. */
  chooseAll: ComponentChildren;
  hasMenu: boolean;
}) {
  const { columns, sorting, onSort, chooseAll, hasMenu } = props;
  const first = chooseAll === undefined ? 1 : 2;
  return (
    <div class="table-head" role="row" aria-rowindex={1}>
      {chooseAll !== undefined && (
        <span role="columnheader" aria-colindex={1} class="table-choose">
          {chooseAll}
        </span>
      )}
      {columns.map(({ id, text, sort, align }, at) => (
        <span
          key={id}
          role="columnheader"
          aria-colindex={first + at}
          class={align}
          aria-sort={sorting && sort === sorting.sort ? ARIA_ORDERS[sorting.order] : undefined}
        >
          {sort === undefined ? (
            text
          ) : (
            <button type="button" onClick={() => onSort(sortingAfter(sort, sorting))}>
              {text}
              {sort === sorting?.sort && (
                <Icon shape={sorting.order === 'Ascending' ? ArrowUp : ArrowDown} size={14} />
              )}
            </button>
          )}
        </span>
      ))}
      {hasMenu && (
        <span role="columnheader" aria-colindex={first + columns.length}>
          <span class="spoken">{texts.value.table.actions}</span>
        </span>
      )}
    </div>
  );
}
