import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { type AuditPage, controlSimulation } from '@palatine/contract';
import { testFolder } from '@palatine/platform/testing';
import { pluck } from '@palatine/testing/pluck';
import { startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';
import { aDemo } from '@palatine/testing/worlds';
import { MAX_UNWRITTEN_ENTRIES } from '../src/game/writes.ts';

/** Sends a write that is refused before it reaches the game. */
async function refuse(service: TestService, player: string): Promise<void> {
  const { status } = await service.post(`/v1/pdapi/kick/${player}`, '{"Reason":5}');
  assert.equal(status, 400);
}

async function targetsInAudit(service: TestService): Promise<string[]> {
  const page = await service.json<AuditPage>('/v1/palatine/audit?Outcome=VALIDATION_FAILED&Limit=500');
  return pluck(page.Entries, 'Target').sort();
}

/** Rows on disk, read without the service. */
function rowsOnDisk(service: TestService): number {
  using database = new DatabaseSync(join(service.data, 'world.db'), { readOnly: true });
  const { rows } = database.prepare('select count(*) as rows from audit').get() as { rows: number };
  return rows;
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `steam_${1000 + index}`);

test('refusals beyond the limit of unwritten entries are dropped and counted', async () => {
  const clock = new TestClock();
  await using service = await startService({ faults: true, clock });
  await service.api.call(controlSimulation, { body: { FreezeMs: 60_000 } });
  const subject = { Token: 'T', IP: '', Route: 'POST /x', Reason: '', idempotencyKey: '' };
  const audit = { ...subject, summary: '', Outcome: 'INVALID_JSON', Status: 400 };
  for (let sent = 0; sent < MAX_UNWRITTEN_ENTRIES + 7; sent++) {
    const request = `request ${sent}`;
    service.game.writes.audit({ ...audit, Target: `steam_${sent}`, request, requestId: request });
  }
  assert.equal(service.game.writes.droppedEntries, 7);
  const before = rowsOnDisk(service);
  clock.advance(60_000);
  await until('all pending entries are written', () => rowsOnDisk(service) >= before + MAX_UNWRITTEN_ENTRIES);
  await refuse(service, 'steam_after');
  assert.deepEqual(await targetsInAudit(service), ['steam_after'], 'and there is room again');
  assert.equal(rowsOnDisk(service), before + MAX_UNWRITTEN_ENTRIES + 1);
  assert.equal(await service.metric('palatine_audit_dropped_total'), 7);
});

test('refusals whose commit failed are in the audit once the disk takes them', async () => {
  await using service = await startService();
  using database = new DatabaseSync(join(service.data, 'world.db'));
  database.exec('begin immediate'); // while another holds the file, every commit fails
  await refuse(service, 'steam_1');
  const failed = async () =>
    /^palatine_storage_failures_total\{of="own"\} 1$/m.test(await metricsOf(service));
  await until('its commit fails', failed);
  database.exec('rollback');
  assert.deepEqual(await targetsInAudit(service), ['steam_1']);
});

async function metricsOf(service: TestService): Promise<string> {
  return (await service.fetch('/metrics')).text();
}

test('the first of many refusals are audited one by one, and the rest with one entry a minute', async () => {
  const clock = new TestClock();
  await using service = await startService({ clock });
  const flooder = service.addToken('REST.Punishments.Kick');
  const kick = async (authorization: string, body: string) => {
    const options = { method: 'POST', body, authorization: `Bearer ${authorization}` };
    await service.fetch(`/v1/pdapi/kick/${'x'.repeat(400)}`, options);
  };
  for (let sent = 0; sent < 150; sent++) await kick(flooder, '{"Reason":5}');
  for (let sent = 0; sent < 50; sent++) await kick(flooder, '{broken');
  await kick(service.token, '{broken');
  const entries = async () => {
    return (await service.json<AuditPage>('/v1/palatine/audit?Limit=500')).Entries;
  };
  const ofFlooder = async () => (await entries()).filter(({ Token }) => Token === flooder);
  assert.equal((await ofFlooder()).length, 20);
  assert.equal((await entries()).length, 21, 'the refusal of another token has its entry');
  assert.match(await metricsOf(service), /^palatine_audit_suppressed_total 180$/m);
  for (const { Target } of await ofFlooder()) assert.equal(Target, `${'x'.repeat(128)}…`);

  clock.advance(60_000);
  const [summary, ...others] = await ofFlooder();
  assert.equal(others.length, 20);
  assert.deepEqual(
    [summary?.Outcome, summary?.Status, summary?.Target, summary?.Reason],
    [
      'VALIDATION_FAILED',
      400,
      '',
      'and 180 more refusals within a minute: 130 VALIDATION_FAILED, 50 INVALID_JSON',
    ],
  );
  clock.advance(600_000);
  assert.equal((await ofFlooder()).length, 21, 'nothing more to say');
  for (let sent = 0; sent < 30; sent++) await kick(flooder, '{broken');
  assert.equal((await ofFlooder()).length, 21 + 20, 'the allowance after a quiet time is limited');
});

test('refusals without their own entry are summed up before the service stops', async () => {
  const data = testFolder();
  const clock = new TestClock();
  const first = await startService({ data, clock, world: aDemo().world });
  for (const player of names(30)) await refuse(first, player);
  await first.stop();
  await using second = await startService({ data });
  assert.equal(rowsOnDisk(second), 21);
  const { Entries } = await second.json<AuditPage>('/v1/palatine/audit?Limit=1');
  assert.match(Entries[0]?.Reason ?? '', /^and 10 more refusals within a minute/);
});

test('writes refused by the game are audited one by one: the queue limits their number', async () => {
  await using service = await startService();
  for (const player of names(40)) {
    const { status } = await service.post(`/v1/pdapi/kick/${player}`);
    assert.equal(status, 404);
  }
  assert.equal(rowsOnDisk(service), 40);
});
