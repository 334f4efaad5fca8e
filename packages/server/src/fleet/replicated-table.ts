import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '../data-folder/sqlite.ts';

/** A value, with the time of its change: ms since 1970, which only grows in a bucket. */
export interface Change {
  readonly t: number;
}

/** The text of a value in its bucket. */
export interface Codec<Value> {
  pack(value: Value): string;
  /** Throws for a text that is no such value. */
  unpack(text: string): Value;
}

export type KeyedText = readonly [key: string, text: string];

export interface ReplicatedTableOptions<Value> {
  readonly database: DatabaseSync;
  /** Of its table in the database. */
  readonly name: string;
  /** How the value of a key is written; undefined for a key that this version does not know. */
  readonly codecOf: (key: string) => Codec<Value> | undefined;
  /** Says that something in the bucket does not count. */
  readonly report: (problem: string, key: string) => void;
}

interface Mark {
  readonly t: number;
  readonly whole: boolean;
}

/**
 * The values of a shared bucket, on disk before they count. Of two values of a key the newer one counts, so a bucket that
 * was wiped, or went back in time, takes nothing away.
 */
export class ReplicatedTable<Value extends Change> {
  readonly #options: ReplicatedTableOptions<Value>;
  readonly #rows = new Map<string, Value>();
  readonly #sql;
  #mark: Mark;

  constructor(options: ReplicatedTableOptions<Value>) {
    const { database, name } = options;
    database.exec(`
      create table if not exists ${name} (key text primary key, value text not null, t integer not null) strict;
      create index if not exists ${name}ByTime on ${name} (t);
      create table if not exists ${name}Mark (
        one integer primary key check (one = 1),
        t integer not null,
        whole integer not null -- whether all was read once
      ) strict;
    `);
    this.#options = options;
    this.#sql = {
      all: database.prepare(`select key, value from ${name}`),
      set: database.prepare(`insert or replace into ${name} values (?, ?, ?)`),
      after: database.prepare(`select key, value, t from ${name} where t > ? order by t limit ?`),
      delete: database.prepare(`delete from ${name} where key = ?`),
      mark: database.prepare(`select t, whole from ${name}Mark`),
      setMark: database.prepare(`insert or replace into ${name}Mark values (1, ?, ?)`),
    };
    this.#mark = this.#readMark();
    this.#load();
  }

  /** The change up to which nothing is missing; 0 for an empty table. */
  get newest(): number {
    return this.#mark.t;
  }

  /** Whether all was read once: before that, what is not there says nothing. */
  get whole(): boolean {
    return this.#mark.whole;
  }

  /** @returns whether that is new. */
  setWhole(): boolean {
    if (this.#mark.whole) return false;
    this.#setMark({ ...this.#mark, whole: true });
    return true;
  }

  get(key: string): Value | undefined {
    return this.#rows.get(key);
  }

  entries(): MapIterator<[key: string, value: Value]> {
    return this.#rows.entries();
  }

  /** The changes that follow one, oldest first. `upTo`: these are all of them up to there. */
  after(t: number, limit: number): { rows: KeyedText[]; upTo: number; more: boolean } {
    const rows = this.#sql.after.all(t, limit) as { key: string; value: string; t: number }[]; // its columns
    const more = rows.length === limit;
    const upTo = more ? (rows.at(-1)?.t ?? t) : Math.max(t, this.newest);
    return { rows: rows.map(({ key, value }) => [key, value]), upTo, more };
  }

  /** Takes over changes, durably on return. `upTo`: nothing up to there is missing then. @returns whether anything is new. */
  take(changes: readonly KeyedText[], upTo = this.newest): boolean {
    return this.#transaction(() => {
      const news = changes.map(([key, text]) => this.#takeOne(key, text)).includes(true);
      if (upTo > this.newest) this.#setMark({ ...this.#mark, t: upTo });
      return news;
    });
  }

  /** Takes over a value that was just made, durably on return. */
  put(key: string, value: Value): void {
    this.take([[key, this.pack(key, value)]], value.t);
  }

  /** The text of a value in the bucket. */
  pack(key: string, value: Value): string {
    const codec = this.#options.codecOf(key);
    if (codec === undefined) throw new Error(`${key} is no key of ${this.#options.name}`);
    return codec.pack(value);
  }

  /** Deletes values for good. */
  delete(keys: readonly string[]): void {
    this.#transaction(() => {
      for (const key of keys) {
        this.#sql.delete.run(key);
        this.#rows.delete(key);
      }
    });
  }

  /** Says that all has to be read again. What is known counts meanwhile. */
  startAnew(): void {
    this.#setMark({ t: 0, whole: false });
  }

  #takeOne(key: string, text: string): boolean {
    const { codecOf, report } = this.#options;
    let value: Value | undefined;
    try {
      value = codecOf(key)?.unpack(text);
    } catch (error) {
      report(`it cannot be read: ${(error as Error).message}`, key);
    }
    if (value === undefined || value.t <= (this.#rows.get(key)?.t ?? 0)) return false;
    this.#sql.set.run(key, text, value.t);
    this.#rows.set(key, value);
    return true;
  }

  #setMark(mark: Mark): void {
    this.#sql.setMark.run(mark.t, Number(mark.whole));
    this.#mark = mark;
  }

  #readMark(): Mark {
    const row = this.#sql.mark.get() as { t: number; whole: number } | undefined; // its columns
    return { t: row?.t ?? 0, whole: row?.whole === 1 };
  }

  #load(): void {
    this.#rows.clear();
    for (const { key, value } of this.#sql.all.all() as { key: string; value: string }[]) {
      const codec = this.#options.codecOf(key);
      if (codec !== undefined) this.#rows.set(key, codec.unpack(value)); // it was checked when it came
    }
  }

  #transaction<T>(work: () => T): T {
    try {
      return transaction(this.#options.database, work);
    } catch (error) {
      this.#mark = this.#readMark(); // nothing counts that is not on disk
      this.#load();
      throw error;
    }
  }
}
