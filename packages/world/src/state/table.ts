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
  readonly #keyOf: (record: T) => string;
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
    this.#keyOf = keyOf;
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
    const key = this.#keyOf(record);
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

  /** Adds a record that was stored. Only for loading: there is none with its key yet. */
  load(record: T): void {
    this.#version += 1;
    this.#records.set(this.#keyOf(record), record);
    for (const index of this.#indexes) index.changed(undefined, record);
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
    this.#indexes.push(index);
    return index;
  }

  /** Adds an index of the records that share a text. The text '' leaves a record out. */
  groupBy(groupsOf: (record: T) => readonly string[]): GroupIndex<T> {
    return this.index(new GroupIndex(this.#keyOf, groupsOf));
  }

  /** Adds an index of texts that no two records share. */
  uniqueBy(claimsOf: (record: T) => readonly (string | null)[]): UniqueIndex<T> {
    return this.index(new UniqueIndex(this.#keyOf, claimsOf));
  }

  /** Notifies a follower of every change from now on. */
  follow(follower: Index<T>): void {
    this.#indexes.push(follower);
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

/** Records grouped by a key that several may share. The key '' leaves a record out. */
export class GroupIndex<T extends object> implements Index<T> {
  readonly #groupsOf: (record: T) => readonly string[];
  readonly #groups = new Map<string, Set<string>>();
  readonly #keyOf: (record: T) => string;

  constructor(keyOf: (record: T) => string, groupsOf: (record: T) => readonly string[]) {
    this.#keyOf = keyOf;
    this.#groupsOf = groupsOf;
  }

  keys(group: string): ReadonlySet<string> {
    return this.#groups.get(group) ?? NONE;
  }

  groups(): MapIterator<string> {
    return this.#groups.keys();
  }

  /** The key of a group's first record, for groups of one. */
  first(group: string): string | undefined {
    return this.keys(group).values().next().value;
  }

  changed(before: T | undefined, after: T | undefined): void {
    const groupsAfter = after === undefined ? [] : this.#groupsOf(after);
    if (before === undefined) {
      if (after !== undefined) this.#join(after, groupsAfter); // as all are while a world is loaded
      return;
    }
    const groupsBefore = this.#groupsOf(before);
    if (isSameList(groupsBefore, groupsAfter)) return; // as most changes are
    this.#leave(before, groupsBefore);
    if (after !== undefined) this.#join(after, groupsAfter);
  }

  #join(record: T, groups: readonly string[]): void {
    for (const group of groups) {
      if (group === '') continue;
      const keys = this.#groups.get(group);
      if (keys === undefined) this.#groups.set(group, new Set([this.#keyOf(record)]));
      else keys.add(this.#keyOf(record));
    }
  }

  #leave(record: T, groups: readonly string[]): void {
    for (const group of groups) {
      const keys = this.#groups.get(group);
      if (keys === undefined) continue;
      keys.delete(this.#keyOf(record));
      if (keys.size === 0) this.#groups.delete(group);
    }
  }
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}

/** Number of records of each group. The group '' is not counted. */
export class Tally<T extends object> implements Index<T> {
  readonly #groupOf: (record: T) => string;
  readonly #counts = new Map<string, number>();

  constructor(groupOf: (record: T) => string) {
    this.#groupOf = groupOf;
  }

  /** The groups that have a record, with how many. */
  entries(): MapIterator<[group: string, count: number]> {
    return this.#counts.entries();
  }

  changed(before: T | undefined, after: T | undefined): void {
    const groupBefore = before === undefined ? '' : this.#groupOf(before);
    const groupAfter = after === undefined ? '' : this.#groupOf(after);
    if (groupBefore === groupAfter) return;
    this.#add(groupBefore, -1);
    this.#add(groupAfter, 1);
  }

  #add(group: string, amount: number): void {
    if (group === '') return;
    const count = (this.#counts.get(group) ?? 0) + amount;
    if (count === 0) this.#counts.delete(group);
    else this.#counts.set(group, count);
  }
}

/** The record of a unique key. Of two that claim one, in an unsound world, the later wins. */
export class UniqueIndex<T extends object> implements Index<T> {
  readonly #keyOf: (record: T) => string;
  readonly #claimsOf: (record: T) => readonly (string | null)[];
  readonly #owners = new Map<string, string>();

  constructor(keyOf: (record: T) => string, claimsOf: (record: T) => readonly (string | null)[]) {
    this.#keyOf = keyOf;
    this.#claimsOf = claimsOf;
  }

  /** The key of the record that claims it. */
  get(claim: string): string | undefined {
    return this.#owners.get(claim);
  }

  changed(before: T | undefined, after: T | undefined): void {
    const claimsBefore = before === undefined ? [] : this.#claimsOf(before);
    const claimsAfter = after === undefined ? [] : this.#claimsOf(after);
    for (const claim of claimsBefore) {
      if (claim === null || before === undefined || claimsAfter.includes(claim)) continue;
      if (this.#owners.get(claim) === this.#keyOf(before)) this.#owners.delete(claim);
    }
    for (const claim of claimsAfter) {
      if (claim === null || after === undefined || claimsBefore.includes(claim)) continue;
      this.#owners.set(claim, this.#keyOf(after));
    }
  }
}

/**
 * Facts about each record of a table, in the order of the table, that are computed from other tables too. A follower of
 * those tables calls `touch` with each key whose facts may have changed. Only these are computed again, at the next
 * read.
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

  /** Computes the changed facts now instead of on read. */
  refresh(): void {
    for (const key of this.#stale) this.#workOut(key);
    this.#stale.clear();
  }

  #workOut(key: string): void {
    const record = this.#table.get(key);
    if (record === undefined) this.#facts.delete(key);
    else this.#facts.set(key, this.#make(record));
  }

  /** A new record is the last of its table. It may be touched already by records that refer to it. */
  #append(key: string): void {
    this.#stale.delete(key);
    this.#stale.add(key);
  }

  /** Not deferred: a record that comes back is the last of its table too. */
  #remove(key: string | undefined): void {
    if (key === undefined) return;
    this.#facts.delete(key);
    this.#stale.delete(key);
  }
}
