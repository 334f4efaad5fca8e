import assert from 'node:assert/strict';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { loadCatalogue, makeDemoWorld, TABLE_NAMES, type World } from '@palatine/world';
import { between, seededRandom } from '@palatine/world/testing';
import { createOlderWorld } from '../harness/older-world.ts';
import { newFolder } from '../harness/start-service.ts';
import { startAndKill } from './crash-start.ts';
import { prepareData, startPlain } from './import-crash-run.ts';
import { takeDiskSnapshot } from './snapshot.ts';

const KILLS = 12;
/** The last schema whose rows are objects. */
const SCHEMA = 13;
const AUDIT_ENTRIES = 20_000;

const recordsOf = (world: World) =>
  TABLE_NAMES.filter((name) => name !== 'events').map((name) => [name, [...world[name].entries()]]);

function isPacked(file: string): boolean {
  using database = new DatabaseSync(file, { readOnly: true });
  const version = database.prepare('pragma user_version').get()?.user_version;
  if (version === SCHEMA) return false;
  return database.prepare("select 1 from facts where name = 'packed'").get() !== undefined;
}

/** Writes entries into the audit as that schema has it. */
function addAudit(database: DatabaseSync): void {
  const insert = database.prepare(
    `insert into audit (at, token, ip, route, target, outcome, status, reason, request, player_uid)
     values (?, 'Shop', '10.0.0.1', 'POST /v1/pdapi/kick/:player_identifier', ?, 'OK', 200, '', ?, ?)`,
  );
  database.exec('begin');
  for (let entry = 1; entry <= AUDIT_ENTRIES; entry++) {
    const player = entry % 3;
    insert.run(entry, `steam_${entry % 500}`, `r-${entry}`, player === 0 ? '' : `P${player}`);
  }
  database.exec('commit');
}

/** Entries of the audit that a filter would not find. */
function lostToFilters(file: string): number {
  using database = new DatabaseSync(file, { readOnly: true });
  const { lost } = database
    .prepare(
      `select count(*) as lost from audit
       where id <= (select cast(value as integer) from facts where name = 'auditIndexedUpTo') and not (
         exists (select 1 from auditValues where field = 'target' and text = target and entry = id) and
         exists (select 1 from auditValues where field = 'token' and text = token and entry = id) and
         (player_uid = '' or
           exists (select 1 from auditValues where field = 'player' and text = player_uid and entry = id)))`,
    )
    .get() as { lost: number };
  const { entries } = database.prepare('select count(*) as entries from audit').get() as { entries: number };
  return lost + Math.max(0, AUDIT_ENTRIES - entries);
}

test('a start that packs the rows of an older world, killed at any moment, loses nothing', async (t) => {
  const folder = newFolder();
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const sizes = { players: 150, palsPerPlayer: 20 };
  const { world } = makeDemoWorld({ catalogue: loadCatalogue(), seed: 4, nowMs: 0, sizes });
  world.clearJournal();
  const older = join(folder, 'older.db');
  const made = createOlderWorld(older, SCHEMA, world);
  addAudit(made);
  made.close();
  const expected = recordsOf(world);

  const data = join(folder, 'data');
  prepareData(data);
  const file = join(data, 'world.db');
  const startFrom = (from: string) => {
    for (const name of ['world.db-wal', 'world.db-shm']) rmSync(join(data, name), { force: true });
    copyFileSync(from, file);
  };
  startFrom(older);
  const startedAt = Date.now();
  await startPlain(data);
  const ms = Date.now() - startedAt;
  assert.ok(isPacked(file));
  assert.equal(lostToFilters(file), 0);

  const seed = Date.now() % 1_000_000;
  const random = seededRandom(seed);
  const seen = new Set<boolean>();
  for (let kill = 0; kill < KILLS; kill++) {
    startFrom(older);
    const moment = between(random, 100, ms);
    await startAndKill(['--no-simulate'], data, moment);
    seen.add(isPacked(file));
    const { world: found, contradictions } = takeDiskSnapshot(data);
    const about = `killed after ${moment} of ${ms} ms, seed ${seed}`;
    assert.deepEqual(contradictions, [], about);
    assert.deepEqual(recordsOf(found), expected, about);
    const served = await startPlain(data);
    assert.deepEqual(served.contradictions, [], about);
    assert.ok(isPacked(file), about);
    assert.equal(lostToFilters(file), 0, about);
  }
  t.diagnostic(`${KILLS} kills, seed ${seed}; before it was packed, after: ${[...seen].join(', ')}`);
});
