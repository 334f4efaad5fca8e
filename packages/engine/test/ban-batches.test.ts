import assert from 'node:assert/strict';
import fs, { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Banlist } from '@palatine/contract';
import { aBan, aBanlist } from '@palatine/testing/banlist-builder';
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

const MAX_USERS = 10_000;

function aList(count: number): Banlist {
  return aBanlist({ UserEntries: Array.from({ length: count }, (_, at) => aBan({ UserId: `steam_${at}` })) });
}

const fileIn = (service: TestService) => join(service.data, 'Banlist.json');
const read = (service: TestService) => JSON.parse(readFileSync(fileIn(service), 'utf8')) as Banlist;
const ban = (service: TestService, id: string) =>
  service.api.banPlayer({ params: { player_identifier: id } });
const unban = (service: TestService, id: string) => service.api.unbanPlayer({ params: { user_id: id } });

test('a full list refuses a ban, and accepts it once another is lifted; the metric counts both', async () => {
  await using service = await startService({ banlist: aList(MAX_USERS) });
  const before = readFileSync(fileIn(service), 'utf8');
  await assert.rejects(ban(service, 'steam_new'), {
    code: 'VALIDATION_FAILED',
    message: /the ban list is full \(10000 users\).*lift a ban, or remove entries from Banlist\.json/,
  });
  assert.equal(readFileSync(fileIn(service), 'utf8'), before);
  await ban(service, 'steam_3'); // already listed
  await unban(service, 'steam_7');
  assert.equal(await service.metric('palatine_bans{list="users",state="active"}'), 9999);
  assert.equal(await service.metric('palatine_bans{list="users",state="lifted"}'), 1);
  await ban(service, 'steam_new');
  const users = read(service).UserEntries.map(({ UserId }) => UserId);
  assert.deepEqual([users.length, users.includes('steam_7'), users.at(-1)], [MAX_USERS, false, 'steam_new']);
});

test('a hand edit beyond the limits is rejected like an invalid file, and the active bans stay', async () => {
  await using service = await startService({ banlist: aList(2) });
  const since = service.game.reads.newestEventId;
  writeFileSync(fileIn(service), JSON.stringify(aList(MAX_USERS + 1)));
  assert.deepEqual(await service.api.reloadConfig(), { Success: false });
  writeFileSync(fileIn(service), ' '.repeat(8 * 1024 * 1024 + 1));
  assert.deepEqual(await service.api.reloadConfig(), { Success: false });
  const { events } = service.game.reads.eventsSince(since);
  const reasons = events.map(({ data }) => (data as { reason: string }).reason);
  assert.match(reasons[0] ?? '', /^Banlist\.json: it holds 10001 users, at most 10000; the file was left/);
  const expected = /^Banlist\.json has 8388609 bytes; at most 8388608 are read; the file was left/;
  assert.match(reasons[1] ?? '', expected);
  assert.equal((await service.api.getBanlist()).Banlist.UserEntries.length, 2);
});

test('an edit with an unread entry that does not fit beside the active bans is rejected as a whole', async () => {
  await using service = await startService({ banlist: aList(MAX_USERS) });
  const UserEntries = [aBan({ UserId: 'steam_new' }), { ...aBan({ UserId: 'steam_0' }), UserId: 'Zoe' }];
  writeFileSync(fileIn(service), JSON.stringify(aBanlist({ UserEntries })));
  const since = service.game.reads.newestEventId;
  assert.deepEqual(await service.api.reloadConfig(), { Success: false });
  assert.match(JSON.stringify(service.game.reads.eventsSince(since).events), /the ban list is full/);
  const { Banlist: list } = await service.api.getBanlist();
  assert.equal(list.UserEntries.length, MAX_USERS);
  assert.ok(!list.UserEntries.some(({ UserId }) => UserId === 'steam_new'));
});

test('a start with a list beyond the bounds is refused in one line', async () => {
  await assert.rejects(startService({ banlist: aList(MAX_USERS + 1) }), {
    message: 'Banlist.json: it holds 10001 users, at most 10000',
  });
});
