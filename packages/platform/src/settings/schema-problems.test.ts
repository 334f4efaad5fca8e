import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_ROUTES, type RequestSchema, type RouteShape } from '@palatine/contract';
import { runs } from '@palatine/save/testing';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { JSON_TYPES, schemaProblems } from './schema-problems.ts';

const bodies = Object.entries<RouteShape>(ALL_ROUTES).flatMap(([name, { body, documentedBody, examples }]) =>
  [body, documentedBody].flatMap((schema) => (schema === undefined ? [] : [{ name, schema, examples }])),
);

/** A keyword of the walk, or `description`, which is for the API document. */
type Keyword = keyof RequestSchema | 'description';
const OF_ANY: readonly Keyword[] = ['type', 'enum', 'anyOf', 'description'];
const OF_OBJECTS: readonly Keyword[] = ['properties', 'required', 'additionalProperties', 'minProperties'];
const OF_LISTS: readonly Keyword[] = ['items', 'minItems', 'maxItems', 'uniqueItems'];
const OF_VALUES: readonly Keyword[] = ['minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum'];
const KEYWORDS: readonly string[] = [...OF_ANY, ...OF_OBJECTS, ...OF_LISTS, ...OF_VALUES];

function schemasIn(schema: RequestSchema): RequestSchema[] {
  const { anyOf = [], properties = {}, items } = schema;
  const inner = [...anyOf, ...Object.values(properties), ...(items === undefined ? [] : [items])];
  return [schema, ...inner.flatMap(schemasIn)];
}

for (const { name, schema } of bodies) {
  test(`the shape of a body of ${name} uses only keywords of the walk, and bounds every text and list`, () => {
    for (const inner of schemasIn(schema as RequestSchema)) {
      for (const keyword of Object.keys(inner)) assert.ok(KEYWORDS.includes(keyword), keyword);
      const { type, anyOf, enum: words, maxLength, maxItems } = inner;
      assert.ok(anyOf ?? words ?? Object.hasOwn(JSON_TYPES, String(type)), JSON.stringify(inner));
      if (type === 'string') assert.ok(maxLength !== undefined, JSON.stringify(inner));
      if (type === 'array') assert.ok(maxItems !== undefined, JSON.stringify(inner));
      if (type === 'number' || type === 'integer')
        assert.ok(inner.maximum !== undefined, JSON.stringify(inner));
      const types = (anyOf ?? []).map((member) => member.type);
      assert.equal(new Set(types).size, types.length, 'the members of a union differ in type');
    }
  });
}

const NUMBERS = [0, 1, -1, 1.5, 2147483647, 2147483648, 1e308];
const scalar = fc.oneof(
  fc.constantFrom<unknown>(null, true, ...['', 'x', 'PlayerChat', 'alert'], ...NUMBERS),
  fc.constantFrom('x'.repeat(256), 'x'.repeat(257), 'x'.repeat(1024), 'x'.repeat(4096), 'x'.repeat(4097)),
);
const anyJson = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 4 }),
  fc.dictionary(fc.constantFrom('PalID', 'CapturePower', 'Wings', '__proto__', 'a/b~c'), scalar, {
    maxKeys: 3,
  }),
);

/** Values for a shape, mostly valid and sometimes anything. */
function near(schema: RequestSchema): fc.Arbitrary<unknown> {
  const { anyOf, enum: words, items, properties } = schema;
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(near), anyJson);
  if (words !== undefined) return fc.oneof(fc.constantFrom(...words), anyJson);
  if (items !== undefined) return fc.oneof(fc.array(near(items), { maxLength: 5 }), anyJson);
  if (properties === undefined) return anyJson;
  const fields = Object.fromEntries(Object.entries(properties).map(([key, field]) => [key, near(field)]));
  return fc.oneof({ weight: 5, arbitrary: fc.record(fields, { requiredKeys: [] }) }, anyJson);
}

for (const { name, schema, examples } of bodies) {
  test(`the walk over a body of ${name} finds a problem exactly where the shape does not fit`, () => {
    const validator = Compile(schema as TSchema);
    const agrees = (body: unknown) => {
      const problems = schemaProblems(schema as RequestSchema, body, 100);
      assert.equal(problems.length === 0, validator.Check(body), JSON.stringify(problems));
    };
    for (const { body } of examples) if (body !== undefined) agrees(body);
    const fixed = examples.flatMap(({ body }) => (body === undefined ? [] : [body]));
    const [first = {}] = fixed;
    const mutated = near(schema as RequestSchema).map((some) =>
      typeof some === 'object' && some !== null && !Array.isArray(some) ? { ...first, ...some } : some,
    );
    fc.assert(fc.property(fc.oneof(mutated, near(schema as RequestSchema)), agrees), runs(30));
  });
}

test('the walk ends with the last problem its caller takes', () => {
  let looks = 0;
  const list = new Proxy(Array(1000).fill(5), {
    get(target, key) {
      looks += 1;
      return Reflect.get(target, key);
    },
  });
  const shape = { type: 'array', items: { type: 'string' } };
  assert.equal(schemaProblems(shape, list, 3).length, 3);
  assert.ok(looks < 20, `${looks} looks`);
});
