import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { FLEET_ROUTES } from './fleet-routes.ts';
import { LEGACY_SECTION_PERMISSIONS, legacyGive } from './legacy-give.ts';
import { pathOf, type RouteShape } from './route.ts';
import { ALL_ROUTES } from './routes.ts';

const routes: [string, RouteShape][] = Object.entries({ ...ALL_ROUTES, ...FLEET_ROUTES });

const bodySchema = ({ documentedBody, body }: RouteShape): TSchema | undefined => documentedBody ?? body;

for (const [name, route] of routes) {
  test(`every example of ${name} fits the path, the query and the body of the route`, () => {
    const names = [...pathOf(route).matchAll(/:([A-Za-z_]+)/g)].map(([, parameter]) => parameter);
    for (const { params = {}, query, body } of route.examples) {
      assert.deepEqual(Object.keys(params), names);
      assertFits(route.query, query);
      assertFits(bodySchema(route), body);
    }
  });

  test(`the examples of ${name} together use every field of its body`, () => {
    const used = new Set(route.examples.flatMap(({ body }) => fieldsOf(body)));
    const wrong = declaredFields(bodySchema(route)).filter((field) => !used.has(field));
    assert.deepEqual(wrong, []);
  });
}

test('the documented body of the legacy give has every section', () => {
  const [user, ...sections] = declaredFields(legacyGive.documentedBody).filter((path) => !path.includes('.'));
  assert.equal(user, 'UserID');
  assert.deepEqual(sections.sort(), Object.keys(LEGACY_SECTION_PERMISSIONS).sort());
});

/** Asserts that a value is present exactly where its schema requires one, and fits it. */
function assertFits(schema: TSchema | undefined, value: unknown): void {
  if (schema === undefined) return assert.equal(value, undefined);
  if (value !== undefined) assert.deepEqual([...Compile(schema).Errors(value)], []);
}

/** The fields a body has, and those of its entries: `Items`, `Items.ItemID`. */
function fieldsOf(body: object | undefined): string[] {
  return Object.entries(body ?? {}).flatMap(([name, value]) => {
    const entries: unknown[] = Array.isArray(value) ? value : [];
    const inner = entries.flatMap((entry) => (typeof entry === 'object' ? Object.keys(entry ?? {}) : []));
    return [name, ...inner.map((field) => `${name}.${field}`)];
  });
}

/** The fields a schema has, in the same form. */
function declaredFields(schema: TSchema | undefined): string[] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    const { items } = property as { items?: object };
    return [name, ...Object.keys(propertiesOf(items)).map((field) => `${name}.${field}`)];
  });
}

function propertiesOf(schema: object | undefined): Record<string, object> {
  return (schema as { properties?: Record<string, object> } | undefined)?.properties ?? {};
}
