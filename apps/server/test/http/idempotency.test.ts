import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { type AuditPage, controlSimulation } from '@palatine/contract';
import { sha256Of } from '@palatine/platform/read-file';
import { testFolder } from '@palatine/platform/testing';
import { logOf } from '@palatine/testing/log-lines';
import { pluck } from '@palatine/testing/pluck';
import { sharedService, startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';
import { aDemo } from '@palatine/testing/worlds';

const HOUR_MS = 3_600_000;

/** For tests whose keys and texts are theirs alone. */
const service = await sharedService();

async function post(service: TestService, path: string, body: unknown, key: string, token = service.token) {
  const init = { authorization: `Bearer ${token}`, headers: { 'idempotency-key': key } };
  const response = await service.post(`/v1/pdapi${path}`, body, init);
  const replayed = response.headers.get('idempotent-replayed') === 'true';
  return { status: response.status, body: await response.text(), replayed };
}

/** Sends one broadcast under one key so often at once. */
const together = (service: TestService, times: number, Message: string, key: string) =>
  Promise.all(Array.from({ length: times }, () => post(service, '/Broadcast', { Message }, key)));

async function timesEmitted(service: TestService, text: string): Promise<number> {
  const events = service.game.reads.eventsSince(0).events as unknown as { data: { text?: string } }[];
  return events.filter(({ data }) => data.text === text).length;
}

test('a repeat with the same key gets the same response, and the write is applied once', async () => {
  const first = await post(service, '/Broadcast', { Message: 'once' }, 'order-1');
  const again = await together(service, 10, 'once', 'order-1');
  assert.deepEqual([first.status, first.replayed], [200, false]);
  for (const { status, body, replayed } of again)
    assert.deepEqual([status, body, replayed], [200, first.body, true]);
  assert.equal(await timesEmitted(service, 'once'), 1);
});

test('of simultaneous writes with one key, one is applied', async () => {
  const result = await together(service, 50, 'race', 'order-2');
  assert.equal(result.filter(({ replayed }) => !replayed).length, 1);
  assert.ok(result.every(({ status }) => status === 200));
  assert.equal(await timesEmitted(service, 'race'), 1);
});

test('a refused permission leaves its key free: once it is given, the same request is done', async () => {
  const { world, beginner } = aDemo();
  await using service = await startService({ world });
  const file = join(service.data, 'RESTAPI', 'Tokens', 'chat.json');
  const permissions = (Permissions: string[]) =>
    writeFileSync(file, JSON.stringify({ Name: 'Chat', Token: 'chat', Permissions }));
  const send = () => {
    const body = { SendType: 'PlayerChat', Message: 'hello', UserID: beginner.userId };
    return post(service, '/SendPlayerMessage', body, 'm1', 'chat');
  };
  permissions(['REST.Messages.Send.GuildChat']);
  assert.equal((await send()).status, 403);
  permissions(['REST.Messages.Send.*']);
  await until('the permission counts', async () => (await send()).status === 200);
  assert.equal((await send()).replayed, true);
});

test('a refusal of the legacy give leaves its key free', async () => {
  const { world, beginner } = aDemo();
  await using service = await startService({ world });
  const give = (EXP: number) => post(service, '/give', { UserID: beginner.userId, EXP }, 'order-give');
  const refused = await give(0);
  assert.deepEqual([refused.status, /^\{"Errors":1,/.test(refused.body)], [400, true]);
  const applied = await give(5);
  assert.deepEqual([applied.status, applied.replayed], [200, false]);
  assert.equal((await give(5)).replayed, true);
});

test('of writes with one key that share a commit, a refused first leaves the key to the second', async () => {
  const clock = new TestClock();
  await using service = await startService({ faults: true, clock });
  await service.api.call(controlSimulation, { body: { FreezeMs: 100 } });
  const sent = [];
  for (const [path, body] of [
    ['/kick/steam_1', {}],
    ['/Broadcast', { Message: 'second' }],
    ['/Broadcast', { Message: 'second' }],
    ['/Broadcast', { Message: 'third' }],
  ] as const) {
    sent.push(post(service, path, body, 'order-shared'));
    await until('it waits', () => service.game.writes.queue.depth === sent.length);
  }
  clock.advance(100);
  const ends = await Promise.all(sent);
  assert.deepEqual(pluck(ends, 'status'), [404, 200, 200, 422]);
  assert.deepEqual(pluck(ends, 'replayed'), [false, false, true, false]);
  assert.equal(await timesEmitted(service, 'second'), 1);
});

test('the same key with another route or body is 422 IDEMPOTENCY_KEY_REUSED, and nothing is applied', async () => {
  await post(service, '/Broadcast', { Message: 'first' }, 'order-4');
  for (const [path, body] of [
    ['/Broadcast', { Message: 'second' }],
    ['/Alert', { Message: 'first' }],
    ['/ban/steam_1', { Message: 'first' }],
  ] as const) {
    const result = await post(service, path, body, 'order-4');
    assert.equal(result.status, 422);
    assert.match(result.body, /IDEMPOTENCY_KEY_REUSED/);
  }
  assert.equal(await timesEmitted(service, 'second'), 0);
});

test('two tokens of one name do not share keys, and the log says once that the audit cannot tell them apart', async () => {
  const { log, lines } = logOf('warn');
  await using service = await startService({ log });
  const [first, second] = [service.addToken('*', { Name: 'Shop' }), service.addToken('*', { Name: 'Shop' })];
  for (const token of [first, second]) {
    const sale = await post(service, '/Broadcast', { Message: 'sold' }, 'o1', token);
    assert.deepEqual([sale.status, sale.replayed], [200, false]);
    assert.equal((await post(service, '/Broadcast', { Message: 'sold' }, 'o1', token)).replayed, true);
  }
  assert.equal(await timesEmitted(service, 'sold'), 2);
  service.addToken('*');
  assert.equal((await service.fetch('/v1/pdapi/version', { authorization: 'Bearer unknown' })).status, 401);
  const warnings = lines.filter((line) => line.includes('"Shop"'.replaceAll('"', '\\"')));
  assert.equal(warnings.length, 1, lines.join(''));
  assert.ok(warnings[0]?.includes(`${first}.json`) && warnings[0].includes(`${second}.json`));
});

test('a key stays with its token when its file gives it another name', async () => {
  const file = (name: string) => join(service.data, 'RESTAPI', 'Tokens', name);
  const write = (name: string, Name: string) =>
    writeFileSync(file(name), JSON.stringify({ Name, Token: 'shop', Permissions: '*' }));
  write('shop.json', 'Shop');
  await post(service, '/Broadcast', { Message: 'kept' }, 'o1', 'shop');
  write('shop.json', 'Webshop');
  const audited = async () => {
    const answer = await service.fetch('/v1/palatine/audit?Token=Webshop');
    return ((await answer.json()) as AuditPage).Entries.length > 0;
  };
  await until('the new name counts', async () => {
    assert.equal((await post(service, '/Broadcast', { Message: 'kept' }, 'o1', 'shop')).replayed, true);
    return audited();
  });
});

test('the store names a token by neither its secret nor the hash that a token file may hold', async () => {
  await post(service, '/Broadcast', { Message: 'x' }, 'o1');
  using database = new DatabaseSync(join(service.data, 'world.db'), { readOnly: true });
  const { token } = database.prepare('select token from outcomes').get() as { token: string };
  assert.match(token, /^[0-9a-f]{64}$/);
  assert.ok(token !== service.token && token !== sha256Of(service.token), token);
});

test('a key is good for 24 hours, and then the same request is done again', async () => {
  const clock = new TestClock();
  await using service = await startService({ clock });
  const send = () => post(service, '/Broadcast', { Message: 'daily' }, 'order-7');
  assert.equal((await send()).replayed, false);
  clock.suspend(24 * HOUR_MS - 1);
  assert.equal((await send()).replayed, true);
  clock.advance(1);
  assert.equal((await send()).replayed, false);
  assert.equal(await timesEmitted(service, 'daily'), 2);
  clock.suspend(24 * HOUR_MS - 1);
  assert.equal((await send()).replayed, true, 'and 24 hours again from there');
});

for (const hours of [25, -25]) {
  test(`a wall clock set ${hours} hours on changes nothing: the key is still good`, async () => {
    const clock = new TestClock();
    await using service = await startService({ clock });
    const send = () => post(service, '/Broadcast', { Message: 'jumped' }, 'order-8');
    assert.equal((await send()).replayed, false);
    clock.jump(hours * HOUR_MS);
    assert.equal((await send()).replayed, true);
    clock.suspend(24 * HOUR_MS - 1);
    assert.equal((await send()).replayed, true);
    clock.advance(1);
    assert.equal((await send()).replayed, false);
  });

  test(`a wall clock set ${hours} hours on across a restart changes nothing either`, async () => {
    const data = testFolder();
    const send = (service: TestService) => post(service, '/Broadcast', { Message: 'jumped' }, 'order-9');
    const first = await startService({ data, clock: new TestClock() });
    await send(first);
    await first.stop();
    const clock = new TestClock();
    clock.jump(hours * HOUR_MS);
    await using second = await startService({ data, clock });
    assert.equal((await send(second)).replayed, true);
  });
}

test('the age of a key goes on after a restart where it was; the time in between does not count', async () => {
  const data = testFolder();
  const send = (service: TestService) => post(service, '/Broadcast', { Message: 'aged' }, 'order-10');
  const clock = new TestClock();
  const first = await startService({ data, clock });
  await send(first);
  clock.suspend(23 * HOUR_MS);
  await first.stop();
  clock.suspend(100 * HOUR_MS);
  await using second = await startService({ data, clock });
  clock.suspend(HOUR_MS - 1);
  assert.equal((await send(second)).replayed, true);
  clock.advance(1);
  assert.equal((await send(second)).replayed, false);
});

test('a token with as many keys as it may have is refused one more, and nothing is applied', async () => {
  const clock = new TestClock();
  await using service = await startService({ clock, keysPerToken: 2 });
  const send = (Message: string, token?: string) =>
    post(service, '/Broadcast', { Message }, `key of ${Message}`.replaceAll(' ', '-'), token);
  assert.equal((await post(service, '/kick/steam_1', {}, 'refused')).status, 404, 'which takes no key');
  for (const text of ['one', 'two']) assert.equal((await send(text)).status, 200);
  const refused = await send('three');
  assert.equal(refused.status, 503);
  assert.match(refused.body, /"SERVER_BUSY","Message":"the token has used 2 idempotency keys/);
  assert.equal(await timesEmitted(service, 'three'), 0);
  assert.equal((await send('one')).replayed, true, 'what it has is not forgotten');
  assert.equal((await send('three', service.addToken('*'))).status, 200, 'another token has its own keys');
  await service.api.broadcast({ body: { Message: 'without a key' }, idempotencyKey: false });

  clock.advance(10_000);
  assert.equal(await service.metric('palatine_idempotency_keys'), 3);
  clock.suspend(24 * HOUR_MS);
  assert.equal(await service.metric('palatine_idempotency_keys'), 0);
  assert.deepEqual([(await send('three')).status, (await send('four')).status], [200, 200]);
});

test('keys of one commit count together', async () => {
  const clock = new TestClock();
  await using service = await startService({ faults: true, clock, keysPerToken: 3 });
  await service.api.call(controlSimulation, { body: { FreezeMs: 100 }, idempotencyKey: false });
  const sent = Array.from({ length: 5 }, (_, index) =>
    post(service, '/Broadcast', { Message: `of five ${index}` }, `five-${index}`),
  );
  await until('all wait', () => service.game.writes.queue.depth === 5);
  clock.advance(100);
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [200, 200, 200, 503, 503]);
});

test('keys that cannot be looked up fail their requests, and no others', async () => {
  await using service = await startService();
  using database = new DatabaseSync(join(service.data, 'world.db'));
  database.exec('drop table outcomes');
  const failed = await post(service, '/Broadcast', { Message: 'keyed' }, 'order-11');
  assert.equal(failed.status, 500);
  assert.match(failed.body, /"INTERNAL_ERROR"/);
  assert.equal(await timesEmitted(service, 'keyed'), 0);
  await service.api.broadcast({ body: { Message: 'unkeyed' }, idempotencyKey: false });
  assert.equal(await timesEmitted(service, 'unkeyed'), 1);
  assert.equal(await service.metric('palatine_storage_failures_total{of="command"}'), 1);
});

test('a malformed key is VALIDATION_FAILED', async () => {
  for (const key of ['', 'with space', 'x'.repeat(256)]) {
    assert.equal((await post(service, '/Broadcast', { Message: 'x' }, key)).status, 400, key);
  }
});
