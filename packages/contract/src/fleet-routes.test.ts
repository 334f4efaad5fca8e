import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { FLEET_ROUTES, FLEET_SCOPES } from './fleet-routes.ts';
import * as contract from './index.ts';
import { ANY_TOKEN, FLEET_PATH, pathOf, type RouteShape } from './route.ts';

const routes: [string, RouteShape][] = Object.entries(FLEET_ROUTES);

for (const [name, route] of routes) {
  test(`${name} is below the fleet with a permission, and its examples fit it and use its whole body`, () => {
    assert.ok(pathOf(route).startsWith(`${FLEET_PATH}/`));
    if (route.permission !== ANY_TOKEN)
      assert.match(String(route.permission), /^Palatine\.Fleet\.[A-Z][A-Za-z]+\.[A-Z][A-Za-z]+$/);
    const names = [...pathOf(route).matchAll(/:([A-Za-z_]+)/g)].map(([, parameter]) => parameter);
    for (const { params = {}, query, body } of route.examples) {
      assert.deepEqual(Object.keys(params), names);
      assertFits(route.query, query);
      assertFits(route.body, body);
    }
    const used = new Set(route.examples.flatMap(({ body }) => Object.keys(body ?? {})));
    const declared = Object.keys((route.body as { properties?: object } | undefined)?.properties ?? {});
    const wrong = declared.filter((field) => !used.has(field));
    assert.deepEqual(wrong, []);
  });
}

test('every route of a fleet says which worlds it concerns', () => {
  const isOfFleet = (value: unknown): value is RouteShape =>
    (value as RouteShape | null)?.base === FLEET_PATH;
  const all = Object.entries(contract).filter(([, value]) => isOfFleet(value));
  const names = all.map(([name]) => name).filter((name) => name !== 'join'); // takes no token
  assert.deepEqual(Object.keys(FLEET_SCOPES).sort(), names.sort());
});

/** Asserts that a value is present exactly where its schema requires one, and fits it. */
function assertFits(schema: TSchema | undefined, value: unknown): void {
  if (schema === undefined) return assert.equal(value, undefined);
  if (value !== undefined) assert.deepEqual([...Compile(schema).Errors(value)], []);
}
