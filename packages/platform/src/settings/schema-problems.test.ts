import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_ROUTES, type RequestSchema, type RouteShape } from '@palatine/contract';
import { runs } from '@palatine/save/testing';
import { assertKnownKeywords, schemasIn } from '@palatine/testing/schema-keywords';
import fc from 'fast-check';
import Type, { type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { fits, schemaProblems } from './schema-problems.ts';

const bodies = Object.entries<RouteShape>(ALL_ROUTES).flatMap(([name, { body, documentedBody, examples }]) =>
  [body, documentedBody].flatMap((schema) => (schema === undefined ? [] : [{ name, schema, examples }])),
);

for (const { name, schema } of bodies) {
  test(`the shape of a body of ${name} uses only keywords of the walk, and bounds every text and list`, () => {
    assertKnownKeywords(schema as RequestSchema);
    for (const inner of schemasIn(schema as RequestSchema)) {
      const { type, anyOf, enum: words, maxLength, maxItems } = inner;
      assert.ok(anyOf ?? words ?? type, JSON.stringify(inner));
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

const Files = Type.Object({
  doing: Type.Union([Type.Literal('edit'), Type.Literal('undo'), Type.Null()]),
  status: Type.Integer({ minimum: 200, not: { const: 401 } }),
  pair: Type.Array(Type.String(), { minItems: 2, maxItems: 2 }),
  byName: Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())])),
  digest: Type.Optional(Type.String({ pattern: '^[0-9a-f]{4}$' })),
});

test('the shapes of messages and files fit exactly what the compiled validator of TypeBox takes', () => {
  const validator = Compile(Files);
  const values: fc.Arbitrary<unknown> = fc.record(
    {
      doing: fc.constantFrom('edit', 'undo', null, 'other', 5),
      status: fc.constantFrom(200, 401, 199, 1.5, '200'),
      pair: fc.array(fc.constantFrom<unknown>('a', 'b', 1), { maxLength: 3 }),
      byName: fc.dictionary(fc.string(), fc.constantFrom<unknown>('a', ['a'], [1], 1), { maxKeys: 2 }),
      digest: fc.constantFrom('00ff', '00FF', '0'),
    },
    { requiredKeys: ['doing', 'status'] },
  );
  fc.assert(
    fc.property(values, (value) => assert.equal(fits(Files, value), validator.Check(value))),
    runs(200),
  );
});

test('the problem of a fraction names the smallest valid integer', () => {
  const messageOf = (options: { minimum?: number }) =>
    schemaProblems(Type.Integer(options), 1.5, 1)[0]?.Message;
  assert.equal(messageOf({}), 'must be an integer');
  assert.equal(messageOf({ minimum: 0 }), 'must be an integer of at least 0');
  assert.equal(messageOf({ minimum: 1 }), 'must be a positive integer');
});

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
