import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Banlist } from '@palatine/contract';
import { aBan, aBanlist } from '@palatine/testing/banlist-builder';
import { startService, type TestService } from '@palatine/testing/start-service';

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
