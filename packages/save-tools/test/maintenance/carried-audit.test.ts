import assert from 'node:assert/strict';
import { closeSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { AuditEntry, AuditPage } from '@palatine/contract';
import { type DataFolder, openDataFolder } from '@palatine/data-dir/data-folder';
import { createStore, openStore } from '@palatine/engine/store';
import { testFolder } from '@palatine/platform/testing';
import { addAuditEntries, anAuditEntry } from '@palatine/testing/audit-builder';
import { runCommand, runJson } from '@palatine/testing/run-cli';
import { startService } from '@palatine/testing/start-service';
import { World } from '@palatine/world/world';
import { makeBackup, restoreBackup } from '../../src/import/backup.ts';
import { makeWorld } from '../../src/import/make-world.ts';

const DEMO = { from: 'demo', seed: 2, sizes: { players: 1, guilds: 0, camps: 0 } } as const;

/** A locked data folder with a world with this many audit entries. */
function aFolder(entries: number): DataFolder {
  const data = anEmptyFolder();
  createStore(data.world, new World({ name: 'First', origin: 'save', createdAtMs: 0, seed: 1 }));
  addEntries(data, 1, entries);
  return data;
}

const anEmptyFolder = () => openDataFolder(testFolder());

function addEntries({ world }: DataFolder, from: number, to: number): void {
  const store = openStore(world);
  const player = { uid: 'A', userId: 'steam_1', name: 'Zoe' };
  const entries = Array.from({ length: to - from + 1 }, (_, at) => {
    const number = from + at;
    const facts = { atMs: number, request: `r${number}`, summary: `write ${number}`, eventId: number };
    return anAuditEntry({ ...facts, player });
  });
  addAuditEntries(store, entries);
  store.close();
}

/** All entries, oldest first. */
function auditOf({ world }: { world: string }): AuditEntry[] {
  const store = openStore(world);
  const { Entries } = store.audit.page({ limit: 10_000 });
  store.close();
  return Entries.reverse();
}

const idsAndSummaries = (entries: readonly AuditEntry[]) => entries.map(({ Id, Summary }) => [Id, Summary]);
const writes = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => [from + at, `write ${from + at}`]);

test('a new world has the audit of the one that it replaces, and an entry about it', async () => {
  const data = aFolder(5);
  const { audit } = await makeWorld(data, DEMO, true);
  assert.deepEqual(audit, { carried: 5, problem: undefined });
  const entries = auditOf(data);
  const last = entries.at(-1);
  assert.deepEqual(idsAndSummaries(entries.slice(0, -1)), writes(1, 5));
  const { Id, Token, Route, Outcome, Reason } = last ?? {};
  assert.deepEqual([Id, Token, Route, Outcome, Reason], [6, 'palatine', 'palatine world demo', 'OK', '']);
  assert.match(last?.Summary ?? '', /^the world ".+" took the place of "First"$/);
  assert.equal(entries[0]?.PlayerName, 'Zoe');
  assert.ok(!('EventId' in (entries[0] ?? {})), 'events of the former world do not belong to this one');
});

test('the made-up past of a demo world does not pass to another world', async () => {
  const data = anEmptyFolder();
  await makeWorld(data, { ...DEMO, sizes: {} }, false);
  assert.ok(auditOf(data).length > 5);
  addEntries(data, 1, 2);
  const { audit } = await makeWorld(data, DEMO, true);
  assert.equal(audit?.carried, 2);
  const summaries = auditOf(data).map(({ Summary }) => Summary);
  assert.deepEqual(summaries.slice(0, 2), ['write 1', 'write 2']);
});

test('a first world has no audit', async () => {
  const data = anEmptyFolder();
  const { audit } = await makeWorld(data, DEMO, false);
  assert.equal(audit, undefined);
  assert.deepEqual(auditOf(data), []);
});

test('a restored world has the audit since its backup, under the same ids, without duplicates', async () => {
  const data = aFolder(5);
  const { folder } = await makeBackup(data);
  addEntries(data, 6, 8);
  const { audit } = await restoreBackup(data, folder, { replace: true });
  assert.deepEqual(audit, { carried: 3, problem: undefined });
  const entries = auditOf(data);
  assert.deepEqual(idsAndSummaries(entries.slice(0, -1)), writes(1, 8));
  assert.deepEqual([entries.at(-1)?.Id, entries.at(-1)?.Route], [9, 'palatine world restore']);
  const summary = /^the world "First", as it was at 20[\d-]+T.+Z, took the place of "First"$/;
  assert.match(entries.at(-1)?.Summary ?? '', summary);
  const eventIds = entries.map(({ EventId }) => EventId);
  assert.deepEqual(eventIds, [1, 2, 3, 4, 5, undefined, undefined, undefined, undefined]);

  await restoreBackup(data, folder, { replace: true });
  const again = auditOf(data);
  assert.deepEqual(idsAndSummaries(again.slice(0, 8)), writes(1, 8));
  const ids = again.map(({ Id }) => Id);
  assert.deepEqual(ids, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('alternating imports and restores keep one history', async () => {
  const data = aFolder(3);
  const { folder } = await makeBackup(data);
  await makeWorld(data, DEMO, true); // entry 4
  addEntries(data, 5, 6);
  const { audit } = await restoreBackup(data, folder, { replace: true });
  assert.equal(audit?.carried, 3);
  const entries = auditOf(data);
  const methods = entries.map(({ Id, Route }) => `${Id} ${Route.split(' ')[0]}`);
  assert.equal(methods.join(), '1 POST,2 POST,3 POST,4 palatine,5 POST,6 POST,7 palatine');
});

test('the audit of another history is appended with new ids', async () => {
  const data = aFolder(5);
  const foreign = aFolder(0);
  addEntries(foreign, 101, 107);
  const { folder } = await makeBackup(foreign);
  const { audit } = await restoreBackup(data, folder, { replace: true });
  assert.equal(audit?.carried, 5);
  const entries = auditOf(data);
  const appended = [...writes(101, 107), ...writes(1, 5)].map(([, summary], at) => [at + 1, summary]);
  assert.deepEqual(idsAndSummaries(entries.slice(0, -1)), appended);
  assert.equal(entries.at(-1)?.Id, 13);
});

test('entries that an earlier restore appended under other ids are not appended again', async () => {
  const data = aFolder(5);
  const foreign = aFolder(0);
  await restoreBackup(foreign, (await makeBackup(data)).folder, { replace: true }); // entry 6 of the other folder
  addEntries(foreign, 107, 109);
  const { folder: own } = await makeBackup(foreign);
  addEntries(data, 6, 8);
  await restoreBackup(foreign, (await makeBackup(data)).folder, { replace: true });
  const { audit } = await restoreBackup(foreign, own, { replace: true });
  assert.equal(audit?.carried, 4, 'the writes 6 to 8, and the restore');
  const summaries = auditOf(foreign).map(({ Summary }) => Summary);
  const [from107, from6] = [writes(107, 109), writes(6, 8)].map((entries) => entries.map(([, text]) => text));
  for (const text of [...(from107 ?? []), ...(from6 ?? [])]) {
    assert.equal(summaries.filter((summary) => summary === text).length, 1, String(text));
  }
});

test('ids continue, even for an audit whose entries have expired', async () => {
  const data = aFolder(5);
  const database = new DatabaseSync(data.world);
  database.exec('delete from audit');
  database.close();
  await makeWorld(data, DEMO, true);
  const ids = auditOf(data).map(({ Id }) => Id);
  assert.deepEqual(ids, [6]);
});

test('the audit of a world of another version stays behind, and the entry says so', async () => {
  const data = aFolder(3);
  {
    using database = new DatabaseSync(data.world);
    database.exec('pragma user_version = 6');
  }
  const { audit } = await makeWorld(data, DEMO, true);
  assert.deepEqual(audit, { carried: 0, problem: 'it is of another version of Palatine' });
  const rows = auditOf(data).map(({ Id, Reason }) => [Id, Reason]);
  assert.deepEqual(rows, [
    [1, 'the audit of the former world was not copied: it is of another version of Palatine'],
  ]);
});

for (const [what, damage] of [
  ['is no database', (file: string) => writeFileSync(file, 'this is no world'.repeat(1000))],
  ['is empty', (file: string) => writeFileSync(file, '')],
  ['has a damaged audit', damageAudit],
] as const) {
  test(`a world that ${what} does not stop a restore`, async () => {
    const data = aFolder(4);
    const { folder } = await makeBackup(data);
    addEntries(data, 5, 3000);
    damage(data.world);
    const { audit } = await restoreBackup(data, folder, { replace: true });
    const entries = auditOf(data);
    assert.deepEqual(idsAndSummaries(entries.slice(0, -1)), writes(1, 4));
    if (what === 'is empty') return assert.equal(audit?.carried, 0);
    assert.match(audit?.problem ?? '', /cannot be read/);
    const reason = /^the audit of the former world was not copied: it cannot/;
    assert.match(entries.at(-1)?.Reason ?? '', reason);
    const drafts = readdirSync(data.path).filter((name) => name.includes('making'));
    assert.deepEqual(drafts, []);
  });
}

/** Overwrites a page in the middle of the audit. */
function damageAudit(file: string): void {
  const database = new DatabaseSync(file);
  const { page } = database
    .prepare("select pageno as page from dbstat where name = 'audit' and pagetype = 'leaf' limit 1 offset 20")
    .get() as { page: number };
  const sizes = database.prepare('select page_size as size from pragma_page_size');
  const { size } = sizes.get() as { size: number };
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(size, 0xff), 0, size, (page - 1) * size);
  closeSync(handle);
}

test('the commands report the number of copied entries, and the service has them', async () => {
  const data = testFolder();
  const first = await startService({ data, origin: DEMO });
  await first.api.banPlayer({ params: { player_identifier: 'steam_5' }, body: { Reason: 'duping' } });
  await first.stop();
  const args = ['world', 'demo', '--demo', 'players=1', '--replace', '--data', data];
  const { answer } = await runJson<{ auditEntriesCarried: number }>(args);
  assert.equal(answer.auditEntriesCarried, 1);
  const { stdout } = await runCommand(args);
  assert.match(stdout, /The audit of the former world is in this one too: 2 entries\./);
  await using service = await startService({ data });
  const page = (await (await service.fetch('/v1/palatine/audit')).json()) as AuditPage;
  assert.deepEqual(
    page.Entries.map(({ Route, Target }) => [Route, Target]),
    [
      ['palatine world demo', ''],
      ['palatine world demo', ''],
      ['POST /v1/pdapi/ban/:player_identifier', 'steam_5'],
    ],
  );
});

function incarnationOf({ world }: DataFolder): string {
  const store = openStore(world);
  const incarnation = store.incarnation();
  store.close();
  return incarnation;
}

test('a world that takes the place of another, and one that is restored, start another history', async () => {
  const data = aFolder(0);
  const incarnations = new Set([incarnationOf(data)]);
  const { folder } = await makeBackup(data);
  assert.ok(incarnations.has(incarnationOf(data)), 'a backup changes nothing');
  const restore = () => restoreBackup(data, folder, { replace: true });
  for (const replace of [() => makeWorld(data, DEMO, true), restore, restore]) {
    await replace();
    incarnations.add(incarnationOf(data));
  }
  assert.equal(incarnations.size, 4);
});
