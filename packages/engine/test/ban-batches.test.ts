import assert from 'node:assert/strict';
import fs, { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Banlist } from '@palatine/contract';
import { startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';

interface BatchingService extends TestService {
  /** Sends requests that the game runs in one batch. */
  inOneBatch(...paths: [path: string, body?: object][]): Promise<Response[]>;
}

async function start(): Promise<BatchingService> {
  const clock = new TestClock();
  const service = await startService({ clock, faults: true });
  const post = (path: string, body?: object) =>
    service.fetch(path, { method: 'POST', ...(body && { body: JSON.stringify(body) }) });
  return {
    ...service,
    async inOneBatch(...requests) {
      await post('/v1/palatine/simulation', { FreezeMs: 1000 });
      const sent = requests.map(([path, body]) => post(`/v1/pdapi${path}`, body));
      await until('all are queued', () => service.game.writes.queue.depth === requests.length);
      for (let turns = 0; turns < 3; turns++) await turn(); // the messages cross their port
      clock.advance(1000);
      return Promise.all(sent);
    },
  };
}

const statuses = (responses: readonly Response[]) => responses.map(({ status }) => status);
const banlistIn = (service: TestService) =>
  JSON.parse(readFileSync(join(service.data, 'Banlist.json'), 'utf8')) as Banlist;
const banned = (service: TestService) => new Set(banlistIn(service).UserEntries.map(({ UserId }) => UserId));

test('all bans of a batch replace Banlist.json once', async () => {
  await using service = await start();
  const renames = mock.method(fs, 'renameSync');
  syncBuiltinESMExports();
  try {
    const users = Array.from({ length: 40 }, (_, at) => `steam_batch_${at}`);
    const responses = await service.inOneBatch(...users.map((user) => [`/ban/${user}`] as [string]));
    assert.deepEqual(new Set(statuses(responses)), new Set([200]));
    assert.ok(users.every((user) => banned(service).has(user)));
    const files = renames.mock.calls.map((call) => String(call.arguments[0])); // it is moved away before its successor takes the name
    assert.equal(files.filter((file) => file.endsWith('Banlist.json')).length, 1);
  } finally {
    renames.mock.restore();
    syncBuiltinESMExports();
  }
});

test('when Banlist.json cannot be written the bans of a batch fail, and its other writes succeed', async () => {
  await using service = await start();
  const before = await service.api.getBanlist();
  const [guildId = ''] = Object.keys(await service.api.getGuilds());
  const { camps } = await service.api.getGuild({ params: { guild_id: guildId } });
  const since = service.game.reads.newestEventId;
  const obstacle = join(service.data, 'Banlist.json.former.writing');
  mkdirSync(join(obstacle, 'full'), { recursive: true });

  const responses = await service.inOneBatch(
    ['/Broadcast', { Message: 'one' }],
    ['/ban/steam_2', { Reason: 'x' }],
    [`/deletebase/${camps[0]?.id}`],
    ['/banip/192.0.2.99'],
    ['/Broadcast', { Message: 'two' }],
    ['/ReloadConfig'],
  );
  assert.deepEqual(statuses(responses), [200, 500, 200, 500, 200, 200]);
  assert.match(await (responses[1]?.text() ?? ''), /"INTERNAL_ERROR"/);
  assert.deepEqual(await service.api.getBanlist(), before);
  const { events } = service.game.reads.eventsSince(since);
  const actual = events.map(({ type }) => type).sort();
  assert.deepEqual(actual, ['base.deleted', 'config.reloaded', 'message', 'message'], 'each once');
  assert.equal(
    readdirSync(join(service.data, 'Archives')).length,
    1,
    'the archive of the first run is deleted',
  );
  const { Entries } = await service.api.getAudit();
  const ends = Entries.slice(0, 6).map(({ Outcome }) => Outcome);
  assert.deepEqual(ends.sort(), ['INTERNAL_ERROR', 'INTERNAL_ERROR', 'OK', 'OK', 'OK', 'OK']);

  rmSync(obstacle, { recursive: true });
  assert.deepEqual(statuses(await service.inOneBatch(['/ban/steam_2'])), [200]);
  assert.ok(banned(service).has('steam_2'));
});

test('a ban that is rolled back keeps the order of the list', async () => {
  await using service = await start();
  for (const user of ['steam_a', 'steam_b', 'steam_c']) await service.inOneBatch([`/ban/${user}`]);
  const before = await (await service.fetch('/v1/pdapi/banlist')).text();
  mkdirSync(join(service.data, 'Banlist.json.former.writing', 'full'), { recursive: true });
  const failed = await service.inOneBatch(['/unban/steam_a'], ['/ban/steam_d'], ['/ban/steam_b']);
  assert.deepEqual(statuses(failed), [500, 500, 500]);
  assert.equal(await (await service.fetch('/v1/pdapi/banlist')).text(), before);
});
