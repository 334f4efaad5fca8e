/** One change of one record; `undefined` is a missing record. */
export interface Change {
  table: string;
  key: string;
  before: unknown;
  after: unknown;
  /** The keys before a removal from a table that keeps its order, so that a rollback puts the record back in place. */
  order?: readonly string[];
}

/** A secondary index of a table. Follows every change, including rollbacks. */
export interface Index<T> {
  changed(before: T | undefined, after: T | undefined): void;
}

/** Records by key, frozen. `put` and `remove` write to the journal, so they can be undone. */
export class Table<T extends object> {
  readonly name: string;
  readonly keyOf: (record: T) => string;
  readonly #journal: Change[] | null;
  readonly #keepsOrder: boolean;
  readonly #records = new Map<string, T>();
  readonly #indexes: Index<T>[] = [];
  #version = 0;

  /** `journal`: null outside commands (locations). `keepsOrder`: also a rollback keeps the order. */
  constructor(
    name: string,
    keyOf: (record: T) => string,
    journal: Change[] | null,
    { keepsOrder = false } = {},
  ) {
    this.name = name;
    this.keyOf = keyOf;
    this.#journal = journal;
    this.#keepsOrder = keepsOrder;
  }

  get size(): number {
    return this.#records.size;
  }

  /** Increases with every change, also with those that are rolled back. */
  get version(): number {
    return this.#version;
  }

  get(key: string): T | undefined {
    return this.#records.get(key);
  }

  has(key: string): boolean {
    return this.#records.has(key);
  }

  keys(): MapIterator<string> {
    return this.#records.keys();
  }

  /** The records in the order of the table. Records added meanwhile are included. */
  values(): MapIterator<T> {
    return this.#records.values();
  }

  entries(): MapIterator<[string, T]> {
    return this.#records.entries();
  }

  put(record: T): void {
    const key = this.keyOf(record);
    this.#journal?.push({ table: this.name, key, before: this.get(key), after: record });
    this.#set(key, record);
  }

  remove(key: string): void {
    const before = this.get(key);
    if (before === undefined) return;
    const order = this.#keepsOrder ? { order: this.#orderBefore() } : {};
    this.#journal?.push({ table: this.name, key, before, after: undefined, ...order });
    this.#set(key, undefined);
  }

  /** The order of the keys; removals that follow each other share that of the first. */
  #orderBefore(): readonly string[] {
    const last = this.#journal?.at(-1);
    return last?.table === this.name && last.order ? last.order : [...this.#records.keys()];
  }

  /** Sets a record without journaling. Only for rollbacks and loading. */
  restore(key: string, record: T | undefined): void {
    this.#set(key, record);
  }

  /** Puts the records into the order of these keys; indexes do not know of any order. */
  reorder(keys: Iterable<string>): void {
    this.#version += 1;
    for (const key of keys) {
      const record = this.#records.get(key);
      if (record === undefined) continue;
      this.#records.delete(key);
      this.#records.set(key, record);
    }
  }

  /** Adds an index over this table, and indexes the records that are already in it. */
  index<I extends Index<T>>(index: I): I {
    for (const record of this.values()) index.changed(undefined, record);
    this.follow(index);
    return index;
  }

  /** Tells a follower of each later change. */
  follow(follower: Index<T>): void {
    this.#indexes.push(follower);
  }

  /** Adds an index of the records that share a text. '' and null leave a record out. */
  groupBy(groupsOf: (record: T) => readonly (string | null)[]): GroupIndex<T> {
    return this.index(new GroupIndex(this.keyOf, groupsOf));
  }

  #set(key: string, record: T | undefined): void {
    this.#version += 1;
    const before = this.get(key);
    if (record === undefined) this.#records.delete(key);
    else this.#records.set(key, record);
    for (const index of this.#indexes) index.changed(before, record);
  }
}

const NONE: ReadonlySet<never> = new Set<never>();

/** Records grouped by a key that several may share, or that one has. */
export class GroupIndex<T extends object> implements Index<T> {
  readonly #groupsOf: (record: T) => readonly (string | null)[];
  /** Of a group of one, its key alone: most have one, and a set takes ten times the memory. */
  readonly #groups = new Map<string, string | Set<string>>();
  readonly #keyOf: (record: T) => string;

  constructor(keyOf: (record: T) => string, groupsOf: (record: T) => readonly (string | null)[]) {
    this.#keyOf = keyOf;
    this.#groupsOf = groupsOf;
  }

  keys(group: string): ReadonlySet<string> {
    const keys = this.#groups.get(group) ?? NONE;
    return typeof keys === 'string' ? new Set([keys]) : keys;
  }

  groups(): MapIterator<string> {
    return this.#groups.keys();
  }

  /** The key of a group's first record, for groups of one. */
  first(group: string): string | undefined {
    const keys = this.#groups.get(group);
    return typeof keys === 'string' ? keys : keys?.values().next().value;
  }

  changed(before: T | undefined, after: T | undefined): void {
    const from = before === undefined ? [] : this.#groupsOf(before);
    const to = after === undefined ? [] : this.#groupsOf(after);
    if (from.length === to.length && from.every((group, at) => group === to[at])) return; // as most changes are
    for (const group of from) if (group && before !== undefined) this.#leave(group, this.#keyOf(before));
    for (const group of to) if (group && after !== undefined) this.#join(group, this.#keyOf(after));
  }

  #join(group: string, key: string): void {
    const keys = this.#groups.get(group);
    if (keys === undefined) this.#groups.set(group, key);
    else if (typeof keys === 'object') keys.add(key);
    else if (keys !== key) this.#groups.set(group, new Set([keys, key]));
  }

  #leave(group: string, key: string): void {
    const keys = this.#groups.get(group);
    if (typeof keys === 'object') keys.delete(key);
    if (keys === key || (typeof keys === 'object' && keys.size === 0)) this.#groups.delete(group);
  }
}

/**
 * Facts about each record of a table, in the order of the table, that are computed from other tables too. A follower of
 * those tables calls `touch` with each key whose facts may have changed. Only these are computed again, at the next
 * read.
 */
export class DerivedFacts<Row extends object, Fact extends object> {
  readonly #table: Table<Row>;
  readonly #make: (record: Row) => Fact | undefined;
  readonly #facts = new Map<string, Fact>();
  readonly #stale = new Set<string>();

  /** `make` returns undefined for a record without facts. */
  constructor(table: Table<Row>, make: (record: Row) => Fact | undefined) {
    this.#table = table;
    this.#make = make;
    for (const key of table.keys()) this.touch(key);
    table.follow({
      changed: (before, after) => {
        const key = table.keyOf((after ?? before) as Row); // a change has a record
        if (before !== undefined && after !== undefined) return this.touch(key);
        // The last of its table when it comes or comes back. Records that refer to it may have touched it already.
        this.#stale.delete(key);
        if (after === undefined) this.#facts.delete(key);
        else this.#stale.add(key);
      },
    });
  }

  touch(key: string | null | undefined): void {
    if (key) this.#stale.add(key);
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

  /** Computes the changed facts now instead of on read, or the first `max` of them. @returns whether some are left. */
  refresh(max = Number.POSITIVE_INFINITY): boolean {
    let left = max;
    for (const key of this.#stale) {
      if (left-- <= 0) return true;
      const record = this.#table.get(key);
      const fact = record && this.#make(record);
      if (fact === undefined) this.#facts.delete(key);
      else this.#facts.set(key, fact);
      this.#stale.delete(key);
    }
    return false;
  }
}
