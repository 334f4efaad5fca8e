import { randomUUID } from 'node:crypto';
import { closeSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync, DatabaseSyncOptions } from 'node:sqlite';
import type { Banlist } from '@palatine/contract';
import { textIndexer } from '@palatine/data-dir/audit-table';
import { flushFile } from '@palatine/platform/atomic-write';
import { ConfigError, orElse } from '@palatine/platform/config-error';
import { READERS_WAIT_MS } from '@palatine/platform/file-lock';
import { createPrivateFile } from '@palatine/platform/private-files';
import {
  createTables,
  isCorrupt,
  isSqliteError,
  openGuarded,
  prepareOpened,
  readSchema,
  schemaProblem,
  schemaVersion,
  transaction,
} from '@palatine/platform/sqlite';
import type { WorldInfo } from '@palatine/world/world';

const SCHEMA = readSchema(join(import.meta.dirname, 'world.sql'));

/** Size of the write-ahead log in pages of 4 KiB, before they go into the file: a page that many writes change goes once. */
const LOG_PAGES = 4000;
const CACHE_KIB = 16 * 1024;

/** Opens an existing world file for writing. Throws a WorldFileError for any other file. */
export function openWorldFile(file: string): DatabaseSync {
  // WAL with full synchronous: a commit is on disk when it returns. palatine.lock ensures a single writer;
  // the file stays open to readers, so that a backup needs no stop (docs/decisions/0002).
  return openExisting(
    file,
    { timeout: 2000 },
    `pragma journal_mode = wal; pragma synchronous = full;
     pragma wal_autocheckpoint = ${LOG_PAGES}; pragma cache_size = -${CACHE_KIB}`,
  );
}

function openExisting(file: string, options: DatabaseSyncOptions, pragmas = ''): DatabaseSync {
  assertWorldFile(file);
  const database = openGuarded(file, options);
  return prepareOpened(database, () => {
    assertWorld(file, database);
    database.exec(pragmas);
  });
}

export function createWorldTables(database: DatabaseSync): void {
  createTables(database, SCHEMA);
}

/** Opens a world file that another process may be writing. Throws a WorldFileError for any other file. */
export function openForReading(world: string): DatabaseSync {
  return onWorldFile(world, () => openExisting(world, { readOnly: true, timeout: READERS_WAIT_MS }));
}

/** Reads from a world file, even while a server writes it. Throws a WorldFileError. */
export function readWorldFile<T>(world: string, read: (database: DatabaseSync) => T): T {
  return onWorldFile(world, () => {
    using database = openForReading(world);
    return read(database);
  });
}

/** Tables that triggers fill, or that are rebuilt. */
const DERIVED_TABLES = ['key_counts', 'audit_indexed'];

/**
 * Copies the rows of a world, which a stranger may have made, into a new file with our own tables: whatever else is in
 * the file stays behind. `copy`: a file of ours beside it. Durable on return. Throws a WorldFileError for a damaged one.
 */
export function copyRows(copy: string, to: string): void {
  openForReading(copy).close();
  closeSync(createPrivateFile(to));
  {
    using database = openGuarded(to);
    database.exec('pragma synchronous = off'); // an unfinished draft is deleted
    createWorldTables(database);
    database.prepare('attach ? as source').run(copy);
    transaction(database, () => {
      for (const table of tablesOf(database)) {
        database.exec(
          `delete from ${table}; insert into ${table} select * from source.${table} order by rowid`,
        );
      }
      database.exec('update sqlite_sequence set seq = (select max(seq) from source.sqlite_sequence)');
      textIndexer(database)(1);
    });
    database.exec('detach source');
  }
  flushFile(to);
}

/** In the order of their creation, so that referenced rows come first. */
function tablesOf(database: DatabaseSync): string[] {
  const rows = database
    .prepare(
      `select s.name from sqlite_schema s join pragma_table_list t on t.name = s.name and t.schema = 'main'
       where t.type = 'table' and s.name not like 'sqlite_%' order by s.rowid`,
    )
    .all();
  return rows.map(({ name }) => String(name)).filter((name) => !DERIVED_TABLES.includes(name));
}

/** Throws a WorldFileError for anything but a regular file: opening a pipe would block. */
function assertWorldFile(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) throw new WorldFileError(file, 'is not there, or a link that leads nowhere');
  if (!stats.isFile()) throw new WorldFileError(file, 'is not a file: move it away, and restore a backup');
}

/** Why an attached database is not a world of this version; undefined if it is one. */
export function worldProblem(database: DatabaseSync, of: string): string | undefined {
  return schemaProblem(database, SCHEMA, of);
}

/** Throws a WorldFileError for a database that is not a world of this version, statement by statement. */
function assertWorld(file: string, database: DatabaseSync): void {
  if (schemaVersion(database) === SCHEMA.version) {
    const problem = schemaProblem(database, SCHEMA);
    if (problem !== undefined) throw new WorldFileError(file, problem, { todo: TO_RECOVER });
    return;
  }
  if (!holdsAnyWorld(database)) throw new WorldFileError(file, HOLDS_NO_WORLD);
  const waiting = waitingDeliveries(database);
  const ends =
    waiting === 1 ? 'a delivery that waits in it ends' : `${waiting} deliveries that wait in it end`;
  const lost = waiting === 0 ? '' : `, and ${ends} with it`;
  throw new WorldFileError(file, `is of another version of Palatine${lost}`, { todo: IMPORT_AGAIN });
}

const IMPORT_AGAIN =
  'palatine world import SAVE --replace takes the save again and keeps this file; ' +
  'for a new folder RESTAPI, Banlist.json and Pals can be copied';

function holdsAnyWorld(database: DatabaseSync): boolean {
  if (!isTable(database, 'facts')) return false;
  return database.prepare("select 1 from facts where name = 'info'").get() !== undefined;
}

/** Not a view, which could take for ever. */
function isTable(database: DatabaseSync, name: string): boolean {
  const find = database.prepare("select 1 from sqlite_schema where type = 'table' and name = ?");
  return find.get(name) !== undefined;
}

/** 0 also if another version stores them differently. */
function waitingDeliveries(database: DatabaseSync): number {
  if (!isTable(database, 'deliveries')) return 0;
  const sql = `select count(*) as waiting from deliveries
               where json_extract(record, '$.state') in ('Pending', 'Delivering')`;
  return orElse(0, () => Number(database.prepare(sql).get()?.waiting)); // it may have other records
}

/** Facts of a world file: time of the first write, and the original bans of a demo world. */
export const FIRST_WRITE = 'firstWriteMs';
export const DEMO_BANS = 'demoBans';

/** Origin of a world, and whether it has been changed. */
export interface WorldOrigin extends WorldInfo {
  /** Time of the first write of a caller; undefined if none. The simulation does not count. */
  firstWriteMs: number | undefined;
  demoBans: Banlist | undefined;
}

/** Reads it without loading the world. Throws a WorldFileError. */
export function readWorldOrigin(file: string): WorldOrigin {
  return readWorldFile(file, (database) => {
    const readFact = database.prepare('select value from facts where name = ?');
    const fact = <T>(name: string): T | undefined => {
      const row = readFact.get(name);
      return row && (JSON.parse(String(row.value)) as T); // written by createStore
    };
    const info = fact<WorldInfo>('info') as WorldInfo; // every world has one
    return { ...info, firstWriteMs: fact<number>(FIRST_WRITE), demoBans: fact<Banlist>(DEMO_BANS) };
  });
}

/** Random name of one history of a world: ids of events and audit entries are unique within it, not beyond. */
export function incarnationFact(database: DatabaseSync) {
  const read = database.prepare("select value from facts where name = 'incarnation'");
  const write = database.prepare(
    "insert into facts values ('incarnation', ?) on conflict (name) do update set value = excluded.value",
  );
  return {
    /** '' if somebody has removed it. */
    get: (): string => (read.get() as { value: string } | undefined)?.value ?? '',
    renew(): void {
      write.run(randomUUID().replaceAll('-', ''));
    },
  };
}

/** Starts another history in the draft of a replacement world. Durable on return. */
export function renewIncarnation(draft: string): void {
  onWorldFile(draft, () => {
    using database = openGuarded(draft);
    database.exec('pragma journal_mode = delete'); // a draft has no other readers
    incarnationFact(database).renew();
  });
  flushFile(draft);
}

/** How to recover a damaged world; doctor and `world restore` list the names. */
export const TO_RECOVER = 'palatine world restore NAME --replace goes back to a backup and keeps this file';

/** A world file that cannot be served: one line that names the file and the remedy. */
export class WorldFileError extends ConfigError {
  /** Without the name of the file. */
  readonly reason: string;
  /** The next step, unless it is in the reason. */
  readonly todo: string | undefined;

  constructor(file: string, reason: string, options: ErrorOptions & { todo?: string | undefined } = {}) {
    const { todo } = options;
    super(`${file} ${reason}${todo === undefined ? '' : `: ${todo}`}`, options);
    this.reason = reason;
    this.todo = todo;
  }
}

/** The reason without its remedy. */
export function damagedBy(found: string): string {
  return `is damaged, or no world at all (${found})`;
}

/** Whether SQLite read damaged data: the file, or records that violate constraints. */
export function isUnreadable(error: unknown): boolean {
  const damaged = isSqliteError(error, 'corrupt', 'notadb', 'error', 'constraint', 'mismatch', 'format');
  return damaged || error instanceof SyntaxError;
}

/** Whether SQLite could not use the disk, which says nothing about the file. */
export function isDiskError(error: unknown): boolean {
  return isSqliteError(error, 'full', 'ioerr');
}

/** Works on a world file. An error that an operator can fix becomes a WorldFileError. */
export function onWorldFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw worldFileError(file, error);
  }
}

/** The error for an operator, or itself if it is not about the file. */
export function worldFileError(file: string, error: unknown): unknown {
  if (error instanceof WorldFileError) {
    return new WorldFileError(file, error.reason, { cause: error, todo: error.todo });
  }
  const reason = reasonOf(error);
  return reason === undefined ? error : new WorldFileError(file, reason, { cause: error });
}

function reasonOf(error: unknown): string | undefined {
  const message = (error as Error).message;
  if (isCorrupt(error)) return `${damagedBy(message)}: ${TO_RECOVER}`;
  if (isSqliteError(error, 'readonly', 'perm')) {
    return `cannot be written by this user (${message}): let this user own it (chown, chmod u+rw)`;
  }
  if (isSqliteError(error, 'cantopen')) {
    return `cannot be opened (${message}): let this user read and write it and its folder`;
  }
  if (isDiskError(error)) {
    return `cannot be read or written (${message}): look at the disk, and whether it is full`;
  }
  if (isSqliteError(error, 'constraint', 'mismatch')) return `is damaged: ${message}: ${TO_RECOVER}`;
  if (error instanceof SyntaxError) return `is damaged: a record cannot be read (${message}): ${TO_RECOVER}`;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!DISK_ERRORS.includes(code)) return undefined;
  return `cannot be written (${code}): look at the disk, and whether it is full`;
}

const DISK_ERRORS = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS'];

export const HOLDS_NO_WORLD = `holds no world: ${TO_RECOVER}`;
