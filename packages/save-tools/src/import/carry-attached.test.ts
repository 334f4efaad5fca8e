import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, beforeEach, test } from 'node:test';
import { dataPaths } from '@palatine/data-dir/data-folder';
import { createStore } from '@palatine/engine/store';
import { aFolder } from '@palatine/save/testing';
import { loadCatalogue } from '@palatine/world/catalogue';
import { makeDemoWorld } from '@palatine/world/demo';
import type { DeliveryRecord } from '@palatine/world/model';
import { carriedAttachedText, carryAttached } from './carry-attached.ts';

const folder = await aFolder();
after(() => folder[Symbol.asyncDispose]());

const present = dataPaths(folder.path);
const draft = join(folder.path, 'draft.db');
const NOW = 1_800_000_000_000;

beforeEach(() => {
  for (const file of [present.world, draft]) {
    rmSync(file, { force: true });
    createStore(file, aWorld());
  }
});

const catalogue = loadCatalogue();
const aWorld = () => makeDemoWorld({ catalogue, seed: 1, nowMs: NOW, sizes: { players: 1 } }).world;

function put(file: string, table: string, key: string, record: object): void {
  using database = new DatabaseSync(file);
  database.prepare(`insert into ${table} (key, record) values (?, ?)`).run(key, JSON.stringify(record));
}

function recordsIn(file: string, table: string): { id: string; state?: string; reason?: string }[] {
  using database = new DatabaseSync(file);
  const rows = database.prepare(`select record from ${table} order by rowid`).all();
  return rows.map(({ record }) => JSON.parse(String(record)) as { id: string });
}

const waiting: DeliveryRecord = {
  id: '00000000-00000000-00000000-00000001',
  state: 'Pending',
  command: 'giveItems',
  params: {},
  body: { Items: [{ ItemID: 'Wood', Count: 3 }] },
  issuer: { name: 'Shop', ip: '192.0.2.1', permissions: ['*'] },
  files: { palTemplates: {}, importRules: {} },
  route: 'POST /v1/pdapi/give/items/:player_identifier',
  target: 'steam_1',
  uid: '00000000-00000000-00000000-0000000A',
  summary: '3 × Wood',
  acceptedAtMs: NOW,
  endedAtMs: null,
  attempts: 0,
  reason: '',
  batch: '',
};
const delivered: DeliveryRecord = { ...waiting, state: 'Delivered', endedAtMs: NOW };
const batch = { id: 'batch-1' };

test('pending deliveries, pairs of ids and the ban list are kept in a newly imported world', () => {
  put(present.world, 'deliveries', waiting.id, waiting);
  put(present.world, 'identities', 'pair', { key: 'pair' });
  put(present.world, 'gameBans', 'steam_1', { userId: 'steam_1' });
  const carried = carryAttached(present, draft, NOW);
  assert.deepEqual(carried, { deliveries: 1, doubtful: 0, problem: '' });
  assert.deepEqual(recordsIn(draft, 'deliveries'), [waiting]);
  assert.equal(recordsIn(draft, 'identities').length, 1);
  assert.equal(recordsIn(draft, 'gameBans').length, 1);
});

test('a delivery that was delivered since the backup is not pending in the restored world', () => {
  put(present.world, 'deliveries', delivered.id, delivered);
  put(draft, 'deliveries', waiting.id, waiting);
  carryAttached(present, draft, NOW);
  assert.deepEqual(recordsIn(draft, 'deliveries'), [delivered]);
});

test('without a present world, pending deliveries of a backup fail until they are checked', () => {
  rmSync(present.world);
  put(draft, 'deliveries', waiting.id, waiting);
  put(draft, 'deliveryBatches', batch.id, batch);
  const carried = carryAttached(present, draft, NOW);
  assert.equal(carried.doubtful, 1);
  const [restored] = recordsIn(draft, 'deliveries');
  assert.equal(restored?.state, 'Failed');
  assert.match(restored?.reason ?? '', /it is unknown whether this was delivered since/);
  assert.deepEqual(recordsIn(draft, 'deliveryBatches'), []);
  assert.match(carriedAttachedText(carried).join(), /palatine deliveries list --state Failed/);
});

test('a world with an unsettled batch is not replaced', () => {
  put(present.world, 'deliveryBatches', batch.id, batch);
  assert.throws(() => carryAttached(present, draft, NOW), /start the service on it, let it settle that/);
});

test('an unreadable world does not stop a restore, and its missing deliveries are reported', () => {
  writeFileSync(present.world, 'no database at all, but long enough to be looked at');
  const carried = carryAttached(present, draft, NOW);
  assert.notEqual(carried.problem, '');
  const text = carriedAttachedText(carried).join();
  assert.match(text, /^Deliveries of the former world are not in this one: it /);
});

test('a request with a delivery that was carried over keeps its key and its age', () => {
  {
    using database = new DatabaseSync(present.world);
    database
      .prepare(
        `insert into outcomes (token, key, fingerprint, at, status, body, code, delivery)
         values ('shop', 'order-1', 'f', 5000, 200, '{}', 'OK', ?)`,
      )
      .run(waiting.id);
    database.exec("insert or replace into facts values ('runningMs', '6000')");
  }
  put(present.world, 'deliveries', waiting.id, waiting);
  carryAttached(present, draft, NOW);
  using database = new DatabaseSync(draft);
  const { delivery } = database.prepare("select delivery from outcomes where key = 'order-1'").get() ?? {};
  assert.equal(delivery, waiting.id);
  const { value } = database.prepare("select value from facts where name = 'runningMs'").get() ?? {};
  assert.equal(Number(value), 6000);
});
