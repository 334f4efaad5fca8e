import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './file-lock.ts';

/**
 * Whether a process has the world file open, as a running server does, whatever became of its lock. The caller has
 * locked out the readers, who open it too. A file that cannot be opened is open nowhere.
 */
export function isWorldOpen(world: string): boolean {
  if (!statSync(world, { throwIfNoEntry: false })?.isFile()) return false;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(world);
    // In this mode the first access takes every lock of the file, which no process that has it open has let go.
    database.exec('pragma locking_mode = exclusive; begin exclusive; rollback');
    return false;
  } catch (error) {
    return isBusy(error as Error);
  } finally {
    database?.close();
  }
}
