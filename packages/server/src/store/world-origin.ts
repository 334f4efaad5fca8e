import { DatabaseSync } from 'node:sqlite';
import type { Banlist } from '@palatine/contract';
import type { WorldInfo } from '@palatine/world';
import { assertWorld, assertWorldFile } from './open-world-file.ts';
import { onWorldFile } from './world-file-error.ts';

/** Facts of a world file: when its first write was applied, and the bans that a demo world came with. */
export const FIRST_WRITE = 'firstWriteMs';
export const DEMO_BANS = 'demoBans';

/** What a world is, and whether anybody has changed it since it was made. */
export interface WorldOrigin extends WorldInfo {
  /** When a caller's write was applied first; undefined when none was. The simulation does not count. */
  firstWriteMs: number | undefined;
  /** The bans that came with a demo world. */
  demoBans: Banlist | undefined;
}

/** Reads it without loading the world. Throws a WorldFileError for a file that holds none. */
export function readWorldOrigin(file: string): WorldOrigin {
  return onWorldFile(file, () => {
    assertWorldFile(file);
    using database = new DatabaseSync(file, { readOnly: true, timeout: 2000 });
    assertWorld(file, database);
    const readFact = database.prepare('select value from facts where name = ?');
    const fact = (name: string): unknown => {
      const row = readFact.get(name) as { value: string } | undefined;
      return row && JSON.parse(row.value);
    };
    const info = fact('info') as WorldInfo; // written by createStore, as the others
    const firstWriteMs =
      (fact(FIRST_WRITE) as number | undefined) ?? firstInAudit(database, info.createdAtMs);
    return { ...info, firstWriteMs, demoBans: fact(DEMO_BANS) as Banlist | undefined };
  });
}

/**
 * For worlds of versions that did not note it. Entries from before the world was made are those of another world, and
 * that it was made is no change of it.
 */
function firstInAudit(database: DatabaseSync, createdAtMs: number): number | undefined {
  const audited = database.prepare("select 1 from sqlite_schema where name = 'audit'").get();
  if (audited === undefined) return undefined;
  const first = database.prepare(
    "select min(at) as at from audit where outcome = 'OK' and route like 'POST %' and at >= ?",
  );
  return (first.get(createdAtMs) as { at: number | null }).at ?? undefined;
}
