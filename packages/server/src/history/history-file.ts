import { closeSync, existsSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { compactTime } from '../data-folder/compact-time.ts';
import { createPrivateFile } from '../data-folder/private-files.ts';
import { createTables, readSchema, schemaVersion } from '../data-folder/sqlite-schema.ts';

const SCHEMA = readSchema(join(import.meta.dirname, 'history.sql'));

/** Result codes of SQLite for a file that is damaged, or no database. */
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
/** The fact that says when something was last recorded. */
export const SEEN_MS = 'seenMs';
/** What belongs to a database file beside it. */
const SIDE_FILES = ['', '-wal', '-shm'];

export interface OpenedHistory {
  database: DatabaseSync;
  /** Where a file that could not be read was moved, and why; undefined when all is well. */
  movedAside: { file: string; reason: string } | undefined;
}

/**
 * Opens the history. A file that cannot be read is moved aside and the history begins anew: nothing in it is worth a
 * service that does not start. Throws when the disk takes no new file either.
 */
export function openHistoryFile(file: string, nowMs: number): OpenedHistory {
  try {
    return { database: open(file), movedAside: undefined };
  } catch (error) {
    if (!existsSync(file) || isOutOfSpace(error)) throw error;
    const aside = moveAside(file, nowMs);
    return { database: open(file), movedAside: { file: aside, reason: (error as Error).message } };
  }
}

/** Whether the file itself is the reason of an error of SQLite. */
export function isDamaged(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number };
  return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(errcode & 0xff);
}

/** Whether this is the name of a history that could not be read. */
export function isMovedAside(name: string): boolean {
  return /^history-damaged-.*\.db$/.test(name);
}

/** When something was last recorded, in ms since 1970; undefined before that. Throws for a file that cannot be read. */
export function recordedUntilMs(database: DatabaseSync): number | undefined {
  const fact = database.prepare('select value from facts where key = ?').get(SEEN_MS);
  return fact === undefined ? undefined : Number((fact as { value: string }).value);
}

/** Bytes on disk of the database and of its write-ahead log. */
export function historyBytes(file: string): { bytes: number; walBytes: number } {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return { bytes: sizeOf(file), walBytes: sizeOf(`${file}-wal`) };
}

function open(file: string): DatabaseSync {
  makePrivate(file);
  const database = new DatabaseSync(file, { timeout: 2000 });
  try {
    // Normal: a power cut may lose the last moments, never the file. The world itself is stored with `full`.
    database.exec('pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma synchronous = normal');
    const version = schemaVersion(database);
    if (version === 0) createTables(database, SCHEMA);
    else if (version !== SCHEMA.version) throw new Error('it is of another version of the service');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A new file is closed to other users, as are those that SQLite puts beside it. Throws for what is no file. */
function makePrivate(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) closeSync(createPrivateFile(file));
  else if (!stats.isFile()) throw new Error('it is no file');
}

function moveAside(file: string, nowMs: number): string {
  const name = `history-damaged-${compactTime(nowMs)}.db`;
  for (const side of SIDE_FILES) {
    const from = `${file}${side}`;
    if (existsSync(from)) renameSync(from, `${join(dirname(file), name)}${side}`);
  }
  return name;
}

/** A full disk or one that cannot be written says nothing about the file. */
function isOutOfSpace(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number };
  const [SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_BUSY] = [8, 10, 13, 14, 5];
  return [SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_BUSY].includes(errcode & 0xff);
}
