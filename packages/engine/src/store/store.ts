import { closeSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Banlist } from '@palatine/contract';
import type { NewAuditEntry } from '@palatine/contract/audit-records';
import { type AuditRetention, auditStore } from '@palatine/data-dir/audit-table';
import { flushFile } from '@palatine/platform/atomic-write';
import { isObject } from '@palatine/platform/json';
import { createPrivateFile } from '@palatine/platform/private-files';
import { transaction } from '@palatine/platform/sqlite';
import type { PlayerLocation, Survey } from '@palatine/world/model';
import { misshapenField } from '@palatine/world/record-shapes';
import type { Table } from '@palatine/world/table';
import {
  eventJson,
  TABLE_NAMES,
  type TableName,
  World,
  type WorldEvent,
  type WorldInfo,
} from '@palatine/world/world';
import { addBase, type BaseSave } from './base-states.ts';
import {
  createWorldTables,
  DEMO_BANS,
  damagedBy,
  FIRST_WRITE,
  HOLDS_NO_WORLD,
  isDiskError,
  onWorldFile,
  openWorldFile,
  TO_RECOVER,
  WorldFileError,
  worldFileError,
} from './open-world-file.ts';
import { outboxStore } from './outbox-store.ts';
import { outcomeStore, type StoredOutcome } from './outcome-store.ts';

/** A change of a record; without a record the row is deleted. */
export interface StoredChange {
  table: TableName;
  key: string;
  record: object | undefined;
  /** The record before the change, if still known. */
  former?: object | undefined;
}

export interface Batch {
  changes: readonly StoredChange[];
  audit?: readonly NewAuditEntry[] | undefined;
  outcomes?: readonly StoredOutcome[];
  /** Digest of the Banlist.json that matches the bans after this commit; unchanged if absent. */
  banlistDigest?: string | undefined;
}

/** SHA-256 digests of Banlist.json; undefined before the first ban. */
export interface BanlistDigests {
  /** Digest of the file that matches the committed bans. */
  readonly stored: string | undefined;
  /** Digest of the last file that the service was about to write; it was never committed if `stored` differs. */
  readonly intended: string | undefined;
}

/** Stores a world for the game. When `commit` returns, all changes are on disk; when it throws, none is. */
export type Store = ReturnType<typeof sqliteStore>;

/**
 * Opens a world file. Throws a WorldFileError. `fleet`: keeps the rows that its streams lack; see `leaveFleet`. `check`:
 * looks at every page first, which takes a tenth of the time of loading (docs/decisions/0002).
 */
export function openStore(file: string, { fleet = false, check = false } = {}): Store {
  return onWorldFile(file, () => {
    using undo = new DisposableStack();
    const database = undo.adopt(openWorldFile(file), (opened) => opened.close());
    if (check) assertSound(file, database);
    const store = sqliteStore(file, database, fleet);
    undo.move();
    return store;
  });
}

function assertSound(file: string, database: DatabaseSync): void {
  const { quick_check: found } = database.prepare('pragma quick_check(1)').get() as { quick_check: string };
  if (found === 'ok') return;
  throw new WorldFileError(file, damagedBy(found.split('\n').at(-1) ?? ''), { todo: TO_RECOVER });
}

const SURVEY = 'survey';
const BANLIST_DIGEST = 'banlistDigest';
const INTENDED_BANLIST = 'intendedBanlist';
const PROGRESS_EVERY = 2000;

export interface CreateOptions {
  onProgress?: (done: number, of: number) => void;
  demoBans?: Banlist | undefined;
  /** Made up, so it counts as no write. Oldest first. */
  audit?: readonly NewAuditEntry[] | undefined;
  base?: BaseSave | undefined;
}

/** Writes a world into a new file. Durable on return. */
export function createStore(
  file: string,
  world: World,
  { onProgress = () => {}, demoBans, audit = [], base }: CreateOptions = {},
): void {
  closeSync(createPrivateFile(file));
  const database = new DatabaseSync(file);
  // The file is renamed when complete, so it needs no journal, and one flush at the end.
  database.exec('pragma locking_mode = exclusive; pragma journal_mode = off; pragma synchronous = off');
  createWorldTables(database);
  database.exec('begin');
  const store = sqliteStore(file, database);
  const addFact = database.prepare('insert into facts values (?, ?)');
  addFact.run('info', JSON.stringify(world.info));
  if (world.survey !== null) addFact.run(SURVEY, JSON.stringify(world.survey));
  if (demoBans !== undefined) addFact.run(DEMO_BANS, JSON.stringify(demoBans));
  const of = TABLE_NAMES.reduce((sum, name) => sum + world[name].size, 0);
  let done = 0;
  for (const name of TABLE_NAMES) {
    const insert = database.prepare(`insert into ${name} (key, record) values (?, ?)`);
    for (const [key, record] of (world[name] as Table<object>).entries()) {
      insert.run(key, rowOf(name, record));
      if (++done % PROGRESS_EVERY === 0) onProgress(done, of);
    }
  }
  store.saveLocations(world.locations.values());
  const { add, indexTexts } = auditStore(database);
  for (const entry of audit) add(entry);
  if (audit.length > 0) indexTexts();
  if (base !== undefined) addBase(database, base);
  database.exec('commit');
  database.close();
  flushFile(file);
}

function sqliteStore(file: string, database: DatabaseSync, fleet = false) {
  const put = {} as Record<TableName, StatementSync>;
  const remove = {} as Record<TableName, StatementSync>;
  for (const name of TABLE_NAMES) {
    // An update keeps the row in place, so the order of the world survives a restart.
    put[name] = database.prepare(
      `insert into ${name} (key, record) values (?, ?) on conflict (key) do update set record = excluded.record`,
    );
    remove[name] = database.prepare(`delete from ${name} where key = ?`);
  }
  const putLocation = database.prepare(
    `insert into locations (uid, x, y, z) values (?, ?, ?, ?)
     on conflict (uid) do update set x = excluded.x, y = excluded.y, z = excluded.z`,
  );

  const readFact = database.prepare('select value from facts where name = ?');
  const fact = (name: string) => (readFact.get(name) as { value: string } | undefined)?.value;
  const putFact = database.prepare(
    'insert into facts values (?, ?) on conflict (name) do update set value = excluded.value',
  );
  const noteFirstWrite = database.prepare('insert into facts values (?, ?) on conflict (name) do nothing');
  let firstWriteNoted = false;
  const audit = auditStore(database);
  const outcomes = outcomeStore(database);
  const outbox = outboxStore(database, fleet);
  const inTransaction = <T>(work: () => T) => transaction(database, work);

  function load(): World {
    const info = fact('info');
    if (info === undefined) throw new WorldFileError(file, HOLDS_NO_WORLD);
    const survey = JSON.parse(fact(SURVEY) ?? 'null') as Survey | null; // both written by createStore
    const world = new World(JSON.parse(info) as WorldInfo, { survey });
    const share = listSharing();
    for (const name of TABLE_NAMES) {
      const table = world[name] as unknown as Table<object>; // the table matches its rows
      for (const [key, record] of rowsOf(database, name)) loadRow(table, key, record, share);
    }
    for (const row of database.prepare('select uid, x, y, z from locations').iterate()) {
      const { uid, x, y, z } = row as unknown as PlayerLocation;
      world.locations.restore(uid, { uid, x, y, z });
    }
    return world;
  }

  return {
    load: () => onWorldFile(file, load),

    /** Deletes the rows that were kept for a fleet, of which the world is no longer a part. */
    leaveFleet(): void {
      try {
        if (outbox.anyDropped()) inTransaction(outbox.deleteDropped);
      } catch (error) {
        if (!isDiskError(error)) throw worldFileError(file, error); // on a full disk the next start deletes them
      }
    },

    commit({ changes, audit: entries = [], outcomes: newOutcomes = [], banlistDigest }: Batch): void {
      const write = firstWriteNoted ? undefined : entries.find(({ Outcome }) => Outcome === 'OK');
      inTransaction(() => {
        if (write !== undefined) noteFirstWrite.run(FIRST_WRITE, JSON.stringify(write.atMs));
        for (const entry of entries) audit.add(entry);
        if (entries.length > 0) audit.indexTexts();
        for (const outcome of newOutcomes) outcomes.put(outcome);
        if (banlistDigest !== undefined) {
          // An operator may bring back the last file that was written: it is an edit then.
          for (const name of [BANLIST_DIGEST, INTENDED_BANLIST]) putFact.run(name, banlistDigest);
        }
        for (const { table, key, record, former } of changes) {
          if (record !== undefined) put[table].run(key, rowOf(table, record));
          else remove[table].run(key);
          if (table !== 'events' || record !== undefined || former === undefined) continue;
          outbox.keepDropped(former as WorldEvent); // of that table
        }
      });
      if (write !== undefined) firstWriteNoted = true;
    },

    banlistDigests(): BanlistDigests {
      return { stored: fact(BANLIST_DIGEST), intended: fact(INTENDED_BANLIST) };
    },

    /** Stores the digest of the next Banlist.json, durably. */
    intendBanlist: (digest: string) => void inTransaction(() => putFact.run(INTENDED_BANLIST, digest)),

    saveLocations(locations: Iterable<PlayerLocation>): void {
      inTransaction(() => {
        for (const { uid, x, y, z } of locations) putLocation.run(uid, x, y, z);
      });
    },

    saveSurvey: (survey: Survey) => void inTransaction(() => putFact.run(SURVEY, JSON.stringify(survey))),

    audit,
    outcomes: {
      ...outcomes,
      deleteExpired: (runningMs: number) => inTransaction(() => outcomes.deleteExpired(runningMs)),
      saveRunningMs: (runningMs: number) => inTransaction(() => outcomes.saveRunningMs(runningMs)),
    },
    outbox,
    incarnation: () => outbox.incarnation.get(),
    /** Starts another history: the file was restored to an earlier moment. @returns its name. */
    renewIncarnation(): string {
      inTransaction(() => outbox.incarnation.renew());
      return outbox.incarnation.get();
    },
    /** Deletes some expired audit entries. @returns whether more remain. `nowMs`: 0 for an unreliable clock. */
    pruneAudit: (kept: AuditRetention, nowMs: number): boolean =>
      inTransaction(() => audit.deleteSome(kept, nowMs, outbox.auditLimit(nowMs))),
    /** Likewise some events that the world has dropped and that wait for a stream. */
    pruneDropped: (nowMs: number): boolean =>
      outbox.anyDropped() && inTransaction(() => outbox.deleteSome(nowMs)),
    /** Reads something small; throws if the file cannot be read. */
    ping: () => void fact('info'),

    close: () => database.close(),
  };
}

function rowOf(table: TableName, record: object): string {
  return table === 'events' ? eventJson(record as WorldEvent) : JSON.stringify(record); // of that table
}

/** Rows read at once, which takes half as long as an iterator of SQLite. */
const ROWS_AT_ONCE = 200;

type Row = [key: string, record: string, rowid: number];

function* rowsOf(database: DatabaseSync, table: TableName): Generator<Row> {
  const next = database.prepare(
    `select cast(key as text), record, rowid from ${table} where rowid > ? order by rowid limit ${ROWS_AT_ONCE}`,
  );
  next.setReturnArrays(true);
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = next.all(last) as unknown as Row[]; // as selected
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1)?.[2] ?? last;
  }
}

/** Throws a SyntaxError that names table and key for anything but a record of this key. */
function loadRow(table: Table<object>, key: string, text: string, share: (record: object) => object): void {
  try {
    const record: unknown = JSON.parse(text);
    if (!isObject(record)) throw new Error('it is no object');
    const field = misshapenField(table.name, record);
    if (field !== undefined) throw new Error(`its "${field}" is missing or of another type`);
    if (table.keyOf(record) !== key) throw new Error('it is the record of another key');
    table.restore(key, share(record));
  } catch (error) {
    const place = `${table.name} ${JSON.stringify(key.slice(0, MAX_KEY_CHARS))}`;
    throw new SyntaxError(`${place}: ${(error as Error).message}`, { cause: error });
  }
}

const MAX_KEY_CHARS = 100;

/** Shares equal texts between records: a third of the memory of a large world. */
function listSharing(): (record: object) => object {
  const texts = new Map<unknown, unknown>();

  return (record) => {
    for (const name in record) {
      const value: unknown = record[name as keyof typeof record];
      if (!Array.isArray(value) || typeof value[0] !== 'string') continue;
      for (let index = 0; index < value.length; index++) {
        const text: unknown = value[index];
        const shared = texts.get(text);
        if (shared === undefined) texts.set(text, text);
        else value[index] = shared;
      }
    }
    return record;
  };
}

/** Loads a world file that nobody else has open. `writes`: number of writes in its audit. */
export function loadWorld(file: string): { world: World; writes: number } {
  using closing = new DisposableStack();
  const store = closing.adopt(openStore(file), (opened) => opened.close());
  return { world: store.load(), writes: store.audit.page({ limit: 1 }).Entries[0]?.Id ?? 0 };
}
