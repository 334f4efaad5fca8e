import type { DatabaseSync } from 'node:sqlite';
import {
  BUCKETS,
  BucketFollower,
  type BucketMessage,
  compareStamps,
  type FleetToken,
  fleetToken,
  isTokenDigest,
  type SeenMark,
} from '@palatine/fleet';
import type { Logger } from 'pino';
import { transaction } from '../../data-folder/sqlite.ts';
import { sha256, type Token, tokenId } from '../../data-folder/tokens.ts';

interface Row {
  digest: string;
  value: string;
  sequence: number;
}

/** The tokens of a fleet by the SHA-256 of their secrets: in memory, and on disk before they count. Newer entries win. */
class TokenCopy {
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

/** The tokens of a fleet as requests find them, by a copy that follows the broker. Which of them count, its kinds say. */
export abstract class FollowedTokens {
  protected readonly copy: TokenCopy;
  readonly #log: Logger;
  /** Those that were used, each the same object as long as nothing about it changes: what is counted by token goes on. */
  readonly #used = new Map<string, { token: Token; digest: string }>();
  readonly #listeners = new Set<() => void>();
  #follower: BucketFollower | undefined;

  constructor(database: DatabaseSync, log: Logger) {
    this.#log = log;
    this.copy = new TokenCopy(database, (problem) =>
      log.warn({ problem }, 'a token of the fleet does not count'),
    );
  }

  /** What a token is here; undefined where it does not count. */
  protected abstract counted(digest: string, token: FleetToken): Token | undefined;

  protected followBucket(
    options: Omit<ConstructorParameters<typeof BucketFollower>[0], 'bucket' | 'seen' | 'take' | 'report'>,
  ): void {
    this.#follower = new BucketFollower({
      ...options,
      bucket: BUCKETS.tokens,
      seen: this.copy.seen,
      take: (messages, mark) => {
        if (this.copy.take(messages, mark)) this.changed();
      },
      report: (problem, error) => this.#log.warn({ err: error }, problem),
    });
    this.#follower.start();
  }

  async stop(): Promise<void> {
    await this.#follower?.stop();
  }

  /** Found by the SHA-256 of its secret, so that the time it takes reveals nothing of one. */
  find(secret: string): Token | undefined {
    return this.#tokenOf(sha256(secret));
  }

  /** A token that was used, as it is by now; undefined when it counts no more. */
  byId(id: string): Token | undefined {
    const digest = this.digestOf(id);
    return digest === undefined ? undefined : this.#tokenOf(digest);
  }

  /** The SHA-256 of the secret of a token that was used; undefined for any other id. */
  protected digestOf(id: string): string | undefined {
    return this.#used.get(id)?.digest;
  }

  /** Calls back when tokens have changed. @returns how to end that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected changed(): void {
    for (const listener of this.#listeners) listener();
  }

  #tokenOf(digest: string): Token | undefined {
    const stored = this.copy.get(digest);
    const token = stored && this.counted(digest, stored);
    if (token === undefined) return undefined;
    const known = this.#used.get(token.id)?.token;
    if (known !== undefined && JSON.stringify(known) === JSON.stringify(token)) return known;
    this.#used.set(token.id, { token, digest });
    return token;
  }
}

/** A token of the fleet as the checks of a request see it. `prefix` stands before its id and its name; '' at a gateway. */
export function asToken(
  digest: string,
  { Name, AnswerForm }: FleetToken,
  permissions: readonly string[],
  prefix = '',
): Token {
  return { id: `${prefix}${tokenId(digest)}`, name: `${prefix}${Name}`, permissions, answerForm: AnswerForm };
}
