import assert from 'node:assert/strict';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AuditPage } from '@palatine/contract';
import { dataPaths } from '@palatine/data-dir/data-folder';
import { removeExpired } from '@palatine/engine/backup-files';
import { testFolder } from '@palatine/platform/testing';
import { logOf } from '@palatine/testing/log-lines';
import { startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { aDemo } from '@palatine/testing/worlds';

const NOW_MS = Date.UTC(2026, 5, 30);
const DAY_MS = 24 * 3_600_000;
const FOR_EVER = { keepDays: 0, keepAtLeast: 0 };
const WEEK = { keepDays: 7, keepAtLeast: 0 };

/** A data folder with an archive and a backup of each of these ages. */
function folderOf(...ages: number[]) {
  const data = dataPaths(testFolder());
  mkdirSync(data.archives);
  for (const days of ages) {
    const at = new Date(NOW_MS - days * DAY_MS);
    const archive = join(data.archives, `base-${days}.json.gz`);
    writeFileSync(archive, '');
    utimesSync(archive, at, at);
    const backup = join(data.backups, `of-${days}`);
    mkdirSync(backup, { recursive: true });
    const world = { name: '', players: 0, guilds: 0 };
    const manifest = { format: 1, madeAt: at.toISOString(), version: '1', world, problems: [], files: [] };
    writeFileSync(join(backup, 'backup.json'), JSON.stringify(manifest));
  }
  return data;
}

test('with keepDays 0 everything stays for ever', () => {
  assert.deepEqual(removeExpired(folderOf(1, 10_000), { archives: FOR_EVER, backups: FOR_EVER }, NOW_MS), []);
});

test('archives and backups older than keepDays are deleted, except the newest keepAtLeast', () => {
  const data = folderOf(1, 8, 9, 20);
  const retention = { archives: WEEK, backups: { keepDays: 7, keepAtLeast: 3 } };
  assert.deepEqual(removeExpired(data, retention, NOW_MS), [
    'Archives/base-8.json.gz',
    'Archives/base-9.json.gz',
    'Archives/base-20.json.gz',
    'Backups/of-20',
  ]);
  assert.ok(existsSync(join(data.archives, 'base-1.json.gz')));
  assert.ok(!existsSync(join(data.backups, 'of-20')));
  assert.deepEqual(removeExpired(data, retention, NOW_MS), []);
});

test('files that the service has not written are never deleted', () => {
  const data = folderOf(20);
  mkdirSync(join(data.backups, 'mine'));
  writeFileSync(join(data.backups, 'mine', 'backup.json'), '{}');
  writeFileSync(join(data.archives, 'notes.txt'), '');
  utimesSync(join(data.archives, 'notes.txt'), 0, 0);
  removeExpired(data, { archives: WEEK, backups: WEEK }, NOW_MS);
  assert.ok(existsSync(join(data.backups, 'mine')));
  assert.ok(existsSync(join(data.archives, 'notes.txt')));
});

test('a data folder without archives and backups is not an error', () => {
  assert.deepEqual(removeExpired(dataPaths(testFolder()), { archives: WEEK, backups: WEEK }, NOW_MS), []);
});

const HOUR_MS = 3_600_000;

/** Lets hours pass, in which each timer runs once an hour: every second of a day would take seconds of this one. */
function passHours(clock: TestClock, hours: number): void {
  for (let hour = 0; hour < hours; hour++) clock.suspend(HOUR_MS);
}

/** A service that keeps archives and audit entries for a day, with one of each. */
async function serviceWithOldFiles(clock: TestClock, more: Parameters<typeof startService>[0] = {}) {
  const config = { archives: { keepDays: 1, keepAtLeast: 0 }, audit: { keepDays: 1 } };
  const service = await startService({ clock, world: aDemo().world, config, ...more });
  await service.api.broadcast({ body: { Message: 'hello' } });
  const archive = join(service.data, 'Archives', 'base.json.gz');
  writeFileSync(archive, '');
  const at = new Date(clock.now());
  utimesSync(archive, at, at);
  return { service, archive };
}

async function auditOf(service: TestService): Promise<string[]> {
  const answer = await service.fetch('/v1/palatine/audit');
  return ((await answer.json()) as AuditPage).Entries.map(({ Route }) => Route);
}

async function assertKept(service: TestService, archive: string): Promise<void> {
  assert.ok(existsSync(archive));
  assert.equal((await auditOf(service)).length, 1);
}

test('expired files are deleted within an hour', async () => {
  const clock = new TestClock();
  const { service, archive } = await serviceWithOldFiles(clock);
  await using _ = service;
  passHours(clock, 24);
  await assertKept(service, archive);
  passHours(clock, 1);
  assert.ok(!existsSync(archive));
  assert.deepEqual(await auditOf(service), []);
});

test('after a jump of the wall clock nothing is deleted by its age until it has run evenly for an hour', async () => {
  const clock = new TestClock();
  const { log, lines } = logOf('warn');
  const { service, archive } = await serviceWithOldFiles(clock, { log });
  await using _ = service;
  passHours(clock, 2);
  clock.jump(10 * DAY_MS);
  passHours(clock, 1);
  await assertKept(service, archive);
  const warnings = () => lines.filter((line) => line.includes('the wall clock jumped 14400 minutes ahead'));
  assert.equal(warnings().length, 2, 'of the archives, and of the audit');
  clock.jump(-10 * DAY_MS); // it was wrong, and is set right
  passHours(clock, 10);
  await assertKept(service, archive);
});

test('a service that starts with a clock ten days ahead deletes nothing in its first hour', async () => {
  const clock = new TestClock();
  const data = testFolder();
  const { service, archive } = await serviceWithOldFiles(clock, { data, world: aDemo().world });
  await service.stop();
  const ahead = new TestClock();
  ahead.jump(10 * DAY_MS);
  await using again = await startService({ data, clock: ahead });
  ahead.suspend(HOUR_MS - 1);
  await assertKept(again, archive);
  ahead.jump(-10 * DAY_MS);
  passHours(ahead, 5);
  await assertKept(again, archive);
});
