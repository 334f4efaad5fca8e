// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one cannot be those of a <table>
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../texts/texts.ts';
import { tracksOf } from './column.ts';
import type { ListReply } from './list.ts';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import './table.css';
import { assign } from '../kit/assign.ts';
import type { TableProps } from './table-props.ts';
import { useNarrow } from './use-narrow.ts';
import { useScrollWindow } from './use-scroll-window.ts';
import { useTable } from './use-table.ts';
import { visibleRows } from './visible-rows.ts';

/** Height of the header in px, which sticks to the top; a narrow table shows none. */
const HEAD_PX = 34;

/** A virtual table of equal rows, read window by window, with keys (arrows, j, k, x, Enter) and a menu. */
export function Table<Row, Reply extends ListReply<Row>>(props: TableProps<Row, Reply>) {
  const { list, columns, keyOf, nameOf, selection, openKey = '', onMenu } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);
  const seen = useScrollWindow(scroller, probe, props.scroll).value;
  const isNarrow = useNarrow(scroller);
  const { rows = [], matching = 0 } = list.value.value ?? {};
  const sight = { ...seen, heightPx: Math.max(0, seen.heightPx - (isNarrow ? 0 : HEAD_PX)) };
  const { start, end } = visibleRows({ count: matching, ...sight });
  const { active, chooseAll, ...handlers } = useTable(scroller, props, sight);

  useEffect(() => {
    if (end > rows.length) void list.want(end - 1);
  }, [list, end, rows.length]);

  const drawn = Array.from({ length: end - start }, (_, at) => start + at);
  // The row with the focus stays in the document, or the focus would be lost by scrolling.
  if (matching > 0 && (active < start || active >= end)) drawn.push(active);
  const { tracks, minPx } = tracksOf(columns);
  const columnCount = columns.length + Number(selection !== undefined) + Number(onMenu !== undefined);
  return (
    <div
      ref={scroller}
      class={`table${isNarrow ? ' narrow' : ''}`}
      role="grid"
      aria-label={props.label}
      aria-rowcount={matching + 1}
      aria-colcount={columnCount}
      aria-multiselectable={selection !== undefined}
      aria-busy={list.loading.value}
      style={{ '--columns': tracks, '--min': `${minPx}px` }}
      data-chooses={selection !== undefined}
      data-menu={onMenu !== undefined}
      onPointerEnter={() => assign(list.hold, true)}
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
              aria-label={texts.value.table.chooseAll}
              checked={matching > 0 && selection.count.value >= matching}
              onClick={() => (selection.count.value >= matching ? selection.clear() : chooseAll())}
            />
          )
        }
      />
      <div ref={probe} class="table-probe" aria-hidden="true" />
      <div role="rowgroup" class="table-body" style={{ blockSize: `${matching * seen.rowPx}px` }}>
        {drawn.map((index) => {
          const row = rows[index];
          return (
            <TableRow
              key={index}
              row={seen.isFlying && index !== active ? undefined : row}
              index={index}
              topPx={index * seen.rowPx}
              name={row === undefined ? '' : nameOf(row)}
              columns={columns}
              lines={isNarrow ? props.lines : undefined}
              isActive={index === active}
              isOpen={row !== undefined && keyOf(row) === openKey}
              isChosen={selection === undefined ? undefined : row !== undefined && selection.has(row)}
              onChoose={({ shiftKey }) => {
                if (row === undefined) return;
                if (shiftKey) selection?.extendTo(row, rows);
                else selection?.toggle(row);
              }}
              onMenu={onMenu && row !== undefined ? (place) => onMenu(row, place) : undefined}
            />
          );
        })}
      </div>
    </div>
  );
}
