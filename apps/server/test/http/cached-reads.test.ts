import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fillPath, pathOf, queryText, ROUTES } from '@palatine/contract';
import { getRaw, type RawResponse } from '@palatine/testing/raw-request';
import { sampleCalls } from '@palatine/testing/sample-calls';
import { startService, type TestService } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';
import { QUERIES } from '@palatine/world/queries';

type Headers = Record<string, string>;

const CODINGS: Headers[] = [
  {},
  { 'accept-encoding': 'br, gzip' },
  { 'accept-encoding': 'gzip' },
  { 'accept-encoding': 'deflate' },
];

/** The first request makes the response, the second finds it in memory. */
async function assertAlike(service: TestService, path: string, headers: Headers): Promise<void> {
  const fresh = await getRaw(service, path, headers);
  const cached = await getRaw(service, path, headers);
  assert.deepEqual(withoutDate(cached), withoutDate(fresh), `${path} ${JSON.stringify(headers)}`);
}

function withoutDate({ headers: { date: _, ...headers }, ...response }: RawResponse) {
  return { ...response, headers };
}

const PLAYERS = pathOf(ROUTES.getPlayers);

test('a read from memory is the same as the first: status, headers and bytes', async () => {
  await using service = await startService();
  const calls = (await sampleCalls(service)).filter(({ name }) => Object.hasOwn(QUERIES, name));
  assert.ok(calls.length >= Object.keys(QUERIES).length);
  for (const { route, params, query } of calls) {
    const url = fillPath(route, params) + queryText(query);
    for (const headers of CODINGS) await assertAlike(service, url, headers);
    const { headers } = await getRaw(service, url);
    const etag = String(headers.etag);
    for (const coding of CODINGS) {
      await assertAlike(service, url, { ...coding, 'if-none-match': etag });
      await assertAlike(service, url, { ...coding, 'if-none-match': '"other"' });
    }
  }
});

test('a cached read still needs its token and its permission', async () => {
  await using service = await startService();
  for (let count = 0; count < 3; count++) await getRaw(service, PLAYERS);
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
  const statusOf = async (headers: Headers) => (await getRaw(service, PLAYERS, headers)).status;
  assert.equal(await statusOf(bearer('nobody')), 401);
  assert.equal(await statusOf({ authorization: '' }), 401);
  assert.equal(await statusOf(bearer(service.addToken('REST.Guilds.Read'))), 403);
  const panel = service.addToken('REST.Players.Read');
  assert.equal(await statusOf(bearer(panel)), 200);
  rmSync(join(service.data, 'RESTAPI', 'Tokens', `${panel}.json`));
  await until('the token is revoked', async () => (await statusOf(bearer(panel))) === 401);
});

test('cached reads count against the rate limit of their token', async () => {
  await using service = await startService({ restConfig: { Limits: { 'Requests-Per-Second': 5 } } });
  const panel = { authorization: `Bearer ${service.addToken('*')}` };
  const statuses: number[] = [];
  for (let count = 0; count < 14; count++) statuses.push((await getRaw(service, PLAYERS, panel)).status);
  const holds = statuses.slice(0, 10).every((status) => status === 200);
  assert.ok(holds, statuses.join(' '));
  assert.ok(statuses.includes(429), statuses.join(' '));
});
