import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fillPath, parameterNames, ROUTES, type RouteName, type RouteShape } from '@palatine/contract';
import { sharedChecked } from '@palatine/testing/checked-service';
import type { ResultCode } from '@palatine/testing/contract-assert';
import { rawRequest } from '@palatine/testing/raw-request';

const service = await sharedChecked({ restConfig: { Limits: { 'Max-Body-Bytes': 2048 } } });

const paramsOf = (route: RouteShape): Record<string, string> =>
  Object.fromEntries(parameterNames(route).map((name) => [name, 'steam_nobody']));

/** Sends a body on any method; `fetch` itself refuses bodies on GET. */
async function send(route: RouteShape, body: string | Uint8Array, headers: Record<string, string> = {}) {
  const { status, text } = await rawRequest(service.url + fillPath(route, paramsOf(route)), {
    method: route.method,
    headers: { authorization: `Bearer ${service.token}`, ...headers },
    body,
  });
  return { status, code: (JSON.parse(text) as { Error?: { Code?: string } }).Error?.Code };
}

/** Routes that need no body. */
const OPTIONAL: readonly RouteName[] = [
  ...(['banPlayer', 'unbanPlayer', 'banIP', 'unbanIP', 'kickPlayer'] as const),
  ...(['deleteBase', 'reloadConfig'] as const),
];

/** The codes of a body that is missing and of one that is no object, where they are not VALIDATION_FAILED. */
const CODES: { readonly [Name in RouteName]?: readonly [missing: ResultCode, noObject: ResultCode] } = {
  ...Object.fromEntries(
    ['giveItems', 'givePals', 'givePalEggs', 'givePalTemplates', 'giveProgression']
      .concat(['learnTechnologies', 'forgetTechnologies'])
      .map((name) => [name, ['INVALID_REQUEST', 'INVALID_REQUEST']]),
  ),
  sendPlayerMessage: ['EMPTY_BODY', 'VALIDATION_FAILED'],
  legacyGive: ['LEGACY', 'LEGACY'],
};

const table = Object.entries(ROUTES) as [RouteName, RouteShape][]; // the table's own keys
for (const [name, route] of table) {
  test(`${name} answers 400 INVALID_JSON to a body that is not JSON, whatever its type`, async () => {
    const bytes = [Uint8Array.of(0x7b, 0xff, 0x7d), Uint8Array.of(0x22, 0xc3, 0x22)];
    for (const body of ['{', 'nope', '{"a":1}}', "{'a':1}", '{"a":NaN}', ...bytes, ' ']) {
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'a/b/c']) {
        const headers = { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) };
        const result = await send(route, body, headers);
        assert.deepEqual(result, { status: 400, code: 'INVALID_JSON' }, `${body} as ${type}`);
      }
    }
  });

  test(`${name} answers 413 PAYLOAD_TOO_LARGE to a body over the limit, announced or not`, async () => {
    const large = JSON.stringify({ Reason: 'x'.repeat(1_000_000) });
    const expected = { status: 413, code: 'PAYLOAD_TOO_LARGE' };
    assert.deepEqual(await send(route, large, { 'content-length': String(large.length) }), expected);
    assert.deepEqual(await send(route, large, { 'transfer-encoding': 'chunked' }), expected);
  });

  test(`${name} treats an empty body as no body, with or without a Content-Type`, async () => {
    const without = await send(route, '');
    const typed = await send(route, '', { 'content-type': 'application/json', 'content-length': '0' });
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const chunked = await send(route, '', headers);
    for (const { status, code } of [without, typed, chunked]) {
      assert.notEqual(code, 'INVALID_JSON');
      assert.ok(status < 500);
    }
  });

  if (route.method === 'GET') {
    test(`${name} ignores a JSON body`, async () => {
      assert.deepEqual(await send(route, '{"a":1}', { 'content-length': '7' }), await send(route, ''));
    });
  }
}

test('a compressed body is 415 and named, whatever is in it; identity is none', async () => {
  for (const route of [ROUTES.reloadConfig, ROUTES.giveItems, ROUTES.getPlayers]) {
    for (const coding of ['gzip', 'br', 'Deflate', 'gzip, gzip', 'identity, gzip']) {
      const body = gzipSync('{}');
      const headers = { 'content-encoding': coding, 'content-length': String(body.length) };
      const result = await send(route, body, headers);
      assert.deepEqual(result, { status: 415, code: 'UNSUPPORTED_ENCODING' }, coding);
    }
  }
  for (const headers of [{ 'content-encoding': 'identity' }, { 'content-encoding': 'IDENTITY' }]) {
    assert.equal((await send(ROUTES.reloadConfig, '{}', headers)).status, 200);
  }
  assert.equal(
    (await send(ROUTES.getPlayers, '', { 'content-encoding': 'gzip' })).status,
    200,
    'no body at all',
  );
  const init = { method: 'POST', headers: { 'content-encoding': 'gzip' }, body: gzipSync('{}') };
  const response = await service.fetch('/v1/pdapi/ReloadConfig', init);
  const { Error: error } = (await response.json()) as { Error: { Message: string } };
  assert.match(error.Message, /^the body has the Content-Encoding gzip; .* send it without$/);
});

test('a byte order mark before the JSON is no part of it', async () => {
  const body = Buffer.from('\uFEFF{}');
  const result = await send(ROUTES.getPlayers, body, { 'content-length': String(body.length) });
  assert.deepEqual(result, { status: 200, code: undefined });
});

for (const [name, route] of table.filter(([, { method }]) => method === 'POST')) {
  test(`${name} refuses a body that is missing or no object with its code, and changes nothing`, async () => {
    const params = paramsOf(route);
    const [missing, noObject] = CODES[name] ?? ['VALIDATION_FAILED', 'VALIDATION_FAILED'];
    const headers = { 'content-type': 'application/json' };
    if (!OPTIONAL.includes(name))
      for (const empty of [{}, { raw: '', headers }])
        await service.isRefused(name, { params, ...empty }, missing);
    for (const body of [null, [], [{}], 'text', 5, true])
      await service.isRefused(name, { params, body }, noObject);
  });
}
