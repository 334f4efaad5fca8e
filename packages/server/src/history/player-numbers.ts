import type { DatabaseSync } from 'node:sqlite';
import type { Guid } from '@palatine/contract';

/** The players of the history by number, which takes less room than a PlayerUID in each row. */
export function playerNumbers(database: DatabaseSync) {
  const add = database.prepare('insert into players (uid) values (?)');
  const all = database.prepare('select id, uid from players order by id');
  const numbers = new Map<Guid, number>();
  const uids = new Map<number, Guid>();

  /** Reads the table anew, after it was emptied or a transaction was rolled back. */
  function load(): void {
    numbers.clear();
    uids.clear();
    for (const row of all.iterate()) {
      const { id, uid } = row as unknown as { id: number; uid: Guid }; // the columns of the query
      numbers.set(uid, id);
      uids.set(id, uid);
    }
  }

  load();
  return {
    load,
    /** The number of a player, a new one for somebody new. */
    numberOf(uid: Guid): number {
      const known = numbers.get(uid);
      if (known !== undefined) return known;
      const number = Number(add.run(uid).lastInsertRowid);
      numbers.set(uid, number);
      uids.set(number, uid);
      return number;
    },
    /** Undefined for somebody of whom nothing was recorded. */
    find: (uid: Guid): number | undefined => numbers.get(uid),
    uidOf: (number: number): Guid | undefined => uids.get(number),
  };
}
export type PlayerNumbers = ReturnType<typeof playerNumbers>;
