import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { DeliveryRecord } from '@palatine/world';
import { flushFile } from '../data-folder/atomic-write.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { onWorldFile, WorldFileError } from '../store/world-file-error.ts';
import { readAttachedTables } from '../store/world-readers.ts';

/** Beside a game server, what a world file keeps of it: deliveries, the pairs of ids it has named, its ban list. */
const TABLES = ['deliveries', 'identities', 'gameBans'] as const;

type Rows = ReturnType<typeof readAttachedTables>;

/** What became of what the present world knew of its game server. */
export interface CarriedAttached {
  /** Deliveries that were carried over. */
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
export function carryAttached(present: DataPaths, draft: string, nowMs: number): CarriedAttached {
  const { rows, problem } = readPresent(present);
  if (rows !== undefined && rows.batches > 0) throw openBatch(present);
  const doubtful = onWorldFile(draft, () => writeInto(draft, rows, nowMs));
  return { deliveries: rows?.deliveries.length ?? 0, doubtful, problem };
}

function readPresent(present: DataPaths): { rows?: Rows; problem: string } {
  if (!existsSync(present.world)) return { problem: '' };
  try {
    return { rows: readAttachedTables(present), problem: '' };
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

/** @returns how many deliveries of the draft are in doubt. */
function writeInto(draft: string, rows: Rows | undefined, nowMs: number): number {
  let doubtful = 0;
  {
    using database = new DatabaseSync(draft);
    database.exec('pragma journal_mode = memory; begin'); // a crash leaves a draft, which nobody reads
    if (rows === undefined) doubtful = failWhatWaits(database, nowMs);
    else replaceRows(database, rows);
    database.exec('delete from deliveryBatches; commit');
  }
  flushFile(draft);
  return doubtful;
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
  const lines: string[] = [];
  if (problem !== '') lines.push(`Deliveries of the world before are not in this one: it ${problem}.`);
  if (deliveries > 0) lines.push(`The deliveries of the world before are in this one too: ${deliveries}.`);
  if (doubtful > 0) {
    lines.push(
      `${doubtful} deliveries of the backup may have been delivered since: palatine deliveries list --state Failed shows them.`,
    );
  }
  return lines;
}
