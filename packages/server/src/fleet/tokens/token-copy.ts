import type { DatabaseSync } from 'node:sqlite';
import {
  type BucketMessage,
  compareStamps,
  type FleetToken,
  fleetToken,
  isTokenDigest,
  type SeenMark,
} from '@palatine/fleet';
import { transaction } from '../../data-folder/sqlite.ts';

interface Row {
  digest: string;
  value: string;
  sequence: number;
}

/** The tokens of a fleet by the SHA-256 of their secrets: in memory, and on disk before they count. Newer entries win. */
export class TokenCopy {
  readonly #database: DatabaseSync;
  readonly #tokens = new Map<string, FleetToken>();
  readonly #report: (problem: string) => void;
  readonly #sql;

  constructor(database: DatabaseSync, report: (problem: string) => void) {
    database.exec(`
      create table if not exists fleetTokens (digest text primary key, value text not null, sequence integer not null) strict;
      create table if not exists fleetTokensSeen (one integer primary key check (one = 1), sequence integer not null, timeMs integer not null) strict;
    `);
    this.#database = database;
    this.#report = report;
    this.#sql = {
      all: database.prepare('select digest, value, sequence from fleetTokens'),
      set: database.prepare(
        'insert into fleetTokens values (?, ?, ?) on conflict (digest) do update set value = excluded.value, sequence = excluded.sequence',
      ),
      missing: database.prepare('select digest from fleetTokens where sequence = 0'),
      forget: database.prepare('update fleetTokens set sequence = 0'),
      lose: database.prepare('update fleetTokens set sequence = 0 where digest = ?'),
      seen: database.prepare('select sequence, timeMs from fleetTokensSeen'),
      setSeen: database.prepare('insert or replace into fleetTokensSeen values (1, ?, ?)'),
    };
    for (const row of this.#sql.all.all() as unknown as Row[]) {
      this.#tokens.set(row.digest, fleetToken.unpack(row.value)); // packed by this class
    }
  }

  /** Up to where the bucket was read. */
  get seen(): SeenMark {
    return (this.#sql.seen.get() as SeenMark | undefined) ?? { sequence: 0, timeMs: 0 };
  }

  get(digest: string): FleetToken | undefined {
    return this.#tokens.get(digest);
  }

  all(): [digest: string, token: FleetToken][] {
    return [...this.#tokens];
  }

  /** Takes over changes of the bucket, durably on return. @returns whether anything is new. */
  take(messages: readonly BucketMessage[], mark?: SeenMark): boolean {
    const news = new Map<string, FleetToken>();
    transaction(this.#database, () => {
      for (const message of messages) this.#takeOne(message, news);
      if (mark !== undefined) this.#sql.setSeen.run(mark.sequence, mark.timeMs);
    });
    for (const [digest, token] of news) this.#tokens.set(digest, token);
    return news.size > 0;
  }

  /** Keeps a token that the bucket has taken under this sequence; 0 for one that it lacks. */
  put(digest: string, token: FleetToken, sequence: number): void {
    this.#sql.set.run(digest, fleetToken.pack(token), sequence);
    this.#tokens.set(digest, token);
  }

  /** The bucket is another one: it may lack everything. */
  forgetSequences(): void {
    this.#sql.forget.run();
    this.#sql.setSeen.run(0, 0);
  }

  missingInBucket(): string[] {
    return (this.#sql.missing.all() as unknown as Row[]).map(({ digest }) => digest);
  }

  #takeOne({ key, text, sequence, deleted }: BucketMessage, news: Map<string, FleetToken>): void {
    if (!isTokenDigest(key)) return; // of a newer version
    if (deleted) return void this.#sql.lose.run(key); // nobody deletes tokens: one is revoked
    let token: FleetToken;
    try {
      token = fleetToken.unpack(text);
    } catch (error) {
      return this.#report(`a token of the fleet cannot be read: ${(error as Error).message}`);
    }
    const before = news.get(key) ?? this.#tokens.get(key);
    if (before !== undefined && compareStamps(before.t, token.t) > 0) return;
    this.#sql.set.run(key, fleetToken.pack(token), sequence);
    news.set(key, token);
  }
}
