import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ALL_ROUTES,
  type ErrorEnvelope,
  fillPath,
  getMetrics,
  parameterNames,
  type RouteShape,
  writes,
} from '@palatine/contract';
import { sharedService } from '@palatine/testing/start-service';

const service = await sharedService({ faults: true });

/** Those beside a running game server are not mounted. */
const table = Object.entries<RouteShape>({ ...ALL_ROUTES, getMetrics }).filter(
  ([, { attachedOnly }]) => attachedOnly !== true,
);
const permissionsOf = (route: RouteShape) => [route.permission].flat();
const all = new Set(table.flatMap(([, route]) => permissionsOf(route)));

/** Tokens by what they are granted: many routes share a wildcard, and the service reads every token file again. */
const tokens = new Map<string, string>();
function tokenWith(granted: string): string {
  const token = tokens.get(granted) ?? service.addToken(granted);
  tokens.set(granted, token);
  return token;
}

/** Calls a route with parameters that match nothing. @returns the status, and the error of a refusal. */
async function ask(route: RouteShape, authorization: string, body?: string) {
  const path = fillPath(
    route,
    Object.fromEntries(parameterNames(route).map((name) => [name, 'steam_nobody'])),
  );
  const init = { method: route.method, authorization, ...(body !== undefined && { body }) };
  const response = await service.fetch(path, init);
  const { status } = response;
  if (status !== 401 && status !== 403) {
    await response.body?.cancel(); // a stream has no end
    return { status };
  }
  assert.equal(response.headers.get('www-authenticate'), status === 401 ? 'Bearer' : null);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  return { status, error: ((await response.json()) as ErrorEnvelope).Error };
}

// Token and permission come before body and values (docs/api.md#order-of-checks).
for (const [name, route] of table) {
  const needed = permissionsOf(route);

  test(`${name} answers 401 INVALID_TOKEN without a valid token, in the envelope`, async () => {
    const { token } = service;
    const wrong = ['', 'Bearer', 'Bearer ', 'Bearer wrong', 'Basic dGVzdDp0ZXN0', token, `Token ${token}`];
    for (const header of wrong) {
      const { status, error } = await ask(route, header);
      assert.deepEqual([status, error?.Code, error?.Details], [401, 'INVALID_TOKEN', {}], header);
      assert.match(error?.Message ?? '', /Invalid token/);
    }
  });

  if (needed.length > 0) {
    // else any token will do

    test(`${name} answers 403 MISSING_PERMISSION to a token with every permission but its own`, async () => {
      const others = [...all].filter((permission) => !needed.includes(permission));
      const token = service.addToken([...others, `${needed[0]}.*`, 'rest.*', '']);
      for (const body of writes(route) ? [undefined, '{broken'] : [undefined]) {
        const { status, error } = await ask(route, `Bearer ${token}`, body);
        assert.deepEqual([status, error?.Code], [403, 'MISSING_PERMISSION'], 'before the body is read');
        assert.ok(error?.Message.includes(needed[0] ?? ''), error?.Message);
      }
    });
  }

  for (const permission of needed) {
    const wildcards = permission
      .split('.')
      .map((_, count, parts) => [...parts.slice(0, count), '*'].join('.'));
    for (const granted of [permission, ...wildcards]) {
      test(`${name} opens to a token with ${granted}`, async () => {
        const { status, error } = await ask(route, `bearer ${tokenWith(granted)}`);
        assert.equal(error, undefined, `${status} ${error?.Code}`);
      });
    }
  }
}
