import type { TableSpec } from './tables.ts';

/** Rows by id. Ids match in any case, as the game's own names do; `.id` is the catalogue's spelling. */
export interface CatalogueTable<Row> {
  readonly size: number;
  /** In the order of the data file; an operator's additions come last. */
  all(): readonly Row[];
  find(id: string): Row | undefined;
}

/** A table that is read on first use: most runs never need most tables. */
export function lazyTable<Row>(spec: TableSpec<Row>, read: () => readonly Row[]): CatalogueTable<Row> {
  let opened: { rows: readonly Row[]; byKey: ReadonlyMap<string, Row> } | undefined;
  const open = () => {
    if (opened) return opened;
    const byKey = new Map<string, Row>();
    for (const row of read()) byKey.set(keyOf(spec, row), row); // a later row replaces an earlier one
    const rows = [...byKey.values()];
    for (const row of rows) byKey.set(String(row[spec.key]), row); // found at once by its own spelling
    opened = { rows, byKey };
    return opened;
  };
  return {
    get size() {
      return open().rows.length;
    },
    all: () => open().rows,
    find(id) {
      const { byKey } = open();
      return byKey.get(id) ?? byKey.get(id.toLowerCase());
    },
  };
}

export function keyOf<Row>(spec: TableSpec<Row>, row: Row): string {
  return String(row[spec.key]).toLowerCase();
}

export function getOrAdd<Key, Value>(
  values: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const present = values.get(key);
  if (present !== undefined) return present;
  const value = make();
  values.set(key, value);
  return value;
}
