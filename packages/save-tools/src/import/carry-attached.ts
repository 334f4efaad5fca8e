import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { onWorldFile, WorldFileError } from '@palatine/engine/open-world-file';
import { readAttachedTables, readPlayerBans } from '@palatine/engine/world-readers';
import { flushFile } from '@palatine/platform/atomic-write';
import { ConfigError, recover } from '@palatine/platform/config-error';
import { openGuarded } from '@palatine/platform/sqlite';
import type { SaveNote } from '@palatine/save/save-types';
import type { DeliveryRecord } from '@palatine/world/model';

/** Tables of a world file about its game server: deliveries, pairs of ids, its ban list. */
const TABLES = ['deliveries', 'identities', 'gameBans'] as const;

export interface CarriedAttached {
  deliveries: number;
  /** Deliveries of a backup that may have been delivered since. */
  doubtful: number;
  /** Why nothing could be carried over; '' if it was. */
  problem: string;
}

/**
 * Copies the present world's data about its game server durably into the draft of its replacement, where it replaces
 * that of a backup. Without a present world, pending deliveries of a backup fail until they are checked. Throws a
 * ConfigError while a batch of deliveries is open: only the service can determine its end.
 */
export function carryAttached(present: DataPaths, draft: string, nowMs: number): CarriedAttached {
  const { value: rows, problem } = readPresent(present, readAttachedTables);
  if (rows !== undefined && rows.batches > 0)
    throw new ConfigError(
      `${present.path} has begun to write deliveries into the save of its game server, and the outcome is not settled: ` +
        'start the service on it, let it settle that (palatine server status), stop it, and run this again',
    );
  let doubtful = 0;
  onWorldFile(draft, () =>
    changeDraft(draft, (database) => {
      if (rows === undefined) doubtful = failPending(database, nowMs);
      else replaceRows(database, rows);
      database.exec('delete from deliveryBatches');
    }),
  );
  return { deliveries: rows?.deliveries.length ?? 0, doubtful, problem };
}

/** Copies the bans by PlayerUID durably into the draft of a replacement. @returns a warning if the present world cannot be read. */
export function carryPlayerBans(present: DataPaths, draft: string): SaveNote[] {
  const { value: bans = [], problem } = readPresent(present, readPlayerBans);
  if (bans.length > 0) {
    changeDraft(draft, (database) => {
      const insert = database.prepare('insert into playerBans (key, record) values (?, ?)');
      for (const ban of bans) insert.run(ban.uid, JSON.stringify(ban));
    });
  }
  if (problem === '') return [];
  const message = `the former world ${problem}: if it had bans by PlayerUID, they are lost`;
  return [{ file: present.world, place: '', message }];
}

/** `problem`: why the present world cannot be read; '' if it was, or if there is none. */
function readPresent<T>(present: DataPaths, read: (from: DataPaths) => T): { value?: T; problem: string } {
  if (!existsSync(present.world)) return { problem: '' };
  const readIt = () => ({ value: read(present), problem: '' });
  return recover(readIt, WorldFileError, ({ reason: problem }) => ({ problem }));
}

function changeDraft(draft: string, change: (database: DatabaseSync) => void): void {
  {
    using database = openGuarded(draft);
    database.exec('pragma journal_mode = memory; begin'); // a crash leaves an unused draft
    change(database);
    database.exec('commit');
  }
  flushFile(draft);
}

function replaceRows(database: DatabaseSync, rows: ReturnType<typeof readAttachedTables>): void {
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
  // Ages of keys are in uptime of the world.
  database
    .prepare(
      `insert into facts values ('runningMs', ?) on conflict (name) do update
       set value = max(cast(value as integer), cast(excluded.value as integer))`,
    )
    .run(`${rows.runningMs}`);
}

const DOUBTFUL =
  'the world was restored from a backup, and it is unknown whether this was delivered since: check, then retry or leave it';

function failPending(database: DatabaseSync, nowMs: number): number {
  const update = database.prepare('update deliveries set record = ? where key = ?');
  let failed = 0;
  for (const { key, record } of database.prepare('select key, record from deliveries').all()) {
    const delivery = JSON.parse(String(record)) as DeliveryRecord; // written by the store
    if (delivery.state !== 'Pending' && delivery.state !== 'Delivering') continue;
    const ended = { ...delivery, state: 'Failed', reason: DOUBTFUL, batch: '', endedAtMs: nowMs };
    update.run(JSON.stringify(ended), String(key));
    failed += 1;
  }
  return failed;
}

/** Lines for an operator; none if there is nothing to report. */
export function carriedAttachedText({ deliveries, doubtful, problem }: CarriedAttached): string[] {
  const inDoubt = `${doubtful} deliveries of the backup may have been delivered since`;
  return [
    ...(problem === '' ? [] : [`Deliveries of the former world are not in this one: it ${problem}.`]),
    ...(deliveries === 0 ? [] : [`The deliveries of the former world are in this one too: ${deliveries}.`]),
    ...(doubtful === 0 ? [] : [`${inDoubt}: palatine deliveries list --state Failed shows them.`]),
  ];
}
