import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newFolder, startService, type TestService } from '../harness/start-service.ts';
import { TestClock } from '../harness/test-clock.ts';

interface Result {
  status: number;
  body: string;
  replayed: boolean;
}

async function post(
  service: TestService,
  path: string,
  body: unknown,
  key: string,
  token = service.token,
): Promise<Result> {
  const response = await service.fetch(`/v1/pdapi${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    authorization: `Bearer ${token}`,
    headers: { 'idempotency-key': key },
  });
  return {
    status: response.status,
    body: await response.text(),
    replayed: response.headers.get('idempotent-replayed') === 'true',
  };
}

async function timesEmitted(service: TestService, text: string): Promise<number> {
  const events = (await service.game.eventsSince(0)).events as unknown as { data: { text?: string } }[];
  return events.filter(({ data }) => data.text === text).length;
}

test('a repeat with the same key gets the same response, and the write is applied once', async () => {
  await using service = await startService();
  const first = await post(service, '/Broadcast', { Message: 'once' }, 'order-1');
  const again = await Promise.all(
    Array.from({ length: 10 }, () => post(service, '/Broadcast', { Message: 'once' }, 'order-1')),
  );
  assert.deepEqual([first.status, first.replayed], [200, false]);
  for (const { status, body, replayed } of again)
    assert.deepEqual([status, body, replayed], [200, first.body, true]);
  assert.equal(await timesEmitted(service, 'once'), 1);
});

test('of simultaneous writes with one key, one is applied', async () => {
  await using service = await startService();
  const result = await Promise.all(
    Array.from({ length: 50 }, () => post(service, '/Broadcast', { Message: 'race' }, 'order-2')),
  );
  assert.equal(result.filter(({ replayed }) => !replayed).length, 1);
  assert.ok(result.every(({ status }) => status === 200));
  assert.equal(await timesEmitted(service, 'race'), 1);
});

test('a refusal is an outcome too', async () => {
  await using service = await startService();
  const first = await post(service, '/unban/steam_1', {}, 'order-3');
  assert.equal(first.status, 404);
  await service.api.banPlayer({ params: { player_identifier: 'steam_1' } });
  const again = await post(service, '/unban/steam_1', {}, 'order-3');
  assert.deepEqual([again.status, again.body, again.replayed], [404, first.body, true]);
});

test('the same key with another route or body is 422 IDEMPOTENCY_KEY_REUSED, and nothing is applied', async () => {
  await using service = await startService();
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

test('a key belongs to its token', async () => {
  await using service = await startService();
  const other = service.addToken('*');
  await post(service, '/Broadcast', { Message: 'mine' }, 'order-5');
  const result = await post(service, '/Broadcast', { Message: 'theirs' }, 'order-5', other);
  assert.deepEqual([result.status, result.replayed], [200, false]);
});

test('outcomes outlive a restart', async () => {
  const data = newFolder();
  const first = await startService({ data });
  await post(first, '/Broadcast', { Message: 'before' }, 'order-6');
  await first.stop();
  await using second = await startService({ data });
  assert.equal((await post(second, '/Broadcast', { Message: 'before' }, 'order-6')).replayed, true);
  assert.equal(await timesEmitted(second, 'before'), 1);
});

test('a key is good for 24 hours, and then the same request is done again', async () => {
  const clock = new TestClock();
  await using service = await startService({ clock });
  const send = () => post(service, '/Broadcast', { Message: 'daily' }, 'order-7');
  assert.equal((await send()).replayed, false);
  clock.advance(24 * 3_600_000 - 1);
  assert.equal((await send()).replayed, true);
  clock.advance(1);
  assert.equal((await send()).replayed, false);
  assert.equal(await timesEmitted(service, 'daily'), 2);
  clock.advance(24 * 3_600_000 - 1);
  assert.equal((await send()).replayed, true, 'and 24 hours again from there');
});

test('a malformed key is VALIDATION_FAILED', async () => {
  await using service = await startService();
  for (const key of ['', 'with space', 'x'.repeat(256)]) {
    assert.equal((await post(service, '/Broadcast', { Message: 'x' }, key)).status, 400, key);
  }
});
