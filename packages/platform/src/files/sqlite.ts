import { createHash } from 'node:crypto';
import { closeSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';
import { createPrivateFile } from './private-files.ts';

export interface Schema {
  sql: string;
  /** user_version of a database with these tables: 31 bits of a hash of the statements. */
  version: number;
  /** Statements that may be missing, since their users create what is not there. */
  added?: string;
}

/** Reads a schema file. Comments and layout do not affect the version. */
export function readSchema(file: string): Schema {
  const sql = readFileSync(file, 'utf8');
  const version = createHash('sha256').update(withoutLayout(sql)).digest().readInt32BE() & 0x7fffffff;
  return { sql, version };
}

/** Statements without comments and layout, as SQLite sees both. */
function withoutLayout(sql: string): string {
  return sql.replaceAll(/--[^\n]*/g, '').replaceAll(/[ \t\r\n\f]+/g, ' ');
}

/** Creates the tables of an empty database in one transaction. `rows`: SQL for the first rows. */
export function createTables(database: DatabaseSync, { sql, version }: Schema, rows = ''): void {
  database.exec(`begin; ${sql}; ${rows}; pragma user_version = ${version}; commit`);
}

/** 0 for an empty database, and usually for one of another program. */
export function schemaVersion(database: DatabaseSync, schema = 'main'): number {
  return Number(database.prepare(`pragma ${schema}.user_version`).get()?.user_version);
}

/**
 * Why a database is not one that this program made: its version, or a table, index, view or trigger that is not exactly
 * ours, since a trigger of a stranger could undo every write. Undefined for one of ours. `schema`: the name of an attached one.
 */
export function schemaProblem(
  database: DatabaseSync,
  { sql, version, added = '' }: Schema,
  schema = 'main',
): string | undefined {
  if (schemaVersion(database, schema) !== version) return 'is of another version of Palatine';
  const present = statementsIn(database, schema);
  const known = statementsOf(`${sql};${added}`);
  for (const [statement, name] of present) {
    if (!known.has(statement)) return `holds the ${name}, which Palatine did not write`;
  }
  for (const [statement, name] of added === '' ? known : statementsOf(sql)) {
    if (!present.has(statement)) return `lacks the ${name}`;
  }
  return undefined;
}

/** Names by statement. */
function statementsIn(database: DatabaseSync, schema: string): Map<string, string> {
  const rows = database.prepare(`select type, name, tbl_name, sql from ${schema}.sqlite_schema`).all();
  return new Map(
    rows.map(({ type, name, tbl_name: table, sql }) => [
      JSON.stringify([type, name, table, withoutLayout(String(sql))]),
      `${type} ${JSON.stringify(String(name).slice(0, MAX_NAME_CHARS))}`,
    ]),
  );
}

const MAX_NAME_CHARS = 100;

function statementsOf(sql: string): Map<string, string> {
  using empty = new DatabaseSync(':memory:');
  empty.exec(sql);
  return statementsIn(empty, 'main');
}

/** Opens a database whose maker may be a stranger: nothing in it changes SQLite itself, or calls what has effects. */
export function openGuarded(file: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  const database = new DatabaseSync(file, { ...options, defensive: true });
  return prepareOpened(database, () => database.exec('pragma trusted_schema = off'));
}

/** Prepares a database that was just opened. An error closes it. */
export function prepareOpened(database: DatabaseSync, prepare: () => void): DatabaseSync {
  try {
    prepare();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Thrown for a database that this program did not make. */
export class OtherSchemaError extends Error {}

export interface DatabaseOptions {
  /** With `full` a commit is durable when it returns; with `normal` a power cut may lose the last, never the file. */
  synchronous: 'full' | 'normal';
  /** Whether the file can shrink. */
  autoVacuum?: 'none' | 'incremental';
  schema: Schema;
  /** SQL for the first rows of a new file. */
  rows?: string;
}

/** Opens a database that only this process writes, and creates a missing file. Throws an OtherSchemaError. */
export function openDatabase(
  file: string,
  { synchronous, autoVacuum = 'none', schema, rows }: DatabaseOptions,
): DatabaseSync {
  if (file !== ':memory:') assertPrivateFile(file);
  const database = openGuarded(file, { timeout: 2000 });
  return prepareOpened(database, () => {
    database.exec(`pragma auto_vacuum = ${autoVacuum}`);
    if (schemaVersion(database) === 0 && statementsIn(database, 'main').size === 0) {
      createTables(database, schema, rows);
    }
    const problem = schemaProblem(database, schema);
    if (problem !== undefined) throw new OtherSchemaError(`it ${problem}`);
    database.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}`);
  });
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

/** Opens a replica of a fleet's shared data. A damaged or foreign one is recreated: the broker has everything. */
export function openReplicaFile(file: string, added: string): DatabaseSync {
  const options = { synchronous: 'full', schema: { sql: '', version: 0, added } } as const;
  try {
    return openDatabase(file, options);
  } catch (error) {
    if (!(error instanceof OtherSchemaError) && !isCorrupt(error)) throw error;
    removeDatabase(file);
    return openDatabase(file, options);
  }
}
