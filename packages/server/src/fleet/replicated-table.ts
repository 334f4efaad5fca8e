import type { DatabaseSync } from 'node:sqlite';
import { type BucketMessage, isTooFarAhead, type ListStamp, merge, type SeenMark } from '@palatine/fleet';
import { transaction } from '../data-folder/sqlite.ts';

/** A value with the moment of its last change. */
export interface Stamped {
  readonly t: ListStamp;
}

/** The text of a value in its bucket. */
export interface Codec<Value> {
  pack(value: Value): string;
  /** Throws for a text that is no such value. */
  unpack(text: string): Value;
}

export interface ReplicatedTableOptions {
  readonly database: DatabaseSync;
  /** Begins the names of its tables; no others in the database may begin so. */
  readonly name: string;
  readonly now: () => number;
  /** Says that something in the bucket does not count. */
  readonly report: (problem: string, key: string) => void;
}

interface Row<Value> {
  readonly value: Value;
  /** The number of the message in the bucket; 0 where the bucket lacks this value. */
  readonly sequence: number;
}

type StoredRow = { key: string; value: string; sequence: number };

/** A copy of a bucket, on disk before it counts. Everything is merged, so it never goes back. */
export abstract class ReplicatedTable<Value extends Stamped> {
  readonly #options: ReplicatedTableOptions;
  readonly #rows = new Map<string, Row<Value>>();
  readonly #sql;

  constructor(options: ReplicatedTableOptions) {
    const { database, name } = options;
    database.exec(`
      create table if not exists ${name} (key text primary key, value text not null, sequence integer not null) strict;
      create table if not exists ${name}Early (key text primary key, value text not null, sequence integer not null) strict;
      create table if not exists ${name}Mark (
        one integer primary key check (one = 1),
        sequence integer not null,
        timeMs integer not null,
        whole integer not null -- whether everything was read once
      ) strict;
    `);
    this.#options = options;
    this.#sql = {
      all: database.prepare(`select key, value, sequence from ${name}`),
      set: database.prepare(`insert or replace into ${name} values (?, ?, ?)`),
      delete: database.prepare(`delete from ${name} where key = ?`),
      allEarly: database.prepare(`select key, value, sequence from ${name}Early`),
      setEarly: database.prepare(`insert or replace into ${name}Early values (?, ?, ?)`),
      deleteEarly: database.prepare(`delete from ${name}Early where key = ?`),
      mark: database.prepare(`select sequence, timeMs, whole from ${name}Mark`),
      setMark: database.prepare(`insert or replace into ${name}Mark values (1, ?, ?, ?)`),
    };
    this.#load();
  }

  /** How the value of a key is written; undefined for a key that this version does not know. */
  protected abstract codecOf(key: string): Codec<Value> | undefined;

  /** Whether a value does not count, whatever its stamp: it is not kept. */
  protected isPast(_key: string, _value: Value): boolean {
    return false;
  }

  /** Whether a value counts later only, since the clock that gave it is ahead of ours. */
  protected isEarly({ t }: Value): boolean {
    return isTooFarAhead(t, this.#options.now());
  }

  /** The keys that count no more because of a value that is kept from now on. */
  protected endedBy(_key: string, _value: Value): readonly string[] {
    return [];
  }

  /** Up to where the bucket was read, and whether all of it ever was. */
  get mark(): SeenMark & { readonly whole: boolean } {
    const row = this.#sql.mark.get() as { sequence: number; timeMs: number; whole: number } | undefined;
    return { sequence: row?.sequence ?? 0, timeMs: row?.timeMs ?? 0, whole: row?.whole === 1 };
  }

  setWhole(): void {
    const { sequence, timeMs, whole } = this.mark;
    if (!whole) this.#sql.setMark.run(sequence, timeMs, 1);
  }

  /** Says that the bucket is to be read from its start. Until that is done, the copy is not whole. */
  startAnew(): void {
    this.#sql.setMark.run(0, 0, 0);
  }

  get(key: string): Value | undefined {
    return this.#rows.get(key)?.value;
  }

  *entries(): Generator<[key: string, value: Value]> {
    for (const [key, { value }] of this.#rows) yield [key, value];
  }

  /** The value of a text in the bucket; undefined for one that cannot be read or is not to count yet. */
  read(key: string, text: string): Value | undefined {
    try {
      const value = this.codecOf(key)?.unpack(text);
      return value === undefined || this.isEarly(value) ? undefined : value;
    } catch {
      return undefined; // whoever followed the bucket has reported it
    }
  }

  /** The text of a value in the bucket. */
  pack(key: string, value: Value): string {
    const codec = this.codecOf(key);
    if (codec === undefined) throw new Error(`${key} is no key of ${this.#options.name}`);
    return codec.pack(value);
  }

  /** Takes over changes of the bucket, durably on return. @returns whether anything is new. */
  take(messages: readonly BucketMessage[], mark?: SeenMark): boolean {
    return this.#transaction(() => {
      const changed = messages.map((message) => this.#takeOne(message)).includes(true);
      if (mark !== undefined) this.#sql.setMark.run(mark.sequence, mark.timeMs, this.mark.whole ? 1 : 0);
      return changed;
    });
  }

  /** Takes over what a clock that was ahead has given, once our own clock has come there. @returns whether anything is new. */
  takeEarly(): boolean {
    const rows = this.#sql.allEarly.all() as StoredRow[];
    if (rows.length === 0) return false;
    return this.#transaction(() =>
      rows.map(({ key, value, sequence }) => this.#takeText(key, value, sequence)).includes(true),
    );
  }

  /** Merges a value that the bucket has taken under this sequence; 0 for one that it lacks. */
  put(key: string, value: Value, sequence: number): void {
    this.#transaction(() => this.#takeText(key, this.pack(key, value), sequence));
  }

  /** Says that the bucket is another one: it may lack everything. */
  forgetSequences(): void {
    this.#options.database.exec(`update ${this.#options.name} set sequence = 0`);
    this.#load();
  }

  /** The keys whose value the bucket lacks. */
  missingInBucket(): string[] {
    return [...this.#rows].filter(([, { sequence }]) => sequence === 0).map(([key]) => key);
  }

  #load(): void {
    this.#rows.clear();
    for (const { key, value, sequence } of this.#sql.all.all() as StoredRow[]) {
      const codec = this.codecOf(key);
      if (codec !== undefined) this.#rows.set(key, { value: codec.unpack(value), sequence }); // packed by this class
    }
  }

  #transaction<T>(work: () => T): T {
    try {
      return transaction(this.#options.database, work);
    } catch (error) {
      this.#load(); // nothing counts that is not on disk
      throw error;
    }
  }

  #takeOne({ key, text, sequence, deleted }: BucketMessage): boolean {
    if (!deleted) return this.#takeText(key, text, sequence);
    const value = this.get(key);
    if (value !== undefined) this.#set(key, value, 0);
    return false;
  }

  #takeText(key: string, text: string, sequence: number): boolean {
    const { report } = this.#options;
    let value: Value | undefined;
    try {
      value = this.codecOf(key)?.unpack(text);
    } catch (error) {
      report(`it cannot be read: ${(error as Error).message}`, key);
    }
    if (value === undefined) return false;
    if (this.isEarly(value)) {
      this.#sql.setEarly.run(key, text, sequence);
      report('it is more than five minutes ahead of the clock of this machine', key);
      return false;
    }
    this.#sql.deleteEarly.run(key);
    return this.#merge(key, value, sequence);
  }

  #merge(key: string, value: Value, sequence: number): boolean {
    const row = this.#rows.get(key);
    const merged = row === undefined ? value : merge(row.value, value);
    if (this.isPast(key, merged)) return false;
    const inBucket = merged === value || this.pack(key, merged) === this.pack(key, value);
    const former = row !== undefined && row.sequence > sequence ? row.sequence : 0;
    this.#set(key, merged, inBucket ? sequence : former);
    for (const ended of this.endedBy(key, merged)) {
      this.#sql.delete.run(ended);
      this.#rows.delete(ended);
    }
    return merged !== row?.value;
  }

  #set(key: string, value: Value, sequence: number): void {
    this.#sql.set.run(key, this.pack(key, value), sequence);
    this.#rows.set(key, { value, sequence });
  }
}
