import type { Banlist } from '@palatine/contract';
import type { WorldInfo } from '@palatine/world';
import { readWorldFile } from './open-world-file.ts';

/** Facts of a world file: when its first write was applied, and the bans that a demo world came with. */
export const FIRST_WRITE = 'firstWriteMs';
export const DEMO_BANS = 'demoBans';

/** What a world is, and whether anybody has changed it since it was made. */
export interface WorldOrigin extends WorldInfo {
  /** When a caller's write was applied first; undefined when none was. The simulation does not count. */
  firstWriteMs: number | undefined;
  demoBans: Banlist | undefined;
}

/** Reads it without loading the world. Throws a WorldFileError for a file that holds none. */
export function readWorldOrigin(file: string): WorldOrigin {
  return readWorldFile(file, (database) => {
    const readFact = database.prepare('select value from facts where name = ?');
    const fact = (name: string): unknown => {
      const row = readFact.get(name) as { value: string } | undefined;
      return row && JSON.parse(row.value);
    };
    const info = fact('info') as WorldInfo; // written by createStore, as the others
    return {
      ...info,
      firstWriteMs: fact(FIRST_WRITE) as number | undefined,
      demoBans: fact(DEMO_BANS) as Banlist | undefined,
    };
  });
}
