import { DEFAULT_PAGE, type ORDERS, problemsRefusal } from '@palatine/contract';

// Pages of a list that changes: a cursor holds the last row's place in the order, not its number.

/** What a row is sorted by. Null is unknown, and comes last in either order. */
export type SortKey = number | string | null;

/** The query of every list. */
export interface PageQuery {
  readonly Order?: (typeof ORDERS)[number] | undefined;
  readonly Limit?: number | undefined;
  readonly Cursor?: string | undefined;
}

export interface Sortable<Row> {
  keyOf(row: Row): SortKey;
  /** Differs from row to row; decides between equal keys. */
  idOf(row: Row): string;
  /** Decides between equal keys before the id does, where that is dear to look up: it must follow from the id. */
  tieOf?(row: Row): number;
}

interface Placed<Row> {
  readonly key: SortKey;
  readonly tie: number;
  readonly id: string;
  readonly row: Row | undefined;
}

export interface Page<Row> {
  readonly rows: Row[];
  /** The cursor of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/**
 * The page of these rows that the query asks for. Looks at each row once and sorts few of them. Throws
 * VALIDATION_FAILED for a cursor that is none, or of another order.
 */
export function pageOf<Row>(
  rows: Iterable<Row>,
  query: PageQuery,
  column: string,
  { keyOf, idOf, tieOf = () => 0 }: Sortable<Row>,
): Page<Row> {
  const { Limit = DEFAULT_PAGE, Order = 'Ascending', Cursor } = query;
  const order = `${column} ${Order}`;
  const after = Cursor === undefined || Cursor === '' ? undefined : readCursor(Cursor, order);
  const compareKeys = comparingKeys(Order === 'Descending');
  const best = new FirstRows<Row>(Limit + 1, compareKeys);
  for (const row of rows) {
    const key = keyOf(row);
    const tie = tieOf(row);
    if (best.isBeyond(key, tie)) continue;
    const placed: Placed<Row> = { key, tie, id: idOf(row), row };
    if (after === undefined || compare(compareKeys, after, placed) < 0) best.add(placed);
  }
  const found = best.sorted();
  const shown = found.slice(0, Limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ row }) => row as Row), // only a cursor has none
    next: found.length > Limit && last !== undefined ? cursorOf(order, last) : undefined,
  };
}

/** Keeps the first so many rows of an order, without sorting the rest. */
class FirstRows<Row> {
  readonly #size: number;
  readonly #compareKeys: CompareKeys;
  #rows: Placed<Row>[] = [];
  /** The last of the first rows so far; undefined while there are fewer. */
  #last: Placed<Row> | undefined;

  constructor(size: number, compareKeys: CompareKeys) {
    this.#size = size;
    this.#compareKeys = compareKeys;
  }

  /** Whether a row with this key is certainly not among the first. */
  isBeyond(key: SortKey, tie: number): boolean {
    if (this.#last === undefined) return false;
    const byKey = this.#compareKeys(key, this.#last.key);
    return byKey > 0 || (byKey === 0 && tie > this.#last.tie);
  }

  add(row: Placed<Row>): void {
    // Rows of one key, as of an item that everybody has once, are told apart by their ids.
    if (this.#last !== undefined && compare(this.#compareKeys, row, this.#last) > 0) return;
    this.#rows.push(row);
    if (this.#rows.length >= 4 * this.#size) this.#rows = this.sorted();
  }

  sorted(): Placed<Row>[] {
    const first = this.#rows
      .toSorted((one, other) => compare(this.#compareKeys, one, other))
      .slice(0, this.#size);
    if (first.length === this.#size) this.#last = first.at(-1);
    return first;
  }
}

type CompareKeys = (one: SortKey, other: SortKey) => number;

function comparingKeys(descending: boolean): CompareKeys {
  const sign = descending ? -1 : 1;
  return (one, other) => {
    if (one === other) return 0;
    if (one === null) return 1;
    if (other === null) return -1;
    return one < other ? -sign : sign;
  };
}

function compare(compareKeys: CompareKeys, one: Placed<unknown>, other: Placed<unknown>): number {
  const byKey = compareKeys(one.key, other.key);
  if (byKey !== 0) return byKey;
  if (one.tie !== other.tie) return one.tie - other.tie;
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
}

function cursorOf(order: string, { key, tie, id }: Placed<unknown>): string {
  return Buffer.from(JSON.stringify([order, key, tie, id])).toString('base64url');
}

function readCursor(text: string, order: string): Placed<never> {
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
