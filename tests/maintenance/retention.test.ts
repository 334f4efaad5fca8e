import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { dataPaths } from '@palatine/server/data-folder/data-folder.ts';
import { removeExpired } from '@palatine/server/maintenance/retention.ts';
import { newFolder } from '../harness/start-service.ts';

const NOW_MS = Date.UTC(2026, 5, 30);
const DAY_MS = 24 * 3_600_000;
const FOR_EVER = { keepDays: 0, keepAtLeast: 0 };

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A data folder with an archive and a backup of each of these ages. */
function folderOf(...ages: number[]) {
  const data = dataPaths(newFolder());
  folders.push(data.path);
  mkdirSync(data.archives);
  for (const days of ages) {
    const at = new Date(NOW_MS - days * DAY_MS);
    const archive = join(data.archives, `base-${days}.json.gz`);
    writeFileSync(archive, '');
    utimesSync(archive, at, at);
    const backup = join(data.backups, `of-${days}`);
    mkdirSync(backup, { recursive: true });
    const manifest = {
      format: 1,
      madeAt: at.toISOString(),
      version: '1',
      world: { name: '', players: 0, guilds: 0 },
      problems: [],
      files: [],
    };
    writeFileSync(join(backup, 'backup.json'), JSON.stringify(manifest));
  }
  return data;
}

test('with keepDays 0 everything stays for ever', () => {
  assert.deepEqual(removeExpired(folderOf(1, 10_000), { archives: FOR_EVER, backups: FOR_EVER }, NOW_MS), []);
});

test('archives and backups older than keepDays are deleted, except the newest keepAtLeast', () => {
  const data = folderOf(1, 8, 9, 20);
  const kept = { archives: { keepDays: 7, keepAtLeast: 0 }, backups: { keepDays: 7, keepAtLeast: 3 } };
  assert.deepEqual(removeExpired(data, kept, NOW_MS), [
    'Archives/base-8.json.gz',
    'Archives/base-9.json.gz',
    'Archives/base-20.json.gz',
    'Backups/of-20',
  ]);
  assert.ok(existsSync(join(data.archives, 'base-1.json.gz')));
  assert.ok(!existsSync(join(data.backups, 'of-20')));
  assert.deepEqual(removeExpired(data, kept, NOW_MS), []);
});

test('files that the service has not written are never deleted', () => {
  const data = folderOf(20);
  mkdirSync(join(data.backups, 'mine'));
  writeFileSync(join(data.backups, 'mine', 'backup.json'), '{}');
  writeFileSync(join(data.archives, 'notes.txt'), '');
  const at = new Date(0);
  utimesSync(join(data.archives, 'notes.txt'), at, at);
  const week = { keepDays: 7, keepAtLeast: 0 };
  removeExpired(data, { archives: week, backups: week }, NOW_MS);
  assert.ok(existsSync(join(data.backups, 'mine')));
  assert.ok(existsSync(join(data.archives, 'notes.txt')));
});

test('a data folder without archives and backups is no error', () => {
  const data = dataPaths(newFolder());
  folders.push(data.path);
  const week = { keepDays: 7, keepAtLeast: 0 };
  assert.deepEqual(removeExpired(data, { archives: week, backups: week }, NOW_MS), []);
});
