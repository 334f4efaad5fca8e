import assert from 'node:assert/strict';
import { test } from 'node:test';
import TypeBox from 'typebox';
import { Type } from './schema-builders.ts';

/** One schema of each builder, with and without options, optional properties and a second mark. */
function schemas({ Unsafe, ...builder }: typeof Type): Readonly<Record<keyof typeof Type, object[]>> {
  const text = builder.String({ maxLength: 3, description: 'a text' });
  const shape = builder.Object({ id: text, level: builder.Optional(builder.Integer({ minimum: 1 })) });
  return {
    Array: [builder.Array(text), builder.Array(shape, { minItems: 1, description: 'several' })],
    Boolean: [builder.Boolean(), builder.Boolean({ description: 'a flag' })],
    Enum: [builder.Enum(['Ban', 'Allow']), builder.Enum(['Ban'], { description: 'a kind' })],
    Integer: [builder.Integer(), builder.Integer({ minimum: 0 })],
    Literal: [builder.Literal(1), builder.Literal('x', { description: 'a word' }), builder.Literal(true)],
    Null: [builder.Null(), builder.Null({ description: 'nothing' })],
    Number: [builder.Number(), builder.Number({ exclusiveMinimum: 0 })],
    Object: [shape, builder.Object({}), builder.Object({ shape }, { additionalProperties: false })],
    Optional: [builder.Optional(text), builder.Optional(builder.Optional(shape))],
    Partial: [builder.Partial(shape), builder.Partial(shape, { description: 'a part' })],
    Record: [
      builder.Record(builder.String(), shape),
      builder.Record(builder.String({ pattern: '^a' }), text, { additionalProperties: false }),
    ],
    String: [builder.String(), text],
    Tuple: [builder.Tuple([text, shape]), builder.Tuple([], { description: 'empty' })],
    Union: [builder.Union([text, builder.Null()]), builder.Union([shape], { description: 'a choice' })],
    Unknown: [builder.Unknown(), builder.Unknown({ description: 'any value' })],
    Unsafe: [Unsafe<string>(builder.Optional(text))],
  };
}

const made = schemas(Type);
const expected = schemas(TypeBox);

for (const name of Object.keys(made) as (keyof typeof made)[]) {
  test(`${name} makes the schema that TypeBox makes, with its marks and the order of its keywords`, () => {
    assert.deepEqual(made[name], expected[name]);
    assert.equal(JSON.stringify(made[name]), JSON.stringify(expected[name]));
    for (const mark of ['~kind', '~optional']) {
      const marks = (list: object[]) => list.map((schema) => Reflect.get(schema, mark));
      assert.deepEqual(marks(made[name]), marks(expected[name]));
    }
  });
}
