/** Most rows in the document, unless more of them fit into the window. */
const MOST_ROWS = 40;
/** Rows beyond the edge of the window, so that scrolling shows no gap. */
const OVERSCAN = 6;

/** The rows that have to be drawn: from `start` up to before `end`. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** The rows of one height that a window shows, with some beyond its edges. Lengths are in px. */
export function visibleRows(of: { count: number; rowPx: number; topPx: number; heightPx: number }): RowRange {
  const { count, rowPx, topPx, heightPx } = of;
  if (rowPx <= 0 || count === 0) return { start: 0, end: 0 };
  const first = Math.floor(Math.max(0, topPx) / rowPx);
  const shown = Math.ceil(heightPx / rowPx) + 1;
  const beyond = Math.max(1, Math.min(OVERSCAN, Math.floor((MOST_ROWS - 1 - shown) / 2)));
  return {
    start: Math.max(0, Math.min(first, count) - beyond),
    end: Math.min(count, first + shown + beyond),
  };
}

/** Where to scroll so that a row is in sight: the scroll position itself when it is already. Lengths are in px. */
export function scrolledTo(
  row: number,
  { rowPx, topPx, heightPx }: { rowPx: number; topPx: number; heightPx: number },
): number {
  const top = row * rowPx;
  if (top < topPx) return top;
  return Math.max(topPx, top + rowPx - heightPx);
}
