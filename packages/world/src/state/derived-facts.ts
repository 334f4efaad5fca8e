import type { Table } from './table.ts';

/**
 * Facts about each record of a table, in the order of the table, that are computed from other tables too. A follower of
 * those tables calls `touch` with each key whose facts may have changed. Only these are computed again, at the next read.
 */
export class DerivedFacts<Row extends object, Fact extends object> {
  readonly #table: Table<Row>;
  readonly #make: (record: Row) => Fact;
  readonly #facts = new Map<string, Fact>();
  readonly #stale: Set<string>;

  constructor(table: Table<Row>, keyOf: (record: Row) => string, make: (record: Row) => Fact) {
    this.#table = table;
    this.#make = make;
    this.#stale = new Set(table.keys());
    table.follow({
      changed: (before, after) => {
        if (after === undefined) this.#remove(before && keyOf(before));
        else if (before === undefined) this.#append(keyOf(after));
        else this.touch(keyOf(after));
      },
    });
  }

  touch(key: string | null | undefined): void {
    if (key !== null && key !== undefined && key !== '') this.#stale.add(key);
  }

  get(key: string): Fact | undefined {
    this.refresh();
    return this.#facts.get(key);
  }

  /** All of them, in the order of the table. */
  values(): MapIterator<Fact> {
    this.refresh();
    return this.#facts.values();
  }

  /** Works out what has changed now, rather than when somebody asks. */
  refresh(): void {
    for (const key of this.#stale) this.#workOut(key);
    this.#stale.clear();
  }

  #workOut(key: string): void {
    const record = this.#table.get(key);
    if (record === undefined) this.#facts.delete(key);
    else this.#facts.set(key, this.#make(record));
  }

  /** A new record is the last of its table. It may be touched already: what else is known of it can come first. */
  #append(key: string): void {
    this.#stale.delete(key);
    this.#stale.add(key);
  }

  /** At once: a record that comes back is the last of its table too. */
  #remove(key: string | undefined): void {
    if (key === undefined) return;
    this.#facts.delete(key);
    this.#stale.delete(key);
  }
}
