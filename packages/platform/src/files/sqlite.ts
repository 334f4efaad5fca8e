import { createHash } from 'node:crypto';
import { closeSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from './private-files.ts';

export interface Schema {
  sql: string;
  /** user_version of a database with these tables: 31 bits of a hash of the statements. */
  version: number;
}

/** Reads a schema file. Comments and layout do not affect the version. */
export function readSchema(file: string): Schema {
  const sql = readFileSync(file, 'utf8');
  const statements = sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ');
  return { sql, version: createHash('sha256').update(statements).digest().readInt32BE() & 0x7fffffff };
}

/** Creates the tables of an empty database in one transaction. `rows`: SQL for the first rows. */
export function createTables(database: DatabaseSync, { sql, version }: Schema, rows = ''): void {
  database.exec(`begin; ${sql}; ${rows}; pragma user_version = ${version}; commit`);
}

/** 0 for an empty database, and usually for one of another program. */
export function schemaVersion(database: DatabaseSync): number {
  return (database.prepare('pragma user_version').get() as { user_version: number }).user_version;
}

export interface DatabaseOptions {
  /** With `full` a commit is durable when it returns; with `normal` a power cut may lose the last, never the file. */
  synchronous: 'full' | 'normal';
  /** Whether the file can shrink. */
  autoVacuum?: 'none' | 'incremental';
  /** Runs after opening; an error closes the database. */
  prepare?: (database: DatabaseSync) => void;
}

/** Opens a database that only this process writes, and creates a missing file. */
export function openDatabase(
  file: string,
  { synchronous, autoVacuum = 'none', prepare = () => {} }: DatabaseOptions,
): DatabaseSync {
  if (file !== ':memory:') assertPrivateFile(file);
  const database = new DatabaseSync(file, { timeout: 2000 });
  try {
    database.exec(
      `pragma auto_vacuum = ${autoVacuum}; pragma journal_mode = wal; pragma synchronous = ${synchronous}`,
    );
    prepare(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Makes a new file, and those that SQLite puts beside it, private. Throws for anything but a file. */
function assertPrivateFile(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) closeSync(createPrivateFile(file));
  else if (!stats.isFile()) throw new Error('it is not a file');
}

/** Works in a transaction, or in the open one. An error rolls back and is rethrown. */
export function transaction<T>(database: DatabaseSync, work: () => T, begin = 'begin immediate'): T {
  if (database.isTransaction) return work();
  database.exec(begin);
  try {
    const value = work();
    database.exec('commit');
    return value;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback'); // SQLite itself rolls back on a full disk
    throw error;
  }
}

const SIDE_FILES = ['', '-wal', '-shm'];

function removeDatabase(file: string): void {
  for (const side of SIDE_FILES) rmSync(`${file}${side}`, { force: true });
}

/** Moves a database that nobody has open, replacing any other. */
export function moveDatabase(from: string, to: string): void {
  removeDatabase(to);
  for (const side of SIDE_FILES) {
    if (existsSync(`${from}${side}`)) renameSync(`${from}${side}`, `${to}${side}`);
  }
}

const SQLITE = {
  error: 1,
  perm: 3,
  busy: 5,
  readonly: 8,
  ioerr: 10,
  corrupt: 11,
  full: 13,
  cantopen: 14,
  constraint: 19,
  mismatch: 20,
  format: 24,
  notadb: 26,
} as const;

export function isSqliteError(error: unknown, ...codes: (keyof typeof SQLITE)[]): boolean {
  const { errcode = 0 } = error as { errcode?: number };
  return codes.some((code) => SQLITE[code] === (errcode & 0xff));
}

/** Whether SQLite reports a damaged file, or one that is not a database. */
export function isCorrupt(error: unknown): boolean {
  return isSqliteError(error, 'corrupt', 'notadb');
}

/** Opens a replica of a fleet's shared data. A damaged one is recreated: the broker has everything. */
export function openReplicaFile(file: string): DatabaseSync {
  try {
    return openDatabase(file, { synchronous: 'full' });
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    removeDatabase(file);
    return openDatabase(file, { synchronous: 'full' });
  }
}
