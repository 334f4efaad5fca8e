import { closeSync, fsyncSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  type PlayerLocation,
  TABLE_NAMES,
  type Table,
  type TableName,
  World,
  type WorldInfo,
} from '@palatine/world';
import { type AuditRetention, type AuditStore, auditStore, type NewAuditEntry } from './audit-store.ts';
import { type OutcomeStore, outcomeStore, type StoredOutcome } from './outcome-store.ts';

/** A change of one record; without a record the row is deleted. */
export interface StoredChange {
  table: TableName;
  key: string;
  record: object | undefined;
}

/** One transaction. */
export interface Batch {
  changes: readonly StoredChange[];
  audit?: readonly NewAuditEntry[];
  outcomes?: readonly StoredOutcome[];
}

/**
 * Stores a world. The game thread is its only user. SQLite is the embedded default; another engine has to implement
 * this interface and its one promise: when `commit` returns, all changes are on disk; when it throws, none is.
 */
export interface Store {
  load(): World;
  commit(batch: Batch): void;
  readonly audit: Pick<AuditStore, 'page' | 'statusesOf'>;
  readonly outcomes: Omit<OutcomeStore, 'put'>;
  /** Reads something small; throws when the file cannot be read. */
  ping(): undefined;
  /** Deletes some of the audit entries that are not kept any longer. @returns whether there may be more. */
  pruneAudit(kept: AuditRetention, nowMs: number): boolean;
  saveLocations(locations: Iterable<PlayerLocation>): void;
  close(): void;
}

/** Opens an existing world file. Throws for any other file, and for a world of a newer version. */
export function openStore(file: string): Store {
  return sqliteStore(openDatabase(file));
}

const PROGRESS_EVERY = 2000;

/** Writes a world into a new file without a journal. Durable on return. */
export function createStore(
  file: string,
  world: World,
  onProgress: (done: number, of: number) => void = () => {},
): void {
  const database = new DatabaseSync(file);
  // Nobody reads this file before it is complete and renamed, so it needs no journal, and one flush at the end.
  database.exec('pragma locking_mode = exclusive; pragma journal_mode = off; pragma synchronous = off');
  migrate(database);
  database.exec('begin');
  const store = sqliteStore(database);
  database.prepare("insert into facts values ('info', ?)").run(JSON.stringify(world.info));
  const of = TABLE_NAMES.reduce((sum, name) => sum + world[name].size, 0);
  let done = 0;
  for (const name of TABLE_NAMES) {
    const insert = database.prepare(`insert into ${name} (key, record) values (?, ?)`);
    for (const [key, record] of (world[name] as Table<object>).entries()) {
      insert.run(key, JSON.stringify(record));
      if (++done % PROGRESS_EVERY === 0) onProgress(done, of);
    }
  }
  store.saveLocations(world.locations.values());
  database.exec('commit');
  database.close();
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 2000 });
  // WAL with full synchronous: a commit is on disk when it returns. One process writes, which palatine.lock sees to;
  // the file itself stays open to readers, so that a backup needs no stop (docs/decisions/0004).
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  migrate(database);
  return database;
}

/** Numbered .sql files beside this one, each applied once; the number of the last is the file's user_version. */
function migrate(database: DatabaseSync): void {
  const files = readdirSync(import.meta.dirname)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .sort();
  const { user_version: version } = database.prepare('pragma user_version').get() as { user_version: number };
  if (version > files.length) {
    throw new Error(
      `the world file is of a newer version (${version}) than this server knows (${files.length})`,
    );
  }
  for (const [index, name] of files.entries()) {
    if (index < version) continue;
    const sql = readFileSync(`${import.meta.dirname}/${name}`, 'utf8');
    database.exec(`begin; ${sql}; pragma user_version = ${index + 1}; commit`);
  }
}

function sqliteStore(database: DatabaseSync): Store {
  const put = {} as Record<TableName, StatementSync>;
  const remove = {} as Record<TableName, StatementSync>;
  for (const name of TABLE_NAMES) {
    // An update keeps the row where it was, so the order of the world outlives a restart.
    put[name] = database.prepare(
      `insert into ${name} (key, record) values (?, ?) on conflict (key) do update set record = excluded.record`,
    );
    remove[name] = database.prepare(`delete from ${name} where key = ?`);
  }
  const putLocation = database.prepare(
    `insert into locations (uid, x, y, z) values (?, ?, ?, ?)
     on conflict (uid) do update set x = excluded.x, y = excluded.y, z = excluded.z`,
  );

  const readInfo = database.prepare("select value from facts where name = 'info'");
  const audit = auditStore(database);
  const outcomes = outcomeStore(database);

  function inTransaction(work: () => void): void {
    if (database.isTransaction) {
      work();
      return;
    }
    database.exec('begin immediate');
    try {
      work();
      database.exec('commit');
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  }

  return {
    load() {
      const info = readInfo.get() as { value: string } | undefined;
      if (info === undefined) throw new Error('the world file holds no world');
      const world = new World(JSON.parse(info.value) as WorldInfo); // written by createStore
      for (const name of TABLE_NAMES) {
        const table = world[name] as Table<object>;
        for (const row of database.prepare(`select key, record from ${name} order by rowid`).iterate()) {
          const { key, record } = row as { key: string | number; record: string };
          table.restore(String(key), JSON.parse(record) as object); // written by this store
        }
      }
      for (const row of database.prepare('select uid, x, y, z from locations').iterate()) {
        const { uid, x, y, z } = row as unknown as PlayerLocation;
        world.locations.restore(uid, { uid, x, y, z });
      }
      return world;
    },

    commit({ changes, audit: entries = [], outcomes: newOutcomes = [] }) {
      inTransaction(() => {
        for (const entry of entries) audit.add(entry);
        for (const outcome of newOutcomes) outcomes.put(outcome);
        for (const { table, key, record } of changes) {
          if (record === undefined) remove[table].run(key);
          else put[table].run(key, JSON.stringify(record));
        }
      });
    },

    saveLocations(locations) {
      inTransaction(() => {
        for (const { uid, x, y, z } of locations) putLocation.run(uid, x, y, z);
      });
    },

    audit,
    outcomes,
    pruneAudit: (kept, nowMs) => audit.deleteSome(kept, nowMs),
    ping() {
      readInfo.get();
      return undefined;
    },

    close() {
      database.close();
    },
  };
}
