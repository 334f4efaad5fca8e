import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Refusal, ROUTES } from '@palatine/contract';
import { startService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { type RequestPolicy, rateLimit } from '@palatine/web/base-app';

const aToken = (id = 'shop') => ({ id, name: 'Shop', permissions: [], answerForm: undefined });

const settingsOf = (perSecond: number) =>
  ({ current: { rest: { Limits: { 'Requests-Per-Second': perSecond } } } }) as RequestPolicy['settings']; // all that is read

function refusalOf(work: () => void): Refusal | undefined {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error;
  }
  return undefined;
}

test('a token, read again each time, may send the requests of two seconds at once, then as many as refill', () => {
  let nowMs = 0;
  const limit = rateLimit(settingsOf(5), () => nowMs);
  for (let sent = 0; sent < 10; sent++) limit.count(aToken());
  const refusal = refusalOf(() => limit.count(aToken()));
  assert.equal(refusal?.code, 'RATE_LIMITED');
  assert.deepEqual(refusal?.details, { RetryAfter: 1 });
  nowMs += 200;
  limit.count(aToken());
  assert.ok(refusalOf(() => limit.count(aToken())));
  nowMs += 3_600_000;
  for (let sent = 0; sent < 10; sent++) limit.count(aToken());
  const holds = refusalOf(() => limit.count(aToken()));
  assert.ok(holds, 'what a long quiet saves up is bounded');
});

test('below one request a second, RetryAfter is longer than a second', () => {
  let nowMs = 0;
  const limit = rateLimit(settingsOf(0.1), () => nowMs);
  const token = aToken();
  limit.count(token);
  assert.deepEqual(refusalOf(() => limit.count(token))?.details, { RetryAfter: 10 });
  nowMs += 10_001;
  limit.count(token);
});

test('each token has its own limit, and 0 limits none', () => {
  const settings = settingsOf(1);
  const limit = rateLimit(settings, () => 0);
  const [first, second] = [aToken('one'), aToken('other')];
  limit.count(first);
  limit.count(first);
  assert.ok(refusalOf(() => limit.count(first)));
  limit.count(second);
  settings.current.rest.Limits['Requests-Per-Second'] = 0;
  for (let sent = 0; sent < 1000; sent++) limit.count(first);
});

test('over HTTP it is 429 with Retry-After, before the permission, and a busy token leaves the others alone', async () => {
  const clock = new TestClock();
  const restConfig = { Limits: { 'Requests-Per-Second': 1 } };
  await using service = await startService({ clock, restConfig });
  const busy = service.addToken('REST.Nothing');
  const send = () => service.fetch('/v1/pdapi/players', { authorization: `Bearer ${busy}` });
  assert.deepEqual([(await send()).status, (await send()).status], [403, 403]);
  const refused = await send();
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '1');
  const { Error: error } = (await refused.json()) as { Error: { Code: string; Details: object } };
  assert.deepEqual([error.Code, error.Details], ['RATE_LIMITED', { RetryAfter: 1 }]);
  const unknown = await service.fetch('/v1/pdapi/nothing', { authorization: `Bearer ${busy}` });
  assert.equal(unknown.status, 429, 'paths without a route count too');
  assert.equal((await service.fetch('/v1/pdapi/players')).status, 200);
  clock.advance(999);
  assert.equal((await send()).status, 429);
  clock.advance(1);
  assert.equal((await send()).status, 403);
});

test('ReloadConfig changes the limit at once, and a write it refuses is not audited', async () => {
  await using service = await startService({ restConfig: { Limits: { 'Requests-Per-Second': 0.001 } } });
  const busy = service.addToken('*');
  const say = () =>
    service.post('/v1/pdapi/Broadcast', '{"Message":"x"}', { authorization: `Bearer ${busy}` });
  assert.equal((await say()).status, 200);
  assert.equal((await say()).status, 429);
  const { Entries } = (await (await service.fetch('/v1/palatine/audit')).json()) as { Entries: object[] };
  assert.equal(Entries.length, 1);
  writeFileSync(join(service.data, 'RESTAPI', 'RESTConfig.json'), '{}');
  const manager = service.addToken(ROUTES.reloadConfig.permission);
  const reload = { method: 'POST', authorization: `Bearer ${manager}` };
  assert.equal((await service.fetch('/v1/pdapi/ReloadConfig', reload)).status, 200);
  for (let sent = 0; sent < 20; sent++) assert.equal((await say()).status, 200);
});
