import type { DatabaseSync } from 'node:sqlite';
import { isCorrupt, openDatabase, removeDatabase } from '../data-folder/sqlite.ts';

/**
 * Opens a copy of what a fleet shares. A damaged one is made anew: the broker has all of it, and until it was
 * read again Banlist.json stays as it is. Throws when the disk takes no file.
 */
export function openReplicaFile(file: string): DatabaseSync {
  try {
    return openDatabase(file, { synchronous: 'full' });
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    removeDatabase(file);
    return openDatabase(file, { synchronous: 'full' });
  }
}
