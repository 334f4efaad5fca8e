import assert from 'node:assert/strict';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { controlSimulation, type ErrorEnvelope } from '@palatine/contract';
import { aBan, aBanlist } from '@palatine/testing/banlist-builder';
import { logOf } from '@palatine/testing/log-lines';
import { pluck } from '@palatine/testing/pluck';
import { startService, type TestOptions, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';
import { aDemo } from '@palatine/testing/worlds';

const DEADLINE_MS = 300;
const { world, offline } = aDemo();

const start = (options: TestOptions = {}) => startService({ world, faults: true, ...options });

/** Edits every file that a reload reads. */
function editAll(service: TestService): void {
  const write = (file: string, value: unknown) =>
    writeFileSync(join(service.data, file), JSON.stringify(value));
  write('RESTAPI/RESTConfig.json', { AnswerForm: 'Wrapped', Limits: { 'Max-Body-Bytes': 1024 } });
  write('Config.json', { playerResolution: 'Known' });
  write('Banlist.json', aBanlist({ UserEntries: [aBan({ UserId: 'steam_77' })] }));
}

async function post(service: TestService, path: string, body: string, key?: string) {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const response = await service.fetch(`/v1/pdapi${path}`, { method: 'POST', body, headers });
  const { status } = response;
  const text = await response.text();
  const code = status === 200 ? 'OK' : (JSON.parse(text) as ErrorEnvelope).Error.Code;
  return { code, text, replayed: response.headers.get('idempotent-replayed') === 'true' };
}

const reload = (service: TestService, key?: string) => post(service, '/ReloadConfig', '', key);

/** The contents of the files, as callers see them. */
async function inForce(service: TestService) {
  const guilds = await service.json<object>('/v1/pdapi/guilds');
  const items = await service.fetch(`/v1/pdapi/items/${offline.userId}`);
  const tooLong = await post(service, '/Broadcast', `{"Message":""${' '.repeat(2000)}}`);
  const { Banlist: banlist } = await service.api.getBanlist();
  return {
    form: Object.hasOwn(guilds, 'Meta') ? 'Wrapped' : 'Flat',
    resolution: items.status === 200 ? 'Known' : 'Online',
    bodies: tooLong.code === 'PAYLOAD_TOO_LARGE' ? 'short' : 'long',
    banned: banlist.UserEntries.map(({ UserId }) => UserId),
  };
}

const BEFORE = { form: 'Flat', resolution: 'Online', bodies: 'long', banned: [] as string[] };
const AFTER = { form: 'Wrapped', resolution: 'Known', bodies: 'short', banned: ['steam_77'] };

const freeze = (service: TestService, FreezeMs: number) =>
  service.api.call(controlSimulation, { body: { FreezeMs } });

test('a reload that expires says so like one of wrong files, and changes nothing, then and later', async () => {
  const clock = new TestClock();
  const { log, lines } = logOf('warn');
  await using service = await start({ clock, log, deadlineMs: DEADLINE_MS });
  const since = service.game.reads.newestEventId;
  editAll(service);
  await freeze(service, DEADLINE_MS * 2);
  const expired = reload(service);
  await until('it waits', () => service.game.writes.queue.depth === 1);
  clock.advance(DEADLINE_MS);
  assert.deepEqual(await expired, { code: 'OK', text: '{"Success":false}', replayed: false });
  const reason = 'the game did not get to the reload in time, so nothing was read; reload again';
  const holds = lines.some((line) => line.includes(reason));
  assert.ok(holds, 'the log says why at once');
  clock.advance(DEADLINE_MS);
  assert.deepEqual(await inForce(service), BEFORE);
  const { events } = service.game.reads.eventsSince(since);
  assert.deepEqual(
    events.filter(({ type }) => type.startsWith('config.')).map(({ type, data }) => ({ type, ...data })),
    ['Config.json', 'RESTAPI/RESTConfig.json', 'Banlist.json'].map((file) => ({
      type: 'config.rejected',
      file,
      reason,
    })),
  );
  const { Entries } = await service.api.getAudit({ query: { Route: 'ReloadConfig' } });
  assert.deepEqual(pluck(Entries, 'Outcome', 'Status', 'Summary'), [['OK', 200, reason]]);
  const finding = async () =>
    (await service.api.getFindings()).Findings.find(({ Check }) => Check === 'reload');
  utimesSync(join(service.data, 'palatine.server.json'), 0, 0); // the clock of the test is behind that of the disk
  assert.deepEqual(await finding(), {
    Check: 'reload',
    Level: 'Warn',
    What: { Code: 'doctor.lateReload', Message: 'the last reload changed nothing: it timed out' },
    Do: { Message: 'palatine reload' },
  });
  assert.equal((await reload(service)).code, 'OK');
  assert.deepEqual(await inForce(service), AFTER);
  clock.advance(60_000); // for so long the findings of a look count
  await until('doctor has looked again', async () => (await finding()) === undefined);
});

test('a reload that finds no room in the queue changes nothing', async () => {
  const clock = new TestClock();
  await using service = await start({ clock, restConfig: { Limits: { 'Max-Queue': 1 } } });
  editAll(service);
  await freeze(service, 1000);
  const waiting = service.fetch('/v1/pdapi/player/steam_1');
  await until('it waits', () => service.game.writes.queue.depth === 1);
  assert.equal((await reload(service)).code, 'SERVER_BUSY');
  clock.advance(1000);
  await waiting;
  assert.deepEqual(await inForce(service), BEFORE);
});

test('a reload that cannot be stored changes nothing, and the next one changes all', async () => {
  await using service = await start();
  editAll(service);
  {
    using database = new DatabaseSync(join(service.data, 'world.db'));
    database.exec('begin immediate'); // while another holds the file, every commit fails
    assert.equal((await reload(service)).code, 'INTERNAL_ERROR');
    database.exec('rollback');
  }
  assert.deepEqual(await inForce(service), BEFORE);
  assert.equal((await reload(service)).code, 'OK');
  assert.deepEqual(await inForce(service), AFTER);
});

test('a replayed reload applies nothing', async () => {
  await using service = await start();
  assert.equal((await reload(service, 'reload-1')).code, 'OK');
  editAll(service);
  assert.equal((await reload(service, 'reload-1')).replayed, true);
  assert.deepEqual(await inForce(service), BEFORE);
  assert.equal((await reload(service, 'reload-2')).code, 'OK');
  assert.deepEqual(await inForce(service), AFTER);
});

test('what is written with a reload and after it runs under the rules that it has read', async () => {
  const clock = new TestClock();
  await using service = await start({ clock });
  editAll(service);
  await freeze(service, 100);
  const give = () => post(service, `/give/progression/${offline.userId}`, '{"EXP":1}');
  const sent: ReturnType<typeof post>[] = [];
  for (const send of [give, () => reload(service), give]) {
    sent.push(send());
    await until('it waits', () => service.game.writes.queue.depth === sent.length);
  }
  clock.advance(100);
  const codes = (await Promise.all(sent)).map(({ code }) => code);
  assert.deepEqual(codes, ['REQUEST_FAILED', 'OK', 'OK']);
});
