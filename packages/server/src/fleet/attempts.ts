import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../game/clock.ts';

/** `begun`: work without an outcome on disk, which a process that has ended may have done or not. */
export type AttemptState = 'begun' | 'canceled';

/** No attempt is asked about after so long. */
const KEPT_MS = 24 * 3_600_000;

/** What must not be forgotten of the attempts of a gateway, also over a restart. */
export function attemptStore(database: DatabaseSync, { now }: Pick<Clock, 'now'>) {
  database.exec(
    'create table if not exists attempts (id text primary key, state text not null, atMs integer not null) strict, without rowid',
  );
  const find = database.prepare('select state from attempts where id = ?');
  const set = database.prepare('insert or replace into attempts values (?, ?, ?)');
  const deleteOld = database.prepare('delete from attempts where atMs < ?');

  return {
    stateOf: (id: string): AttemptState | undefined =>
      (find.get(id) as { state: AttemptState } | undefined)?.state, // its column
    /** On disk on return. */
    set(id: string, state: AttemptState): void {
      deleteOld.run(now() - KEPT_MS);
      set.run(id, state, now());
    },
  };
}
