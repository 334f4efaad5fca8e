import { DEFAULT_PAGE, type ORDERS, problemsRefusal } from '@palatine/contract';

// Pages of a list that changes: a cursor holds the last row's place in the order, not its number.

/** What a row is sorted by. Null is unknown, and comes last in either order. */
export type SortKey = number | string | null;

/** The query of every list. */
export interface PageQuery {
  readonly Sort?: string | undefined;
  readonly Order?: (typeof ORDERS)[number] | undefined;
  readonly Limit?: number | undefined;
  readonly Cursor?: string | undefined;
}

interface Sortable<Row> {
  keyOf(row: Row): SortKey;
  /** Differs from row to row; decides between equal keys. */
  idOf(row: Row): string;
}

interface Placed<Row> {
  readonly key: SortKey;
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
  { keyOf, idOf }: Sortable<Row>,
): Page<Row> {
  const { Limit = DEFAULT_PAGE, Order = 'Ascending', Cursor } = query;
  const name = `${column} ${Order}`;
  const after = Cursor === undefined || Cursor === '' ? undefined : readCursor(Cursor, name);
  const before = comparing(Order === 'Descending');
  const best = new Best<Row>(Limit + 1, before);
  for (const row of rows) {
    const key = keyOf(row);
    if (best.isTooLate(key)) continue;
    const placed: Placed<Row> = { key, id: idOf(row), row };
    if (after === undefined || before(after, placed) < 0) best.add(placed);
  }
  const found = best.sorted();
  const shown = found.slice(0, Limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ row }) => row as Row), // only a cursor has none
    next: found.length > Limit && last !== undefined ? cursorOf(name, last) : undefined,
  };
}

/** The first so many rows of an order. */
class Best<Row> {
  readonly #size: number;
  readonly #compare: Compare;
  #rows: Placed<Row>[] = [];
  /** The last of the first rows so far; undefined while there are fewer. */
  #worst: Placed<Row> | undefined;

  constructor(size: number, compare: Compare) {
    this.#size = size;
    this.#compare = compare;
  }

  /** Whether a key alone says that its row is not among the first. */
  isTooLate(key: SortKey): boolean {
    return this.#worst !== undefined && this.#compare({ key, id: '' }, { key: this.#worst.key, id: '' }) > 0;
  }

  add(row: Placed<Row>): void {
    if (this.#worst !== undefined && this.#compare(row, this.#worst) > 0) return;
    this.#rows.push(row);
    if (this.#rows.length >= 4 * this.#size) this.#rows = this.sorted();
  }

  sorted(): Placed<Row>[] {
    const first = this.#rows.toSorted(this.#compare).slice(0, this.#size);
    if (first.length === this.#size) this.#worst = first.at(-1);
    return first;
  }
}

type Compare = (
  one: Pick<Placed<unknown>, 'key' | 'id'>,
  other: Pick<Placed<unknown>, 'key' | 'id'>,
) => number;

function comparing(descending: boolean): Compare {
  const sign = descending ? -1 : 1;
  return (one, other) => {
    if (one.key !== other.key) {
      if (one.key === null) return 1;
      if (other.key === null) return -1;
      return one.key < other.key ? -sign : sign;
    }
    return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
  };
}

function cursorOf(name: string, { key, id }: Placed<unknown>): string {
  return Buffer.from(JSON.stringify([name, key, id])).toString('base64url');
}

function readCursor(text: string, name: string): Placed<never> {
  const parts = parse(Buffer.from(text, 'base64url').toString());
  if (Array.isArray(parts) && parts.length === 3 && parts[0] === name) {
    const [, key, id] = parts as unknown[];
    const isKey = key === null || typeof key === 'number' || typeof key === 'string';
    if (isKey && typeof id === 'string') return { key, id, row: undefined };
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
