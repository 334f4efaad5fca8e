import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';
import type { Banlist } from '@palatine/contract';
import { flushFile } from '@palatine/platform/atomic-write';
import { READERS_WAIT_MS } from '@palatine/platform/file-lock';
import { createTables, readSchema, schemaVersion } from '@palatine/platform/sqlite';
import type { WorldInfo } from '@palatine/world';
import { HOLDS_NO_WORLD, onWorldFile, WorldFileError } from './world-file-error.ts';

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
  const database = new DatabaseSync(file, options);
  try {
    assertWorld(file, database);
    database.exec(pragmas);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
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

/** Throws a WorldFileError for anything but a regular file: opening a pipe would block. */
export function assertWorldFile(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) throw new WorldFileError(file, 'is not there, or a link that leads nowhere');
  if (!stats.isFile()) throw new WorldFileError(file, 'is not a file: move it away, and restore a backup');
}

/** Whether an attached database has the tables of this version. */
export function hasWorldTables(database: DatabaseSync, schema: string): boolean {
  const row = database.prepare(`pragma ${schema}.user_version`).get() as { user_version: number };
  return row.user_version === SCHEMA.version;
}

/** Throws a WorldFileError for the database of another program, or a world of another version. */
function assertWorld(file: string, database: DatabaseSync): void {
  if (schemaVersion(database) === SCHEMA.version) return;
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
  if (database.prepare("select 1 from sqlite_schema where name = 'facts'").get() === undefined) return false;
  return database.prepare("select 1 from facts where name = 'info'").get() !== undefined;
}

/** 0 also if another version stores them differently. */
function waitingDeliveries(database: DatabaseSync): number {
  try {
    const sql = `select count(*) as waiting from deliveries
                 where json_extract(record, '$.state') in ('Pending', 'Delivering')`;
    return (database.prepare(sql).get() as { waiting: number }).waiting;
  } catch {
    return 0; // another version had no such table, or other records in it
  }
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
    const fact = (name: string): unknown => {
      const row = readFact.get(name) as { value: string } | undefined;
      return row && JSON.parse(row.value);
    };
    const info = fact('info') as WorldInfo; // written by createStore, as the others
    return {
      ...info,
      firstWriteMs: fact(FIRST_WRITE) as number | undefined,
      demoBans: fact(DEMO_BANS) as Banlist | undefined,
    };
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
    using database = new DatabaseSync(draft);
    database.exec('pragma journal_mode = delete'); // a draft has no other readers
    incarnationFact(database).renew();
  });
  flushFile(draft);
}
