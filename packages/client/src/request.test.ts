import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { PalatineError, UnansweredError } from './errors.ts';
import { headersOf } from './read-response.ts';
import {
  cannotBeReached,
  type Reaction,
  refuses,
  responds,
  scriptedService,
  staysSilent,
} from './testing/scripted-service.ts';

const message = { body: { Message: 'hello' } };
const keysOf = (requests: Request[]) => requests.map(({ headers }) => headers.get('idempotency-key'));

const PASSING: [string, Reaction][] = [
  ['a fault of the network', cannotBeReached],
  ['SERVER_BUSY', refuses(503, 'SERVER_BUSY')],
  ['REQUEST_TIMEOUT', refuses(500, 'REQUEST_TIMEOUT')],
  ['OUTCOME_UNKNOWN', refuses(504, 'OUTCOME_UNKNOWN')],
  ["a proxy's 502", () => new Response('<html>', { status: 502 })],
];

for (const [name, fault] of PASSING) {
  test(`after ${name} a write is sent again with the same key, and a read without one`, async () => {
    const written = scriptedService([fault, fault, responds(200, { Success: true })]);
    assert.deepEqual(await written.client.broadcast(message), { Success: true });
    const [key, ...others] = keysOf(written.requests);
    assert.match(key ?? '', /^[0-9a-f-]{36}$/);
    assert.deepEqual(others, [key, key]);

    const read = scriptedService([fault, responds(200, { Version: 1 })]);
    await read.client.getBanlist();
    assert.deepEqual(keysOf(read.requests), [null, null]);
  });
}

for (const [status, code] of [
  [400, 'VALIDATION_FAILED'],
  [401, 'INVALID_TOKEN'],
  [404, 'PLAYER_NOT_FOUND'],
  [500, 'INTERNAL_ERROR'],
  [500, 'GRANT_FAILED'],
] as const) {
  test(`${code} is final: nothing is sent again`, async () => {
    const { client, requests } = scriptedService([refuses(status, code)]);
    await assert.rejects(client.broadcast(message), { name: 'PalatineError', code, status });
    assert.equal(requests.length, 1);
  });
}

test('two writes have two keys, and a caller may choose one', async () => {
  const { client, requests } = scriptedService([responds(200, { Success: true })]);
  await client.broadcast(message);
  await client.broadcast(message);
  await client.broadcast({ ...message, idempotencyKey: 'order-1' });
  const [first, second, third] = keysOf(requests);
  assert.notEqual(first, second);
  assert.equal(third, 'order-1');
});

test('a write without a key is sent again only when nothing was applied', async () => {
  const unkeyed = { ...message, idempotencyKey: false } as const;
  const lost = scriptedService([cannotBeReached]);
  await assert.rejects(lost.client.broadcast(unkeyed), { code: 'UNREACHABLE', idempotencyKey: undefined });
  assert.deepEqual(keysOf(lost.requests), [null]);
  const unknown = scriptedService([refuses(504, 'OUTCOME_UNKNOWN')]);
  await assert.rejects(unknown.client.broadcast(unkeyed), { code: 'OUTCOME_UNKNOWN' });
  assert.deepEqual(keysOf(unknown.requests), [null]);
  const busy = scriptedService([refuses(503, 'SERVER_BUSY'), responds(200, { Success: true })]);
  await busy.client.broadcast(unkeyed);
  assert.equal(busy.requests.length, 2);
});

test('a write whose response was lost is not reported as not applied, even if a later attempt fails', async () => {
  const { client, requests } = scriptedService([cannotBeReached, refuses(503, 'SERVER_BUSY')]);
  const error = await client.broadcast(message).catch((caught: unknown) => caught);
  assert.ok(error instanceof UnansweredError);
  assert.equal(error.idempotencyKey, keysOf(requests)[0]);
  assert.equal(requests.length, 4);
});

test('retries end after `attempts`, and may be switched off', async () => {
  const { client, requests } = scriptedService([cannotBeReached]);
  const error = await client.broadcast(message).catch((caught: unknown) => caught);
  assert.ok(error instanceof UnansweredError);
  assert.match(error.message, /ECONNREFUSED/);
  assert.equal(error.idempotencyKey, keysOf(requests)[0]);
  assert.equal(requests.length, 4);
  await assert.rejects(client.broadcast({ ...message, retry: false }), { code: 'UNREACHABLE' });
  assert.equal(requests.length, 5);
  await assert.rejects(client.broadcast({ ...message, retry: { attempts: 2, firstDelayMs: 1 } }));
  assert.equal(requests.length, 7);
});

test('a retry waits for Retry-After, unless that is longer than the longest delay', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const busy = (seconds: string) => refuses(503, 'SERVER_BUSY', { 'retry-after': seconds });
  const soon = scriptedService([busy('1'), responds(200, { Success: true })]);
  const answered = soon.client.broadcast(message);
  for (let turn = 0; turn < 20; turn++) await setImmediate(); // the first answer is read, and the delay has begun
  t.mock.timers.tick(999);
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  assert.equal(soon.requests.length, 1);
  t.mock.timers.tick(1);
  await answered;
  assert.equal(soon.requests.length, 2);

  const late = scriptedService([busy('3600')]);
  await assert.rejects(late.client.broadcast(message), { code: 'SERVER_BUSY', retryAfterSeconds: 3600 });
  assert.equal(late.requests.length, 1);
});

test('a service that does not answer in time is TIMED_OUT', async () => {
  const { client, requests } = scriptedService([staysSilent], {
    timeoutMs: 20,
    retry: { attempts: 2, firstDelayMs: 1 },
  });
  await assert.rejects(client.getPlayers(), { name: 'UnansweredError', code: 'TIMED_OUT' });
  assert.equal(requests.length, 2);
});

test('an abort ends a call with its own reason, during a request and between two', async () => {
  const reason = new Error('the shop closes');
  for (const fault of [staysSilent, refuses(503, 'SERVER_BUSY', { 'retry-after': '9' })]) {
    const { client, requests } = scriptedService([fault]);
    const control = new AbortController();
    setTimeout(() => control.abort(reason), 20);
    await assert.rejects(client.broadcast({ ...message, signal: control.signal }), reason);
    await assert.rejects(client.broadcast({ ...message, signal: control.signal }), reason);
    assert.equal(requests.length, 1);
  }
});

test('a response of something other than the service is UNREADABLE', async () => {
  for (const [status, body] of [
    [200, '<html>'],
    [200, '[]'],
    [200, 'null'],
    [404, '<html>'],
    [404, '{"error":"nope"}'],
    [301, ''],
  ] as const) {
    const { client, requests } = scriptedService([() => new Response(body, { status })]);
    await assert.rejects(client.getPlayers(), { code: 'UNREADABLE', status }, body);
    assert.equal(requests.length, 1);
  }
});

test('the failure form of the legacy route is VALIDATION_FAILED, with every message', async () => {
  const answer = { Errors: 2, Error: { EXP: ['EXP: must be positive'], Items: ['Item 1: unknown'] } };
  const { client } = scriptedService([responds(400, answer)]);
  const error = await client.legacyGive({ body: { UserID: 'steam_1', EXP: -1 } }).catch((caught) => caught);
  assert.ok(error instanceof PalatineError);
  assert.deepEqual([error.status, error.code, error.answer], [400, 'VALIDATION_FAILED', answer]);
  assert.deepEqual(error.details.Problems, [
    { Path: '/EXP', Message: 'EXP: must be positive' },
    { Path: '/Items', Message: 'Item 1: unknown' },
  ]);
});

test('an unchanged reply comes from the cache, and callers may change their copy', async () => {
  const { client, requests } = scriptedService([
    responds(200, { Players: ['Zoe'] }, { etag: '"1"' }),
    responds(304, ''),
  ]);
  const first = (await client.getPlayers()) as unknown as { Players: string[] };
  first.Players.push('nobody');
  assert.deepEqual(await client.getPlayers(), { Players: ['Zoe'] });
  const etags = requests.map(({ headers }) => headers.get('if-none-match'));
  assert.deepEqual(etags, [null, '"1"']);

  const without = scriptedService([responds(200, {}, { etag: '"1"' })], { cache: false });
  await without.client.getPlayers();
  await without.client.getPlayers();
  assert.equal(without.requests[1]?.headers.get('if-none-match'), null);
});

test('a parameter is encoded and stays one segment of the path', async () => {
  const { client, requests } = scriptedService([responds(200, {})]);
  await client.getPlayer({ params: { player_identifier: 'a/../b?c#d %' } });
  assert.equal(requests[0]?.url, 'http://service.test/v1/pdapi/player/a%2F..%2Fb%3Fc%23d%20%25');
  await assert.rejects(client.getPlayer({ params: { player_identifier: '..' } }), TypeError);
  await client.getBanlist({ query: { q: 'a&b', active: 'true' } });
  assert.equal(requests[1]?.url, 'http://service.test/v1/pdapi/banlist?q=a%26b&active=true');
});

test('the service may be under a path, behind a proxy', async () => {
  const { client, requests } = scriptedService([responds(200, {})], { url: 'https://panel.test/world-1/' });
  await client.getPlayers();
  assert.equal(requests[0]?.url, 'https://panel.test/world-1/v1/pdapi/players');
});

test('the headers of a response are known by its reply', async () => {
  const waits = () =>
    new Response('{"Granted":{"Items":1}}', { headers: { 'palatine-delivery': 'pending; id=A' } });
  const { client } = scriptedService([waits]);
  assert.equal(headersOf(await client.broadcast(message))?.get('palatine-delivery'), 'pending; id=A');
  assert.equal(headersOf({}), undefined);
});
