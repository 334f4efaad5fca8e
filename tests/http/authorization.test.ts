import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fillPath, pathOf, ROUTES, type RouteShape } from '@palatine/contract';
import { startService } from '../harness/start-service.ts';

const service = await startService();
after(() => service[Symbol.asyncDispose]());

const table: [name: string, route: RouteShape][] = Object.entries(ROUTES);

/** A path of a route with parameters that match nothing. */
function somePath(route: RouteShape): string {
  const names = [...pathOf(route).matchAll(/:([a-z_]+)/gi)].map(([, name]) => [name, 'steam_nobody']);
  return fillPath(route, Object.fromEntries(names));
}

async function codeOf(response: Response): Promise<string | undefined> {
  const body = (await response.json()) as { Error?: { Code?: string } };
  return body.Error?.Code;
}

const permissionsOf = (route: RouteShape) => [route.permission].flat();

for (const [name, route] of table) {
  const ask = (authorization: string) =>
    service.fetch(somePath(route), { method: route.method, authorization });

  test(`${name} answers 401 INVALID_TOKEN without a valid token, in the envelope`, async () => {
    for (const header of [
      '',
      'Bearer',
      'Bearer ',
      'Bearer wrong',
      'Basic dGVzdDp0ZXN0',
      service.token,
      `Token ${service.token}`,
    ]) {
      const response = await ask(header);
      assert.equal(response.status, 401, header);
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
      const { Error: error } = (await response.json()) as {
        Error: { Code: string; Message: string; Details: object };
      };
      assert.equal(error.Code, 'INVALID_TOKEN');
      assert.match(error.Message, /Invalid token/);
      assert.deepEqual(error.Details, {});
    }
  });

  test(`${name} answers 403 MISSING_PERMISSION to a token with every permission but its own`, async () => {
    const needed = permissionsOf(route);
    const others = table
      .flatMap(([, other]) => permissionsOf(other))
      .filter((permission) => !needed.includes(permission));
    const token = service.addToken([...new Set(others), `${needed[0]}.*`, 'rest.*', '']);
    const response = await ask(`Bearer ${token}`);
    assert.equal(response.status, 403);
    assert.equal(await codeOf(response), 'MISSING_PERMISSION');
  });

  for (const permission of permissionsOf(route)) {
    const wildcards = permission
      .split('.')
      .map((_, count, parts) => [...parts.slice(0, count), '*'].join('.'));
    for (const held of [permission, ...wildcards]) {
      test(`${name} opens to a token with ${held}`, async () => {
        const token = service.addToken(held);
        const response = await ask(`bearer ${token}`);
        assert.ok(![401, 403].includes(response.status), `${response.status} ${await codeOf(response)}`);
      });
    }
  }
}

test('the permission is checked before the body is read', async () => {
  const token = service.addToken('REST.Version.Read');
  for (const route of [ROUTES.giveItems, ROUTES.alert, ROUTES.sendPlayerMessage, ROUTES.legacyGive]) {
    const response = await service.post(somePath(route), '{broken', { authorization: `Bearer ${token}` });
    assert.equal(response.status, 403, route.path);
  }
});
