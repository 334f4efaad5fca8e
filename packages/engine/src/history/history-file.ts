import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { compactTime } from '@palatine/platform/format';
import {
  isSqliteError,
  moveDatabase,
  openDatabase,
  openGuarded,
  readSchema,
  schemaProblem,
} from '@palatine/platform/sqlite';

const SCHEMA = readSchema(join(import.meta.dirname, 'history.sql'));

export const SEEN_MS = 'seenMs';

/** Opens the history. `movedAside`: new name and reason of an unreadable file. Throws if the disk takes no new one. */
export function openHistoryFile(file: string, nowMs: number) {
  try {
    return { database: open(file), movedAside: undefined };
  } catch (error) {
    // A full or read-only disk says nothing about the file.
    if (!existsSync(file) || isSqliteError(error, 'readonly', 'ioerr', 'full', 'cantopen', 'busy'))
      throw error;
    const aside = `history-damaged-${compactTime(nowMs)}.db`;
    moveDatabase(file, join(dirname(file), aside));
    return { database: open(file), movedAside: { file: aside, reason: (error as Error).message } };
  }
}

export function isMovedAside(name: string): boolean {
  return /^history-damaged-.*\.db$/.test(name);
}

/** As `recordedUntilMs`, of a file that a service may be writing. Throws for one that a start would move aside. */
export function readRecordedUntil(file: string): number | undefined {
  using database = openGuarded(file, { readOnly: true });
  const problem = schemaProblem(database, SCHEMA);
  if (problem !== undefined) throw new Error(`it ${problem}`);
  return recordedUntilMs(database);
}

/** Time of the last record, in ms since 1970; undefined before the first. */
export function recordedUntilMs(database: DatabaseSync): number | undefined {
  const fact = database.prepare('select value from facts where key = ?').get(SEEN_MS);
  return fact === undefined ? undefined : Number((fact as { value: string }).value);
}

/** Bytes on disk of the database and its write-ahead log. */
export function historyBytes(file: string): { bytes: number; walBytes: number } {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return { bytes: sizeOf(file), walBytes: sizeOf(`${file}-wal`) };
}

function open(file: string): DatabaseSync {
  // Normal: the world itself uses `full`.
  return openDatabase(file, { synchronous: 'normal', autoVacuum: 'incremental', schema: SCHEMA });
}
