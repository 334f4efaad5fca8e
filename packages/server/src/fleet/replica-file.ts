import { closeSync, existsSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '../data-folder/private-files.ts';
import { isDamaged } from '../history/history-file.ts';

/** What belongs to a database file beside it. */
const SIDE_FILES = ['', '-wal', '-shm'];

/**
 * Opens a copy of what a fleet shares. A damaged one is made anew: the broker has all of it, and until it was
 * read again Banlist.json stays as it is. Throws when the disk takes no file.
 */
export function openReplicaFile(file: string): DatabaseSync {
  try {
    return open(file);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    for (const end of SIDE_FILES) rmSync(`${file}${end}`, { force: true });
    return open(file);
  }
}

function open(file: string): DatabaseSync {
  if (!existsSync(file)) closeSync(createPrivateFile(file)); // what SQLite puts beside it gets the same mode
  const database = new DatabaseSync(file, { timeout: 2000 });
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = full');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
