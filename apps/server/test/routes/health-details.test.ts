import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { getHealthDetails } from '@palatine/contract';
import { startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';
import { aDemo } from '@palatine/testing/worlds';
import { Compile } from 'typebox/compile';

const kindsOf = async ({ api }: TestService) => {
  const { Attention } = await api.getHealthDetails();
  return Attention.map(({ Kind }) => Kind).filter((kind) => kind !== 'Disk'); // of the machine that runs the test
};

test('health has the figures of game, queue, store, disk, memory and watchers', async () => {
  const clock = new TestClock();
  await using service = await startService({ world: aDemo().world, clock, simulate: 'Moving' });
  await service.api.broadcast({ body: { Message: 'something to commit' } });
  clock.advance(5000);
  const health = await service.api.getHealthDetails();
  assert.deepEqual([...Compile(getHealthDetails.reply).Errors(health)], []);
  assert.equal(health.Game.Frozen, false);
  assert.ok((health.Game.CommitP95Ms ?? 0) > 0 && (health.Game.StepP95Ms ?? 0) > 0);
  assert.ok(health.Store.Bytes > 0 && health.Store.LastCommitAt !== undefined);
  assert.ok((health.Disk?.TotalBytes ?? 0) > (health.Disk?.FreeBytes ?? 0));
  assert.ok(health.Memory.RssBytes > health.Memory.HeapUsedBytes);
  assert.deepEqual(health.Watchers, { Events: 0, Positions: 0, Full: 0, Limit: 100 });
  await until(
    'it is recorded',
    async () => (await service.api.getHealthDetails()).History.LastSampleAt !== undefined,
  );
});

test('broken files need attention until they are right again', async () => {
  await using service = await startService({ world: aDemo().world });
  assert.deepEqual(await kindsOf(service), []);
  const file = (...path: string[]) => join(service.data, ...path);
  writeFileSync(file('RESTAPI', 'Tokens', 'Shop.json'), '{ "Name": ');
  writeFileSync(file('Config.json'), '{ "playerResolution": "Sometimes" }');
  writeFileSync(file('Banlist.json'), 'no list');
  await until('the token file was read', async () => (await kindsOf(service)).includes('TokenFile'));
  assert.deepEqual(await kindsOf(service), ['Settings', 'Banlist', 'TokenFile']);
  for (const path of [file('RESTAPI', 'Tokens', 'Shop.json'), file('Config.json'), file('Banlist.json')])
    rmSync(path);
  await until('nothing is wrong', async () => (await kindsOf(service)).length === 0);
});

test('bounds that were reached are counted by name', async () => {
  await using service = await startService({ world: aDemo().world });
  assert.deepEqual((await service.api.getHealthDetails()).Limits, []);
  await service.fetch('/v1/pdapi/Broadcast', { method: 'POST', body: 'x'.repeat(2 * 1024 * 1024) });
  assert.deepEqual((await service.api.getHealthDetails()).Limits, [{ Name: 'PAYLOAD_TOO_LARGE', Hits: 1 }]);
});

test('what the service says in attention, doctor, import, sessions and settings has a code and values', async () => {
  const demo = aDemo();
  const warning = { kind: 'CutText', file: 'LevelMeta.sav', place: '', message: 'a text was cut' } as const;
  demo.world.survey = {
    ...{ savedAtMs: null, gameBuild: 0, inGameDay: 1, inGameSeconds: 1, warnings: [warning] },
  };
  await using service = await startService({ world: demo.world });
  const { api } = service;
  const { Attention } = await api.getHealthDetails();
  const ofImport = Attention.find(({ Kind }) => Kind === 'Import');
  assert.deepEqual([ofImport?.Code, ofImport?.Values], ['attention.import', { count: 1 }]);
  assert.doesNotMatch(ofImport?.Message ?? '', /\/v1\//, 'no route in a sentence');
  const [skipped] = (await api.getWorld()).Warnings;
  assert.deepEqual([skipped?.Code, skipped?.Values], ['import.CutText', { message: 'a text was cut' }]);
  await until('the doctor has looked', async () => !(await api.getFindings()).Running);
  const noBackups = (await api.getFindings()).Findings.find(({ Check }) => Check === 'backups');
  assert.deepEqual([noBackups?.What.Code, noBackups?.Do?.Code], ['doctor.noBackups', 'todo.backUp']);

  const { uid, userId } = demo.online;
  await api.kickPlayer({ params: { player_identifier: userId }, body: {} });
  const last = async () => (await api.getPlayerSessions({ params: { uid } })).Sessions[0];
  await until('the session has ended', async () => (await last())?.To !== undefined);
  const ended = await last();
  assert.deepEqual([ended?.Reason, ended?.Code], ['Kicked by an administrator', 'punished.kick']);
  const [config] = (await api.getSettings()).Files;
  const keepDays = config?.Values.find(({ Key }) => Key === 'archives.keepDays');
  assert.equal(keepDays?.Title, 'Keep deleted bases for (days)');
});
