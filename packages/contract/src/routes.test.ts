import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLEET_ROUTES } from './fleet-routes.ts';
import * as contract from './index.ts';
import { ANY_TOKEN, FLEET_PATH, PALATINE_PATH, type RouteShape } from './route.ts';
import { ALL_ROUTES, PALATINE_ROUTES, ROUTES } from './routes.ts';

/** Served, and in no table: the first two take no token, and the third is for Prometheus. */
const { join, signInByLink, getMetrics } = contract;
const IN_NO_TABLE = { join, signInByLink, getMetrics };

const isRoute = (value: unknown): value is RouteShape => {
  const { method, examples } = (value ?? {}) as Partial<RouteShape>;
  return method !== undefined && Array.isArray(examples);
};

test('every route that the contract exports is in the table of its base path, under its name', () => {
  const all = Object.entries(contract).flatMap(([name, value]) => (isRoute(value) ? [{ name, value }] : []));
  const tables = [
    [ROUTES, undefined],
    [PALATINE_ROUTES, PALATINE_PATH],
    [FLEET_ROUTES, FLEET_PATH],
  ] as const;
  for (const [table, base] of tables) {
    for (const [name, route] of Object.entries<RouteShape>(table)) assert.equal(route.base, base, name);
  }
  const inTables = Object.fromEntries(all.map(({ name, value }) => [name, value]));
  assert.deepEqual({ ...ALL_ROUTES, ...FLEET_ROUTES, ...IN_NO_TABLE }, inTables);
});

test('the routes of a table stand in the order in which their subject defines them, those of PalDefender with reads first', () => {
  const names = Object.keys(ALL_ROUTES);
  assert.deepEqual(names.slice(0, 2), ['getPlayers', 'getPlayer']);
  const ofTemplates = names.filter((name) => /Template(s|Versions)?$/.test(name) && !name.startsWith('give'));
  const expected = ['getTemplates', 'getTemplate', 'putTemplate', 'deleteTemplate', 'checkTemplate'];
  assert.deepEqual(ofTemplates, [...expected, 'getTemplateVersions']);
  const methods = Object.values<RouteShape>(ROUTES).map(({ method }) => method);
  assert.deepEqual(methods, [...methods].sort());
});

for (const [name, { permission }] of Object.entries<RouteShape>(FLEET_ROUTES)) {
  test(`${name} has a permission of the fleet, unless any token may call it`, () => {
    if (permission !== ANY_TOKEN)
      assert.match(String(permission), /^Palatine\.Fleet\.[A-Z][A-Za-z]+\.[A-Z][A-Za-z]+$/);
  });
}
