import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { onWorldFile, WorldFileError } from '@palatine/engine/world-file-error';
import { readAttachedTables, readPlayerBans } from '@palatine/engine/world-readers';
import { flushFile } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import type { SaveWarning } from '@palatine/save';
import type { DeliveryRecord } from '@palatine/world';

/** Beside a game server, what a world file keeps of it: deliveries, the pairs of ids it has named, its ban list. */
const TABLES = ['deliveries', 'identities', 'gameBans'] as const;

type Rows = ReturnType<typeof readAttachedTables>;

export interface CarriedAttached {
  deliveries: number;
  /** Deliveries of a backup of which nobody knows whether they were delivered since. */
  doubtful: number;
  /** Why nothing could be carried over; '' when it was. */
  problem: string;
}

/**
 * Copies what the present world knows of its game server into the draft of the world that takes its place: a grant
 * that waits goes on waiting, one that was delivered is not delivered again, and a request that is repeated with its
 * key is known. Of a draft with deliveries of its own, from a backup, those of the present world count; where there is
 * no present world to tell, they wait for nobody any more, until somebody has looked. The draft is durable on return.
 *
 * Throws a ConfigError while a batch of deliveries is open: only the service can tell how that ended.
 */
export function migrateAttached(present: DataPaths, draft: string, nowMs: number): CarriedAttached {
  const { found: rows, problem } = readPresent(present, readAttachedTables);
  if (rows !== undefined && rows.batches > 0) throw openBatch(present);
  let doubtful = 0;
  onWorldFile(draft, () =>
    changeDraft(draft, (database) => {
      if (rows === undefined) doubtful = failWhatWaits(database, nowMs);
      else replaceRows(database, rows);
      database.exec('delete from deliveryBatches');
    }),
  );
  return { deliveries: rows?.deliveries.length ?? 0, doubtful, problem };
}

/**
 * Copies the bans by PlayerUID of the present world into the draft of the one that takes its place, as Banlist.json
 * stays: nobody is unbanned by importing a newer save. The draft is durable on return.
 * @returns a warning when the present world cannot be read.
 */
export function migratePlayerBans(present: DataPaths, draft: string): SaveWarning[] {
  const { found: bans = [], problem } = readPresent(present, readPlayerBans);
  if (bans.length > 0) {
    changeDraft(draft, (database) => {
      const insert = database.prepare('insert into playerBans (key, record) values (?, ?)');
      for (const ban of bans) insert.run(ban.uid, JSON.stringify(ban));
    });
  }
  if (problem === '') return [];
  const message = `the world before ${problem}: if it had bans by PlayerUID, they are lost`;
  return [{ file: present.world, place: '', message }];
}

/** `problem`: why the present world cannot be read; '' where it was, or where there is none. */
function readPresent<T>(present: DataPaths, read: (from: DataPaths) => T): { found?: T; problem: string } {
  if (!existsSync(present.world)) return { problem: '' };
  try {
    return { found: read(present), problem: '' };
  } catch (error) {
    if (!(error instanceof WorldFileError)) throw error;
    return { problem: error.reason };
  }
}

function openBatch({ path }: DataPaths): ConfigError {
  return new ConfigError(
    `${path} has begun to write deliveries into the save of its game server, and how that ended is not settled: ` +
      'start the service on it, let it settle that (palatine server status), stop it, and run this again',
  );
}

/** Changes a draft in one transaction, and flushes it. */
function changeDraft(draft: string, change: (database: DatabaseSync) => void): void {
  {
    using database = new DatabaseSync(draft);
    database.exec('pragma journal_mode = memory; begin'); // a crash leaves a draft, which nobody reads
    change(database);
    database.exec('commit');
  }
  flushFile(draft);
}

function replaceRows(database: DatabaseSync, rows: Rows): void {
  for (const table of TABLES) {
    database.exec(`delete from ${table}`);
    const insert = database.prepare(`insert into ${table} (key, record) values (?, ?)`);
    for (const { key, record } of rows[table]) insert.run(key, record);
  }
  const keep = database.prepare(
    `insert or replace into outcomes (token, key, fingerprint, at, status, body, code, delivery)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { token, key, fingerprint, at, status, body, code, delivery } of rows.outcomes) {
    keep.run(token, key, fingerprint, at, status, body, code, delivery);
  }
  // The ages of keys count from the time that the world has been served.
  database
    .prepare(
      `insert into facts values ('runningMs', ?) on conflict (name) do update
       set value = max(cast(value as integer), cast(excluded.value as integer))`,
    )
    .run(`${rows.runningMs}`);
}

const DOUBTFUL =
  'the world was restored from a backup, and nobody knows whether this was delivered since: look, then retry or leave it';

function failWhatWaits(database: DatabaseSync, nowMs: number): number {
  const rows = database.prepare('select key, record from deliveries').all() as {
    key: string;
    record: string;
  }[];
  const update = database.prepare('update deliveries set record = ? where key = ?');
  let failed = 0;
  for (const { key, record } of rows) {
    const delivery = JSON.parse(record) as DeliveryRecord; // written by the store
    if (delivery.state !== 'Pending' && delivery.state !== 'Delivering') continue;
    const ended = { ...delivery, state: 'Failed', reason: DOUBTFUL, batch: '', endedAtMs: nowMs };
    update.run(JSON.stringify(ended), key);
    failed += 1;
  }
  return failed;
}

/** What an operator has to know of it; nothing where there was nothing. */
export function carriedAttachedText({ deliveries, doubtful, problem }: CarriedAttached): string[] {
  const inDoubt = `${doubtful} deliveries of the backup may have been delivered since`;
  return [
    ...(problem === '' ? [] : [`Deliveries of the world before are not in this one: it ${problem}.`]),
    ...(deliveries === 0 ? [] : [`The deliveries of the world before are in this one too: ${deliveries}.`]),
    ...(doubtful === 0 ? [] : [`${inDoubt}: palatine deliveries list --state Failed shows them.`]),
  ];
}
