import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_ROUTES, Refusal, type RouteShape } from '@palatine/contract';
import { runs } from '@palatine/platform/testing';
import fc from 'fast-check';
import { bodyValidator } from './read-input.ts';

/** Reads of a body's properties that its check may take for each value in it, and for any body. */
const READS_PER_VALUE = 4;
const READS_AT_ANY_SIZE = 1000;

const routes = Object.entries<RouteShape>(ALL_ROUTES).filter(([, { body }]) => body !== undefined);

interface Schema {
  type?: string;
  anyOf?: Schema[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

const many = fc.constantFrom(0, 10, 300, 1200);

/** Many of one value: also what no list may hold twice, and what no entry may be. */
function repeated(entry: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> {
  return fc.tuple(many, entry).map(([count, value]) => Array<unknown>(count).fill(value));
}

const manyKeys = fc
  .constantFrom(0, 10, 100)
  .map((count) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index])));
const deep = fc
  .integer({ min: 1, max: 5 })
  .map((levels) => JSON.parse(`${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`) as unknown);
const longText = many.map((length) => 'x'.repeat(length * 10));
const wrong = fc.oneof(fc.constantFrom<unknown>(null, 5, '', {}, [], true), longText, deep, manyKeys);

/** Values that are expensive to check where a shape stands: of the right kind, and of the wrong one. */
function expensive({ anyOf, enum: words, properties, items, type }: Schema): fc.Arbitrary<unknown> {
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(expensive), repeated(wrong));
  if (words !== undefined) return fc.oneof(fc.constantFrom(...words), longText);
  if (items !== undefined) return fc.oneof(repeated(expensive(items)), repeated(wrong), manyKeys);
  if (properties === undefined) return type === 'string' ? longText : wrong;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      fc.oneof({ weight: 3, arbitrary: expensive(field) }, wrong),
    ]),
  );
  const knownFields = fc.record(fields, { requiredKeys: [] });
  return fc
    .tuple(knownFields, fc.oneof(fc.constant({}), manyKeys))
    .map(([some, more]) => ({ ...some, ...more }));
}

/** A body that counts how often anything of it is read, however deep inside. */
function counted(body: unknown): { body: unknown; reads: () => number; values: number } {
  let reads = 0;
  let values = 0;
  const wrap = (value: unknown): unknown => {
    values += 1;
    if (typeof value !== 'object' || value === null) return value;
    const copy = Array.isArray(value)
      ? value.map(wrap)
      : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, wrap(inner)]));
    const count = <Arguments extends unknown[], Result>(read: (...given: Arguments) => Result) => {
      return (...given: Arguments): Result => {
        reads += 1;
        return read(...given);
      };
    };
    return new Proxy(copy, {
      get: count(Reflect.get),
      has: count(Reflect.has),
      getOwnPropertyDescriptor: count(Reflect.getOwnPropertyDescriptor),
      ownKeys: count(Reflect.ownKeys),
    });
  };
  const wrapped = wrap(body);
  return { body: wrapped, reads: () => reads, values };
}

function check(route: RouteShape, body: unknown): void {
  try {
    bodyValidator(route)(body);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

for (const [name, route] of routes) {
  test(`a check of the body of ${name} reads each value a few times at most, whatever is wrong with it`, () => {
    fc.assert(
      fc.property(expensive(route.body as Schema), (input) => {
        const { body, reads, values } = counted(input);
        check(route, body);
        assert.ok(
          reads() <= READS_PER_VALUE * values + READS_AT_ANY_SIZE,
          `${reads()} reads of ${values} values`,
        );
      }),
      { ...runs(10), endOnFailure: true },
    );
  });
}

test('a list beyond its bound costs one look, whatever it holds', () => {
  const send = { SendType: 'PlayerChat', Message: 'x' };
  for (const [route, input] of [
    [ALL_ROUTES.sendPlayerMessage, { ...send, UserIDs: Array(49_000).fill('steam_1') }],
    [ALL_ROUTES.giveItems, { Items: Array(49_000).fill(0) }],
    [ALL_ROUTES.learnTechnologies, { Technology: Array(49_000).fill(0) }],
  ] as const) {
    const { body, reads } = counted(input);
    assert.throws(() => bodyValidator(route)(body), { code: 'VALIDATION_FAILED' });
    assert.ok(reads() < 50, `${reads()} reads`);
  }
});
