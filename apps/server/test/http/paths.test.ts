import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillPath, parameterNames, ROUTES, type RouteShape } from '@palatine/contract';
import { sharedService } from '@palatine/testing/start-service';

const service = await sharedService();

async function codeOf(response: Response): Promise<string> {
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  return ((await response.json()) as { Error: { Code: string } }).Error.Code;
}

const UNKNOWN = [
  '',
  '/',
  '/playerz',
  '/players/x',
  '/player',
  '/PLAYERS',
  '/broadcast',
  '/../players',
  '//players',
  '/players;x',
];

for (const path of UNKNOWN) {
  test(`/v1/pdapi${path} is not a route: 401 without a token, 404 ROUTE_NOT_FOUND with one`, async () => {
    const target = `/v1/pdapi${path}`;
    // fetch resolves the dots of a path, so the server sees the resolved path as well.
    const inside = new URL(target, 'http://x').pathname.startsWith('/v1/pdapi');
    const without = await service.fetch(target, { authorization: '' });
    assert.equal(without.status, inside ? 401 : 404);
    const withToken = await service.fetch(target);
    assert.equal(withToken.status, 404);
    assert.equal(await codeOf(withToken), 'ROUTE_NOT_FOUND');
  });
}

test('slashes that a base URL has too many are dropped: repeated at the start, one at the end', async () => {
  const answer = async (path: string) => {
    const response = await service.fetch(path);
    return [response.status, await response.text()];
  };
  for (const path of [
    '/v1/pdapi/version',
    '/v1/pdapi/players',
    '/v1/pdapi/banlist?active=true',
    '/v1/pdapi/player',
    '/healthzz',
  ]) {
    const plain = await answer(path);
    const [before = '', query] = path.split('?');
    const end = query === undefined ? '' : `?${query}`;
    for (const written of [`/${path}`, `///${path}`, `${before}/${end}`, `//${before}/${end}`]) {
      for (let count = 0; count < 3; count++) assert.deepEqual(await answer(written), plain, written);
    }
  }
  for (const path of ['/healthz/', '//readyz', '/openapi.json/', '/metrics/', '//v1/palatine/world/']) {
    assert.equal((await service.fetch(path)).status, 200, path);
  }
  const give = await service.fetch('/v1/pdapi/give/');
  assert.deepEqual([give.status, give.headers.get('allow')], [405, 'POST']);
  const posted = await service.post('//v1/pdapi/ReloadConfig/');
  assert.equal(posted.status, 200);
  const refused = await service.fetch('//v1/pdapi/ReloadConfig/');
  assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'POST']);
});

test('other slashes and cases of a path are as they are: 404', async () => {
  for (const path of [
    '/v1//pdapi/version',
    '/v1/pdapi//version',
    '/v1/pdapi/version//',
    '/V1/PDAPI/VERSION',
    '/HEALTHZ',
  ]) {
    const response = await service.fetch(path);
    assert.equal(response.status, 404, path);
    assert.equal(await codeOf(response), 'ROUTE_NOT_FOUND');
  }
});

test('without --faults the route that injects faults says to callers with a token what opens it', async () => {
  for (const method of ['POST', 'GET']) {
    const response = await service.fetch('/v1/palatine/simulation', { method });
    const { Error: error } = (await response.json()) as { Error: { Code: string; Message: string } };
    assert.equal(response.status, 404);
    assert.equal(error.Code, 'ROUTE_NOT_FOUND');
    const expected = /^there is no route \/v1\/palatine\/simulation here: .* started with --faults$/;
    assert.match(error.Message, expected);
  }
  const without = await service.post('/v1/palatine/simulation', undefined, { authorization: '' });
  assert.equal(without.status, 401);
  assert.doesNotMatch(await without.text(), /--faults/);
});

test('outside /v1/pdapi an unknown path is 404 ROUTE_NOT_FOUND', async () => {
  for (const path of ['/index.html', '/v1', '/v1/pdapix', '/v2/pdapi/players', '/favicon.ico']) {
    const response = await service.fetch(path, { authorization: '' });
    assert.equal(response.status, 404, path);
    assert.equal(await codeOf(response), 'ROUTE_NOT_FOUND');
  }
});

test('/ leads a browser to a page that answers with HTML', async () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  for (const method of ['GET', 'HEAD']) {
    const options = { authorization: '', method, redirect: 'manual', headers: { accept } } as const;
    const response = await service.fetch('/?from=bookmark', options);
    assert.equal(response.status, 303, method);
    assert.equal(response.headers.get('location'), 'console/'); // below any prefix of a proxy
  }
  const page = await service.fetch('/', { authorization: '', headers: { accept } });
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
});

test('below /v1/pdapi a browser gets JSON as everybody else, and is led nowhere', async () => {
  for (const path of ['', '/', '/players', '/version']) {
    const response = await service.fetch(`/v1/pdapi${path}`, {
      authorization: '',
      redirect: 'manual',
      headers: { accept: 'text/html' },
    });
    assert.equal(response.status, 401, path);
    assert.equal(await codeOf(response), 'INVALID_TOKEN');
  }
});

const table: [string, RouteShape][] = Object.entries(ROUTES);
for (const [name, route] of table) {
  test(`${name} answers other methods 405 METHOD_NOT_ALLOWED and names its own`, async () => {
    const path = fillPath(route, Object.fromEntries(parameterNames(route).map((param) => [param, 'x'])));
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      if (method === route.method) continue;
      const response = await service.fetch(path, { method });
      assert.equal(response.status, 405, method);
      assert.equal(response.headers.get('allow'), route.method === 'GET' ? 'GET, HEAD' : route.method);
      assert.equal(await codeOf(response), 'METHOD_NOT_ALLOWED');
      const without = await service.fetch(path, { method, authorization: '' });
      assert.equal(without.status, 401);
    }
    if (route.method === 'GET') return; // head.test.ts
    const head = await service.fetch(path, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('allow')], [405, route.method]);
  });
}

test('a path value is percent-decoded after the path is split', async () => {
  const [player] = (await service.api.getPlayers()).Players.filter(({ Status }) => Status === 'Online');
  assert.ok(player);
  const encoded = [...player.UserId].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
  assert.equal((await service.fetch(`/v1/pdapi/player/${encoded}`)).status, 200);
  assert.equal(await codeOf(await service.fetch('/v1/pdapi/player/a%2Fb')), 'PLAYER_NOT_FOUND');
  const twice = await service.fetch(`/v1/pdapi/player/${encoded.replaceAll('%', '%25')}`);
  assert.equal(await codeOf(twice), 'PLAYER_NOT_FOUND');
});

test('a stray percent sign makes a value malformed, and it matches nothing', async () => {
  for (const value of ['%', '%zz', '%E0%A4%A', '%ff', '100%', '%00', 'x'.repeat(4000)]) {
    const response = await service.fetch(`/v1/pdapi/player/${value}`);
    assert.equal(response.status, 404, value.slice(0, 20));
    assert.equal(await codeOf(response), 'PLAYER_NOT_FOUND');
  }
});
