import type { DatabaseSync } from 'node:sqlite';
import { STREAMS } from '@palatine/fleet';

const DAY_MS = 86_400_000;
/** Deleting so many holds the gateway for a few ms. */
const DELETED_AT_ONCE = 500;

/** Rows of all worlds together: a few GB. */
const KEPT_ROWS = { events: 5_000_000, audit: 5_000_000 };

/** Keeps rows as long as their streams do, and no more than the file is meant to hold. */
export function retention(database: DatabaseSync) {
  const tables = (['events', 'audit'] as const).map((table) => ({
    keptMs: STREAMS[table].keptDays * DAY_MS,
    deleteOld: database.prepare(
      `delete from ${table} where id in (select id from ${table} where at < ? order by at limit ${DELETED_AT_ONCE})`,
    ),
    deleteSurplus: database.prepare(
      `delete from ${table} where id in (
         select id from ${table} where id <= (select max(id) from ${table}) - ${KEPT_ROWS[table]}
         order by id limit ${DELETED_AT_ONCE})`,
    ),
  }));

  return {
    /** Deletes some of what is too old. @returns whether there may be more. */
    deleteSome(nowMs: number): boolean {
      const deleted = tables.flatMap(({ keptMs, deleteOld, deleteSurplus }) => [
        Number(deleteOld.run(nowMs - keptMs).changes),
        Number(deleteSurplus.run().changes),
      ]);
      return deleted.includes(DELETED_AT_ONCE);
    },
  };
}
