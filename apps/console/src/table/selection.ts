import { computed, type ReadonlySignal, signal } from '@preact/signals';

/** The rows that somebody has chosen. It survives sorting, filtering and reading on. */
export interface Selection<Row> {
  readonly rows: ReadonlySignal<readonly Row[]>;
  readonly count: ReadonlySignal<number>;
  has(row: Row): boolean;
  toggle(row: Row): void;
  /** Chooses the rows from the one chosen last up to this one, as they stand in `shown`. */
  extendTo(row: Row, shown: readonly Row[]): void;
  /** Chooses these rows as well. */
  add(rows: readonly Row[]): void;
  /** Takes newer facts of chosen rows. */
  renew(rows: readonly Row[]): void;
  clear(): void;
}

/** An empty selection. `keyOf` gives the id of a row. */
export function createSelection<Row>(keyOf: (row: Row) => string): Selection<Row> {
  const chosen = signal<ReadonlyMap<string, Row>>(new Map());
  let anchor: string | undefined;
  const add = (rows: readonly Row[]) => {
    const more = new Map(chosen.peek());
    for (const row of rows) more.set(keyOf(row), row);
    chosen.value = more;
  };
  return {
    rows: computed(() => [...chosen.value.values()]),
    count: computed(() => chosen.value.size),
    has: (row) => chosen.value.has(keyOf(row)),
    toggle(row) {
      anchor = keyOf(row);
      const more = new Map(chosen.peek());
      if (!more.delete(anchor)) more.set(anchor, row);
      chosen.value = more;
    },
    extendTo(row, shown) {
      const to = shown.findIndex((each) => keyOf(each) === keyOf(row));
      const from = shown.findIndex((each) => keyOf(each) === anchor);
      add(from < 0 ? [row] : shown.slice(Math.min(from, to), Math.max(from, to) + 1));
      anchor = keyOf(row);
    },
    add,
    renew(rows) {
      const known = rows.filter((row) => chosen.peek().has(keyOf(row)));
      if (known.length > 0) add(known);
    },
    clear() {
      anchor = undefined;
      chosen.value = new Map();
    },
  };
}
