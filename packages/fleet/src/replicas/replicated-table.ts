import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '@palatine/platform/sqlite';

/** A value, with the time of its change: ms since 1970, which only grows in a bucket. */
export interface Change {
  readonly t: number;
}

/** Converts values to and from the text in their bucket. `unpack` throws for an invalid text. */
interface Codec<Value> {
  pack(value: never): string;
  unpack(text: string): Value;
}

/** SQL for what a replicated table needs. `whole`: whether everything was read once. */
export function replicaTables(name: string): string {
  return `
    create table if not exists ${name} (key text primary key, value text not null, t integer not null) strict;
    create index if not exists ${name}ByTime on ${name} (t);
    create index if not exists ${name}Active on ${name} (key, t, value ->> 'Expires') where value ->> 'Active' = 1;
    create table if not exists ${name}Mark (
      one integer primary key check (one = 1), t integer not null, whole integer not null
    ) strict;
    insert or ignore into ${name}Mark values (1, 0, 0);
  `;
}

/** Values of a shared bucket, durable before use. The newer of two wins, so a wiped or older bucket removes nothing. */
export class ReplicatedTable<Value extends Change> {
  readonly #database: DatabaseSync;
  readonly #codecOf: (key: string) => Codec<Value> | undefined;
  readonly #report: (error: unknown, key: string) => void;
  readonly #sql;

  /** `codecOf`: undefined for a key that this version does not know. `report` gets each unreadable value. */
  constructor(
    database: DatabaseSync,
    name: string,
    codecOf: (key: string) => Codec<Value> | undefined,
    report: (error: unknown, key: string) => void,
  ) {
    database.exec(replicaTables(name));
    this.#database = database;
    this.#codecOf = codecOf;
    this.#report = report;
    this.#sql = {
      get: database.prepare(`select value from ${name} where key = ?`),
      under: database.prepare(
        `select key, value from ${name} where key >= ? and key < ? || '~' order by key`,
      ),
      set: database.prepare(
        `insert into ${name} values (?, ?, ?)
         on conflict do update set value = excluded.value, t = excluded.t where excluded.t > t`,
      ),
      after: database.prepare(`select key, value, t from ${name} where t > ? order by t limit ?`),
      mark: database.prepare(`select t, whole from ${name}Mark`),
      setMark: database.prepare(`update ${name}Mark set t = ?, whole = ?`),
    };
  }

  /** The change up to which nothing is missing; 0 for an empty table. */
  get newest(): number {
    return this.#mark().t;
  }

  /** Whether everything was read once: before that, absence means nothing. */
  get whole(): boolean {
    return this.#mark().whole === 1;
  }

  /** @returns whether that is new. */
  setWhole(): boolean {
    const { t, whole } = this.#mark();
    this.#sql.setMark.run(t, 1);
    return whole === 0;
  }

  get(key: string): Value | undefined {
    const row = this.#sql.get.get(key) as { value: string } | undefined; // its column
    return row && (JSON.parse(row.value) as Value); // it was checked when it came
  }

  /** The values whose keys begin with a prefix, by key. */
  entries(prefix = ''): [key: string, value: Value][] {
    const rows = this.#sql.under.all(prefix, prefix) as { key: string; value: string }[]; // its columns
    return rows.map(({ key, value }) => [key, JSON.parse(value) as Value]); // checked when they came
  }

  /** The changes after one, oldest first. `upTo`: these are all of them up to there. */
  after(t: number, limit: number): { rows: [key: string, text: string][]; upTo: number; more: boolean } {
    const rows = this.#sql.after.all(t, limit) as { key: string; value: string; t: number }[]; // its columns
    const more = rows.length === limit;
    const upTo = more ? (rows.at(-1)?.t ?? t) : Math.max(t, this.newest);
    return { rows: rows.map(({ key, value }) => [key, value]), upTo, more };
  }

  /** Applies changes, durably on return. `upTo`: nothing up to there is missing then. @returns whether anything is new. */
  apply(changes: readonly (readonly [key: string, text: string])[], upTo: number): boolean {
    return transaction(this.#database, () => {
      const changed = changes.map(([key, text]) => this.#applyOne(key, text)).includes(true);
      const { t, whole } = this.#mark();
      if (upTo > t) this.#sql.setMark.run(upTo, whole);
      return changed;
    });
  }

  /** Applies a new value, durably on return. Throws a MessageError for one that no reader would take. */
  put(key: string, value: Value): void {
    const codec = this.#codecOf(key);
    if (codec === undefined) throw new Error(`unknown key ${key}`);
    const text = codec.pack(value as never); // its key says of which kind it is
    codec.unpack(text);
    this.apply([[key, text]], value.t);
  }

  /** Makes the follower read everything again. Stored values stay valid meanwhile. */
  reset(): void {
    this.#sql.setMark.run(0, 0);
  }

  #applyOne(key: string, text: string): boolean {
    let value: Value | undefined;
    try {
      value = this.#codecOf(key)?.unpack(text);
    } catch (error) {
      this.#report(error, key);
    }
    return value !== undefined && this.#sql.set.run(key, text, value.t).changes > 0;
  }

  #mark(): { t: number; whole: number } {
    return this.#sql.mark.get() as { t: number; whole: number }; // its columns
  }
}
