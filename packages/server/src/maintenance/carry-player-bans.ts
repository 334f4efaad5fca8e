import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { SaveWarning } from '@palatine/save';
import { flushFile } from '../data-folder/atomic-write.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { WorldFileError } from '../store/world-file-error.ts';
import { readPlayerBans } from '../store/world-readers.ts';

/**
 * Copies the bans by PlayerUID of the present world into the draft of the one that takes its place, as Banlist.json
 * stays: nobody is unbanned by importing a newer save. The draft is durable on return.
 * @returns a warning when the present world cannot be read.
 */
export function carryPlayerBans(present: DataPaths, draft: string): SaveWarning[] {
  if (!existsSync(present.world)) return [];
  try {
    const bans = readPlayerBans(present);
    if (bans.length > 0) writeBans(draft, bans);
    return [];
  } catch (error) {
    if (!(error instanceof WorldFileError)) throw error;
    const message = `the world before ${error.reason}: if it had bans by PlayerUID, they are lost`;
    return [{ file: present.world, place: '', message }];
  }
}

function writeBans(draft: string, bans: ReturnType<typeof readPlayerBans>): void {
  {
    using database = new DatabaseSync(draft);
    database.exec('pragma journal_mode = memory; begin'); // a crash leaves a draft, which nobody reads
    const insert = database.prepare('insert into playerBans (key, record) values (?, ?)');
    for (const ban of bans) insert.run(ban.uid, JSON.stringify(ban));
    database.exec('commit');
  }
  flushFile(draft);
}
