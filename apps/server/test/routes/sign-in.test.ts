import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { logOf } from '@palatine/testing/log-lines';
import { startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';

const MINUTE_MS = 60_000;

const codeOf = (service: TestService) => new URL(service.newSignInLink()).hash.slice('#code='.length);

async function exchange(service: TestService, Code: string) {
  const response = await service.post('/v1/palatine/sign-in', { Code }, { authorization: '' });
  const { Error: error, ...answer } = (await response.json()) as Record<string, string> & {
    Error?: { Code: string; Message: string };
  };
  return { status: response.status, answer, error };
}

async function assertRefused(service: TestService, code: string): Promise<void> {
  const { status, error } = await exchange(service, code);
  assert.deepEqual([status, error?.Code], [403, 'SIGN_IN_REFUSED']);
  assert.match(error?.Message ?? '', /starting Palatine again in a terminal prints a new link/);
}

test('a sign-in link gives a browser a token of its own, once, which is kept as a hash and can be revoked', async () => {
  const { log, lines } = logOf('trace');
  await using service = await startService({ log });
  const code = codeOf(service);
  const { status, answer } = await exchange(service, code);
  assert.equal(status, 200);
  const { Token: secret = '', Expires = '' } = answer;
  assert.equal(await service.statusFor(secret), 200);
  assert.ok(Date.parse(Expires) > Date.now());
  const { Token } = await service.json<{ Token: { Name: string; Permissions: string[] } }>(
    '/v1/palatine/session',
    { authorization: `Bearer ${secret}` },
  );
  assert.match(Token.Name, /^Browser [0-9a-f]{6}$/);
  assert.deepEqual(Token.Permissions, ['*']);
  const { Entries } = await service.api.getAudit();
  assert.deepEqual(
    Entries.map((entry) => [entry.Token, entry.Route, entry.Outcome]),
    [[Token.Name, 'POST /v1/palatine/sign-in', 'OK']],
  );
  await assertRefused(service, code);

  const folder = join(service.data, 'RESTAPI', 'Tokens');
  const stored = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  for (const text of [...stored, ...lines, JSON.stringify(Entries)]) {
    assert.ok(!text.includes(code) && !text.includes(secret), text);
  }
  const second = await exchange(service, codeOf(service));
  assert.equal(await service.statusFor(second.answer.Token ?? ''), 200);
  assert.equal(await service.statusFor(secret), 200, 'the first browser stays signed in');
});

test('a code is refused after 15 minutes, after a newer one, and if it is wrong', async () => {
  const clock = new TestClock();
  await using service = await startService({ clock });
  const late = codeOf(service);
  clock.advance(15 * MINUTE_MS);
  await assertRefused(service, late);
  const older = codeOf(service);
  const newest = codeOf(service);
  await assertRefused(service, older);
  await assertRefused(service, 'wrong');
  assert.equal((await exchange(service, newest)).status, 200);
});

test('wrong codes of an address are limited', async () => {
  await using service = await startService({ clock: new TestClock() });
  for (let tries = 0; tries < 10; tries++) await assertRefused(service, 'wrong');
  assert.equal((await exchange(service, codeOf(service))).status, 429);
});
