import type { DatabaseSync } from 'node:sqlite';
import type { ErrorCode } from '@palatine/contract';
import type { Clock } from '@palatine/platform/clock';

/** Outcome of an applied write with an Idempotency-Key. */
export interface StoredOutcome {
  issuer: string;
  key: string;
  /** Hash of route and body; a request with the same key and another fingerprint is refused. */
  fingerprint: string;
  /** When it was applied, in the uptime of this world, in ms. */
  runningMs: number;
  status: number;
  body: string;
  code: ErrorCode | 'OK';
  /** Delivery of the write; '' if it was applied at once. */
  delivery: string;
}

/** How long a repeat gets the first outcome: 24 hours of uptime. */
const OUTCOME_KEPT_MS = 24 * 60 * 60 * 1000;

/** Takes about 10 ms; the rest is deleted next time. */
const DELETED_AT_ONCE = 2000;

export function outcomeStore(database: DatabaseSync) {
  const put = database.prepare(
    `insert into outcomes (token, key, fingerprint, at, status, body, code, delivery) values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (token, key) do update set
       fingerprint = excluded.fingerprint, at = excluded.at, status = excluded.status, body = excluded.body, code = excluded.code,
       delivery = excluded.delivery`,
  );
  const find = database.prepare(
    `select token as issuer, key, fingerprint, at as runningMs, status, body, code, delivery from outcomes
     where key = ? and token = ? and at > ?`,
  );
  const deleteOldest = database.prepare(
    'delete from outcomes where rowid in (select rowid from outcomes where at <= ? order by at limit ?)',
  );
  const oldest = database.prepare('select min(at) as atMs from outcomes');
  const keysOf = database.prepare('select keys from key_counts where token = ?');
  const allKeys = database.prepare('select coalesce(sum(keys), 0) as keys from key_counts');
  const lastMs = database.prepare(
    `select max(
       coalesce((select max(at) from outcomes), 0),
       coalesce((select cast(value as integer) from facts where name = 'runningMs'), 0)
     ) as lastMs`,
  );
  const saveMs = database.prepare(
    `insert into facts values ('runningMs', ?) on conflict (name) do update set value = excluded.value`,
  );
  return {
    put({ issuer, key, fingerprint, runningMs, status, body, code, delivery }: StoredOutcome): void {
      put.run(issuer, key, fingerprint, runningMs, status, body, code, delivery);
    },

    find: (issuerId: string, key: string, runningMs: number) =>
      find.get(key, issuerId, runningMs - OUTCOME_KEPT_MS) as StoredOutcome | undefined, // its columns

    keysOf: (issuerId: string): number => Number(keysOf.get(issuerId)?.keys ?? 0),

    count: (): number => Number(allKeys.get()?.keys),

    /** Whether there is anything to delete: even an empty transaction takes time. */
    anyExpired(runningMs: number): boolean {
      const { atMs } = oldest.get() as { atMs: number | null };
      return atMs !== null && atMs <= runningMs - OUTCOME_KEPT_MS;
    },

    /** Deletes some expired outcomes, so that no request waits long. */
    deleteExpired: (runningMs: number) => void deleteOldest.run(runningMs - OUTCOME_KEPT_MS, DELETED_AT_ONCE),

    lastRunningMs: (): number => Number(lastMs.get()?.lastMs),

    /** Otherwise the time since the last key would be lost at a restart. */
    saveRunningMs: (runningMs: number) => void saveMs.run(String(runningMs)),
  };
}

/** Counts how long a world has run, over all restarts, without the wall clock, which may jump (docs/decisions/0001). */
export function runningTime(outcomes: ReturnType<typeof outcomeStore>, clock: Clock): () => number {
  const startedMs = clock.elapsed();
  const beforeMs = outcomes.lastRunningMs();
  return () => beforeMs + Math.floor(clock.elapsed() - startedMs);
}
