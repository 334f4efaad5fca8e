import { DEFAULT_PAGE, type ORDERS, problemsRefusal } from '@palatine/contract';
import { jsonOrUndefined } from './json.ts';

// Pages of a list that changes: a cursor holds the last row's place in the order, not its number.

/** Maximum characters of a sort key: it is part of the cursor, which has to fit into a query. */
const MAX_KEY_CHARS = 100;

/** Sort key of a row. Null is unknown, and comes last in either order. */
export type SortKey = number | string | null;

export interface PageQuery {
  readonly Order?: (typeof ORDERS)[number] | undefined;
  readonly Limit?: number | undefined;
  readonly Cursor?: string | undefined;
}

interface Sortable<Row> {
  keyOf(row: Row): SortKey;
  /** Differs from row to row; decides between equal keys. */
  idOf(row: Row): string;
  /** Decides between equal keys before the id does, where that is dear to look up: it must follow from the id. */
  tieOf?(row: Row): number;
}

/** A place in the order: that of a row, or of a cursor. */
interface OrderedRow<Row> {
  readonly key: SortKey;
  readonly tie: number;
  /** Undefined for a row until it is needed. */
  readonly id: string | undefined;
  readonly row: Row | undefined;
}

export interface Page<Row> {
  readonly rows: Row[];
  /** The cursor of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/** The page of these rows, in one pass. Throws VALIDATION_FAILED for a cursor of another order. */
export function pageOf<Row>(
  rows: ArrayLike<Row>,
  { Limit = DEFAULT_PAGE, Order = 'Ascending', Cursor }: PageQuery,
  column: string,
  sortable: Sortable<Row>,
): Page<Row> {
  const order = `${column} ${Order}`;
  const sign = Order === 'Descending' ? -1 : 1;
  const compare = comparingRows(sign, sortable);
  const after = Cursor ? readCursor(Cursor, order) : undefined;
  const { keyOf, tieOf = () => 0 } = sortable;
  const size = Limit + 1;
  let first: OrderedRow<Row>[] = [];
  /** The last of the first rows so far; undefined while there are fewer. */
  let last: OrderedRow<Row> | undefined;
  const cutFirst = () => {
    first = first.toSorted(compare).slice(0, size); // the other rows are never sorted
    if (first.length === size) last = first.at(-1);
  };
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as Row; // at is below the length
    const sortKey = keyOf(row);
    const key = typeof sortKey === 'string' ? sortKey.slice(0, MAX_KEY_CHARS) : sortKey;
    if (last !== undefined && compareKeys(sign, key, last.key) > 0) continue; // as most rows of a long list
    const ordered: OrderedRow<Row> = { key, tie: tieOf(row), id: undefined, row };
    // Rows of one key, as of an item that all have once, are ordered by their ids.
    if (last !== undefined && compare(ordered, last) > 0) continue;
    if (after !== undefined && compare(after, ordered) >= 0) continue;
    if (first.push(ordered) >= 4 * size) cutFirst();
  }
  cutFirst();
  const end = first.length === size ? first.at(-2) : undefined;
  return {
    rows: first.slice(0, Limit).map(({ row }) => row as Row), // only a cursor has none
    next: end && cursorOf(order, end, sortable),
  };
}

/** Unknown keys come last in either order. */
function compareKeys(sign: 1 | -1, left: SortKey, right: SortKey): number {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  return left < right ? -sign : sign;
}

function comparingRows<Row>(sign: 1 | -1, sortable: Sortable<Row>) {
  return (left: OrderedRow<Row>, right: OrderedRow<Row>): number => {
    const byKey = compareKeys(sign, left.key, right.key);
    if (byKey !== 0) return byKey;
    if (left.tie !== right.tie) return left.tie - right.tie;
    const [leftId, rightId] = [idOf(sortable, left), idOf(sortable, right)];
    return leftId < rightId ? -1 : leftId > rightId ? 1 : 0;
  };
}

function idOf<Row>(sortable: Sortable<Row>, { id, row }: OrderedRow<Row>): string {
  return id ?? sortable.idOf(row as Row); // only a cursor has no row, and it has an id
}

function cursorOf<Row>(order: string, last: OrderedRow<Row>, sortable: Sortable<Row>): string {
  const { key, tie } = last;
  return Buffer.from(JSON.stringify([order, key, tie, idOf(sortable, last)])).toString('base64url');
}

function readCursor(text: string, order: string): OrderedRow<never> {
  const parts = jsonOrUndefined(Buffer.from(text, 'base64url').toString());
  if (Array.isArray(parts) && parts.length === 4 && parts[0] === order) {
    const [, key, tie, id] = parts as unknown[];
    const isKey = key === null || typeof key === 'number' || typeof key === 'string';
    if (isKey && typeof tie === 'number' && typeof id === 'string') return { key, tie, id, row: undefined };
  }
  const Message = 'must be the Next of the page before, with the same Sort and Order';
  throw problemsRefusal('VALIDATION_FAILED', [{ Path: '/Cursor', Message }]);
}
