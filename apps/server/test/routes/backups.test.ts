import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readManifest, verifyFiles } from '@palatine/engine/backup-files';
import { backupMade } from '@palatine/testing/backup-made';
import { pluck } from '@palatine/testing/pluck';
import { startService } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';

test('a backup is made beside the running service, listed, and whole', async () => {
  await using service = await startService();
  const { Running } = await service.api.makeBackup({ body: { Archives: true } });
  assert.deepEqual([Running.By, Running.Doing], ['Administrator', 'starting']);
  await assert.rejects(service.api.makeBackup(), { code: 'BACKUP_RUNNING', status: 409 });
  // Nobody waits for it.
  await service.api.broadcast({ body: { Message: 'meanwhile' } });
  await backupMade(service);

  const { Backups, Total } = await service.api.getBackups();
  const [backup] = Backups;
  const folder = join(service.data, 'Backups', backup?.Name ?? '');
  const manifest = readManifest(folder);
  await verifyFiles(folder, manifest);
  const expected = [1, service.figures.name, manifest.files.length, []];
  assert.deepEqual([Total, backup?.World.Name, backup?.Files, backup?.Problems], expected);
  const { events } = service.game.reads.eventsSince(0);
  const event = events.find(({ type }) => type === 'backup.made');
  const { Name: name, Bytes: bytes } = backup ?? assert.fail('none');
  assert.deepEqual(event?.data, { name, bytes, problems: 0, issuer: 'Administrator' });
  const { Entries } = await service.api.getAudit({ query: { Route: 'backups' } });
  assert.deepEqual(pluck(Entries, 'Outcome'), ['BACKUP_RUNNING', 'OK']);
  assert.deepEqual(pluck(Entries, 'Summary'), ['', 'a backup with the archives']);
});

test('a backup that cannot be made says why, and the next one can', async () => {
  await using service = await startService();
  const blocked = join(service.data, 'Backups');
  writeFileSync(blocked, 'a file in the way');
  await service.api.makeBackup();
  await until('it has failed', async () => (await service.api.getBackups()).Failed !== undefined);
  const { Failed, Running, Backups } = await service.api.getBackups();
  assert.match(Failed?.Message ?? '', /Backups/);
  assert.deepEqual([Running, Backups], [undefined, []]);
  rmSync(blocked);
  await service.api.makeBackup();
  await backupMade(service);
});

test('backups are told in pages, the newest first; what is none is not told', async () => {
  await using service = await startService();
  const backups = join(service.data, 'Backups');
  const names = Array.from({ length: 5 }, (_, day) => `2026010${day + 1}T000000Z`);
  for (const [day, name] of names.entries()) {
    mkdirSync(join(backups, name), { recursive: true });
    const world = { name: 'W', players: 1, guilds: 0 };
    const files = [{ path: 'world.db', bytes: 10, sha256: '' }];
    const madeAt = `2026-01-0${day + 1}T00:00:00.000Z`;
    const manifest = { format: 1, madeAt, version: '0.1.0', world, problems: Array(50).fill('odd'), files };
    writeFileSync(join(backups, name, 'backup.json'), JSON.stringify(manifest));
  }
  mkdirSync(join(backups, 'other'));
  mkdirSync(join(backups, 'broken'));
  writeFileSync(join(backups, 'broken', 'backup.json'), '{');
  const first = await service.api.getBackups({ query: { Limit: 3 } });
  const second = await service.api.getBackups({ query: { Limit: 3, Cursor: first.Next ?? '' } });
  assert.deepEqual(pluck([...first.Backups, ...second.Backups], 'Name'), names.toReversed());
  assert.deepEqual([first.Total, second.Next, first.Backups[0]?.Problems.length], [5, undefined, 20]);
});

test('a service that stops gives up a backup, and nothing that counts as one is left', async () => {
  const service = await startService();
  const { data } = service;
  await service.api.makeBackup();
  await service[Symbol.asyncDispose]();
  let remaining: string[] = [];
  try {
    remaining = readdirSync(join(data, 'Backups'));
  } catch {
    // The folder went with the service.
  }
  const actual = remaining.filter((name) => !name.endsWith('.making'));
  assert.deepEqual(actual, []);
});

test("the doctor's findings are told in its words, and a second caller gets those of the first", async () => {
  await using service = await startService();
  const first = await service.api.getFindings();
  await until('it has looked', async () => !(await service.api.getFindings()).Running);
  const { Findings, CheckedAt } = await service.api.getFindings();
  const findings = new Map(Findings.map(({ Check, ...finding }) => [Check, finding]));
  for (const check of ['disk', 'tokens', 'world', 'lock', 'Config.json'])
    assert.ok(findings.has(check), check);
  assert.deepEqual(findings.get('lock'), {
    Level: 'Ok',
    What: { Code: 'doctor.inUse', Message: 'a server is using the folder' },
  });
  assert.equal(findings.get('port')?.Level, 'Ok');
  const expected = ['Warn', 'there are none in Backups'];
  assert.deepEqual([findings.get('backups')?.Level, findings.get('backups')?.What.Message], expected);
  assert.match(findings.get('backups')?.Do?.Message ?? '', /palatine world backup/);
  assert.ok(first.CheckedAt === undefined || first.CheckedAt === CheckedAt);
  // The service still holds its folder, and writes.
  await service.api.broadcast({ body: { Message: 'still here' } });
});
