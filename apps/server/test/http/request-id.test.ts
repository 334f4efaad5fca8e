import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tokens } from '@palatine/data-dir/token-files';
import type { LiveSettings } from '@palatine/engine/config';
import { logOf } from '@palatine/testing/log-lines';
import { startService } from '@palatine/testing/start-service';
import { makeApp, rateLimit, tokenUse } from '@palatine/web/base-app';
import { Traffic } from '@palatine/web/respond';

test('the response repeats the id of the request, when that is safe', async () => {
  await using service = await startService();
  const path = '/v1/pdapi/version';
  const idOf = async (id: string) =>
    (await service.fetch(path, { headers: { 'x-request-id': id } })).headers.get('x-request-id');
  assert.equal(await idOf('order-7:a/b'), 'order-7:a/b');
  for (const odd of ['two words', '"quoted"', 'x'.repeat(129)])
    assert.match((await idOf(odd)) ?? '', /^\w+-\d+$/);
});

test('a write and a refusal send the id they have in the log, and no two share one', async () => {
  await using service = await startService();
  const broadcast = { method: 'POST', body: '{"Message":"x"}' };
  const answers = await Promise.all([
    service.fetch('/v1/pdapi/Broadcast', broadcast),
    service.fetch('/v1/pdapi/Broadcast', broadcast),
    service.fetch('/v1/pdapi/guild/none'),
    service.fetch('/nothing'),
    service.fetch('/healthz', { method: 'DELETE' }),
  ]);
  const ids = answers.map(({ headers }) => headers.get('x-request-id'));
  for (const id of ids) assert.match(id ?? '', /^\w+-\d+$/);
  assert.equal(new Set(ids).size, ids.length);
});

test('an unexpected error is logged with the id that the client receives', async () => {
  const { log, lines } = logOf('trace');
  // No route of this app reads a token or a body.
  const [tokens, settings] = [{} as Tokens, {} as LiveSettings];
  const [limit, use] = [rateLimit(settings, () => 0), tokenUse(Date.now)];
  const policy = { tokens, settings, limit, use };
  const app = makeApp({ policy, cors: { 'Allowed-Origins': [], 'Max-Age': 0 }, log, traffic: new Traffic() });
  app.get('/broken', () => {
    throw new Error('a bug');
  });
  const answer = await app.inject('/broken?Authorization=hunter2');
  assert.equal(answer.statusCode, 500);
  const line = JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>;
  assert.equal(line.requestId, answer.headers['x-request-id']);
  assert.equal(line.path, '/broken');
  assert.equal((line.err as Error).message, 'a bug');
  assert.ok(!lines.join('').includes('hunter2'));
  await app.close();
});

test('no secret of a header, a query or a body is in the log at its lowest level', async () => {
  const { log, lines } = logOf('trace');
  const wrong = 'wrong-secret-0815';
  await using service = await startService({ log, faults: true });
  const secret = service.addToken('REST.Version.Read');
  for (const authorization of [
    `Bearer ${secret}`,
    `Bearer ${wrong}`,
    wrong,
    `Basic ${Buffer.from(wrong).toString('base64')}`,
  ]) {
    for (const path of ['/version', '/players', `/players?token=${wrong}`, '/Broadcast', '/nothing']) {
      await service.fetch(`/v1/pdapi${path}`, { authorization });
      await service.post(`/v1/pdapi${path}`, `{"Token":"${wrong}"`, { authorization });
    }
    await service.fetch('/metrics', { authorization });
  }
  const logged = lines.join('');
  assert.ok(lines.length > 20, 'the requests are logged');
  for (const text of [secret, wrong, Buffer.from(wrong).toString('base64'), service.token]) {
    assert.ok(!logged.includes(text), text);
  }
});
