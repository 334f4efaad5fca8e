import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLEET_ROUTES } from './fleet-routes.ts';
import * as contract from './index.ts';
import { ANY_TOKEN, FLEET_PATH, pathOf, type RouteShape } from './route.ts';

const routes: [string, RouteShape][] = Object.entries(FLEET_ROUTES);

for (const [name, route] of routes) {
  test(`${name} is below the fleet with a permission`, () => {
    assert.ok(pathOf(route).startsWith(`${FLEET_PATH}/`));
    if (route.permission !== ANY_TOKEN)
      assert.match(String(route.permission), /^Palatine\.Fleet\.[A-Z][A-Za-z]+\.[A-Z][A-Za-z]+$/);
  });
}

test('every route of a fleet that takes a token is in the table, whose type wants the worlds it concerns', () => {
  const isOfFleet = (value: unknown): value is RouteShape =>
    (value as RouteShape | null)?.base === FLEET_PATH;
  const all = Object.entries(contract).filter(([, value]) => isOfFleet(value));
  const names = all.map(([name]) => name).filter((name) => name !== 'join'); // takes no token
  assert.deepEqual(Object.keys(FLEET_ROUTES).sort(), names.sort());
});
