import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { Banlist } from '@palatine/contract';
import type { NewAuditEntry } from '@palatine/contract/audit-records';
import { testFolder } from '@palatine/platform/testing';
import { anAuditEntry } from '@palatine/testing/audit-builder';
import type { Survey } from '@palatine/world/model';
import { World } from '@palatine/world/world';
import { readWorldOrigin, renewIncarnation } from './open-world-file.ts';
import { createStore, openStore } from './store.ts';
import { figuresText } from './world-readers.ts';

const folder = testFolder();
let count = 0;

const CREATED_MS = 1_700_000_000_000;
const BANS: Banlist = { Version: 1, BannedMessage: '', UserEntries: [], IPEntries: [] };

function aWorldFile(demoBans?: Banlist): string {
  const file = join(folder, `${++count}.db`);
  const world = new World({ name: 'Isle', origin: 'demo', createdAtMs: CREATED_MS, seed: 1 });
  createStore(file, world, { demoBans });
  return file;
}

function entry(atMs: number, Outcome: string): NewAuditEntry {
  return anAuditEntry({ atMs, Outcome });
}

function commit(file: string, ...audit: NewAuditEntry[]): void {
  const store = openStore(file);
  for (const row of audit) store.commit({ changes: [], audit: [row] });
  store.close();
}

function execute(file: string, sql: string): void {
  using database = new DatabaseSync(file);
  database.exec(sql);
}

test('only the first applied write is recorded, and no refusal or change of the simulation', () => {
  const file = aWorldFile(BANS);
  assert.deepEqual(readWorldOrigin(file), {
    name: 'Isle',
    origin: 'demo',
    createdAtMs: CREATED_MS,
    seed: 1,
    firstWriteMs: undefined,
    demoBans: BANS,
  });
  commit(file, entry(CREATED_MS + 1, 'REQUEST_FAILED'), entry(CREATED_MS + 2, 'REPLAYED'));
  assert.equal(readWorldOrigin(file).firstWriteMs, undefined);
  commit(file, entry(CREATED_MS + 3, 'OK'), entry(CREATED_MS + 4, 'OK'));
  commit(file, entry(CREATED_MS + 5, 'OK'));
  assert.equal(readWorldOrigin(file).firstWriteMs, CREATED_MS + 3);
});

test('it stays recorded when the audit is pruned', () => {
  const file = aWorldFile();
  commit(file, entry(CREATED_MS + 3, 'OK'));
  execute(file, 'delete from audit');
  assert.equal(readWorldOrigin(file).firstWriteMs, CREATED_MS + 3);
});

test('the database of another program is reported as foreign', () => {
  const file = join(folder, 'theirs.db');
  execute(file, 'create table theirs (a)');
  assert.throws(() => readWorldOrigin(file), { name: 'ConfigError', message: /theirs\.db holds no world/ });
});

function readIncarnation(file: string): string {
  const store = openStore(file);
  const incarnation = store.incarnation();
  store.close();
  return incarnation;
}

test('the draft of a replacement world starts another history', () => {
  const file = aWorldFile();
  const before = readIncarnation(file);
  assert.equal(readIncarnation(file), before, 'opening it changes nothing');
  renewIncarnation(file);
  assert.notEqual(readIncarnation(file), before);
});

test('the survey of the save, and the discoveries of players, are loaded as stored', () => {
  const folder = testFolder();
  const uid = 'AAAAAAAA-00000000-00000000-00000001';
  const survey: Survey = {
    savedAtMs: null,
    gameBuild: 100_427,
    inGameDay: 61,
    inGameSeconds: 5_321_448,
    warnings: [{ file: 'Level.sav', place: '', message: 'something' }],
  };
  const discovery = {
    uid,
    fastTravelPoints: ['6E03F8464BAD9E458B843AA30BE1CC8F'],
    relics: { SwimSpeed: ['8BCDE3654504C5823162BE83EB674216'] },
    areas: [],
    notes: ['Day8'],
    paldeck: ['Sheepball'],
  };
  const info = { name: 'Isle', origin: 'save', createdAtMs: 0, seed: 1 } as const;
  const world = new World(info, { survey });
  world.discoveries.put(discovery);
  const file = join(folder, 'world.db');
  createStore(file, world);
  const store = openStore(file);
  const loaded = store.load();
  store.close();
  assert.deepEqual(loaded.survey, survey);
  assert.deepEqual([...loaded.discoveries.values()], [discovery]);
});

test('a count of one is singular', () => {
  const figures = (players: number, guilds: number, camps: number, characters: number) => {
    const rest = { origin: 'save', madeAt: '', savedAt: undefined, gameBuild: undefined } as const;
    const counts = { players, online: 1, guilds, camps, characters, containers: 0, importWarnings: 0 };
    return figuresText({ name: 'Ours', ...rest, ...counts });
  };
  assert.equal(figures(1, 1, 1, 1), '"Ours": 1 player (1 online), 1 guild, 1 camp, 1 character');
  assert.equal(figures(2, 0, 3, 4), '"Ours": 2 players (1 online), 0 guilds, 3 camps, 4 characters');
});
