import { DEFAULT_PAGE, type ORDERS, problemsRefusal } from '@palatine/contract';

// Pages of a list that changes: a cursor holds the last row's place in the order, not its number.

/** Maximum characters of a sort key: it is part of the cursor, which has to fit into a query. */
const MAX_KEY_CHARS = 100;

/** Sort key of a row. Null is unknown, and comes last in either order. */
export type SortKey = number | string | null;

/** The query of every list. */
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
  const compareKeys = comparingKeys(Order === 'Descending');
  const compare = comparingPlaces(compareKeys, sortable);
  const after = Cursor ? readCursor(Cursor, order) : undefined;
  const first = new FirstRows<Row>(Limit + 1, compareKeys, compare);
  const { keyOf, tieOf = () => 0 } = sortable;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as Row; // at is below the length
    const sortKey = keyOf(row);
    const key = typeof sortKey === 'string' ? sortKey.slice(0, MAX_KEY_CHARS) : sortKey;
    const tie = tieOf(row);
    if (first.isBeyond(key, tie)) continue;
    const ordered: OrderedRow<Row> = { key, tie, id: undefined, row };
    if (after === undefined || compare(after, ordered) < 0) first.add(ordered);
  }
  const sorted = first.sorted();
  const visible = sorted.slice(0, Limit);
  const last = sorted.length > Limit ? visible.at(-1) : undefined;
  return {
    rows: visible.map(({ row }) => row as Row), // only a cursor has none
    next: last && cursorOf(order, last, sortable),
  };
}

/** Keeps the first rows of an order, without sorting the rest. */
class FirstRows<Row> {
  readonly #size: number;
  readonly #compareKeys: CompareKeys;
  readonly #compare: ComparePlaces<Row>;
  #rows: OrderedRow<Row>[] = [];
  /** The last of the first rows so far; undefined while there are fewer. */
  #last: OrderedRow<Row> | undefined;

  constructor(size: number, compareKeys: CompareKeys, compare: ComparePlaces<Row>) {
    this.#size = size;
    this.#compareKeys = compareKeys;
    this.#compare = compare;
  }

  /** Whether a row with this key is certainly not among the first. */
  isBeyond(key: SortKey, tie: number): boolean {
    if (this.#last === undefined) return false;
    const byKey = this.#compareKeys(key, this.#last.key);
    return byKey > 0 || (byKey === 0 && tie > this.#last.tie);
  }

  add(row: OrderedRow<Row>): void {
    // Rows of one key, as of an item that all have once, are ordered by their ids.
    if (this.#last !== undefined && this.#compare(row, this.#last) > 0) return;
    this.#rows.push(row);
    if (this.#rows.length >= 4 * this.#size) this.#rows = this.sorted();
  }

  sorted(): OrderedRow<Row>[] {
    const first = this.#rows.toSorted(this.#compare).slice(0, this.#size);
    if (first.length === this.#size) this.#last = first.at(-1);
    return first;
  }
}

type CompareKeys = (one: SortKey, other: SortKey) => number;
type ComparePlaces<Row> = (one: OrderedRow<Row>, other: OrderedRow<Row>) => number;

function comparingKeys(descending: boolean): CompareKeys {
  const sign = descending ? -1 : 1;
  return (one, other) => {
    if (one === other) return 0;
    if (one === null) return 1;
    if (other === null) return -1;
    return one < other ? -sign : sign;
  };
}

function comparingPlaces<Row>(compareKeys: CompareKeys, sortable: Sortable<Row>): ComparePlaces<Row> {
  return (one, other) => {
    const byKey = compareKeys(one.key, other.key);
    if (byKey !== 0) return byKey;
    if (one.tie !== other.tie) return one.tie - other.tie;
    const [oneId, otherId] = [idOf(sortable, one), idOf(sortable, other)];
    return oneId < otherId ? -1 : oneId > otherId ? 1 : 0;
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
  const parts = parse(Buffer.from(text, 'base64url').toString());
  if (Array.isArray(parts) && parts.length === 4 && parts[0] === order) {
    const [, key, tie, id] = parts as unknown[];
    const isKey = key === null || typeof key === 'number' || typeof key === 'string';
    if (isKey && typeof tie === 'number' && typeof id === 'string') return { key, tie, id, row: undefined };
  }
  const Message = 'must be the Next of the page before, with the same Sort and Order';
  throw problemsRefusal('VALIDATION_FAILED', [{ Path: '/Cursor', Message }]);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // no cursor
  }
}
