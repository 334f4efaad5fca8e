import type { DatabaseSync } from 'node:sqlite';
import type { ErrorCode } from '@palatine/contract';

/** The first outcome of a request with an Idempotency-Key. */
export interface StoredOutcome {
  token: string;
  key: string;
  /** Hash of route and body; a request with the same key and another fingerprint is refused. */
  fingerprint: string;
  atMs: number;
  status: number;
  body: string;
  /** OK for a success. */
  code: ErrorCode | 'OK';
}

/** How long a repeat gets the first outcome. */
export const OUTCOME_KEPT_MS = 24 * 60 * 60 * 1000;

export type OutcomeStore = ReturnType<typeof outcomeStore>;

export function outcomeStore(database: DatabaseSync) {
  const put = database.prepare(
    `insert into outcomes (token, key, fingerprint, at, status, body, code) values (?, ?, ?, ?, ?, ?, ?)
     on conflict (token, key) do update set
       fingerprint = excluded.fingerprint, at = excluded.at, status = excluded.status, body = excluded.body, code = excluded.code`,
  );
  const find = database.prepare(
    'select token, key, fingerprint, at as atMs, status, body, code from outcomes where token = ? and key = ? and at > ?',
  );
  const deleteOld = database.prepare('delete from outcomes where at <= ?');
  return {
    put({ token, key, fingerprint, atMs, status, body, code }: StoredOutcome): void {
      put.run(token, key, fingerprint, atMs, status, body, code);
    },
    find(token: string, key: string, nowMs: number): StoredOutcome | undefined {
      return find.get(token, key, nowMs - OUTCOME_KEPT_MS) as StoredOutcome | undefined;
    },
    deleteExpired(nowMs: number): void {
      deleteOld.run(nowMs - OUTCOME_KEPT_MS);
    },
  };
}
