import type * as TypeBox from 'typebox';

// The builders of TypeBox that our shapes are made with. They have its types and make what it makes, as a test shows,
// but load one module in place of its 370, which every start and every command would pay for.

type Fields = Readonly<Record<string, unknown>>;

/** A schema whose marks, as in TypeBox, neither JSON nor a spread shows. */
function schema(kind: string, fields: Fields, options?: object): object {
  return withMark({ ...fields, ...options }, '~kind', kind);
}

function withMark(shape: object, mark: string, value: unknown): object {
  return Object.defineProperty(shape, mark, { configurable: true, writable: true, value });
}

function optional(shape: object): object {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(shape));
  return withMark(copy, '~optional', true);
}

function object(properties: Readonly<Record<string, object>>, options?: object): object {
  const required = Object.keys(properties).filter((name) => !('~optional' in (properties[name] ?? {})));
  const fields = { type: 'object', ...(required.length > 0 && { required }), properties };
  return schema('Object', fields, options);
}

/** An object whose properties are all optional; without the other keywords of its shape. */
function partial(shape: { properties: Readonly<Record<string, object>> }, options?: object): object {
  const entries = Object.entries(shape.properties).map(([name, property]) => [name, optional(property)]);
  return object(Object.fromEntries(entries), options);
}

const builders = {
  Array: (items: object, options?: object) => schema('Array', { type: 'array', items }, options),
  Boolean: (options?: object) => schema('Boolean', { type: 'boolean' }, options),
  Enum: (values: readonly unknown[], options?: object) => schema('Enum', { enum: values }, options),
  Integer: (options?: object) => schema('Integer', { type: 'integer' }, options),
  Literal: (value: unknown, options?: object) =>
    schema('Literal', { type: typeof value, const: value }, options),
  Null: (options?: object) => schema('Null', { type: 'null' }, options),
  Number: (options?: object) => schema('Number', { type: 'number' }, options),
  Object: object,
  Optional: optional,
  Partial: partial,
  Record: ({ pattern = '^.*$' }: { pattern?: string }, value: object, options?: object) =>
    schema('Record', { type: 'object', patternProperties: { [pattern]: value } }, options),
  String: (options?: object) => schema('String', { type: 'string' }, options),
  Tuple: (items: readonly object[], options?: object) =>
    schema('Tuple', { type: 'array', additionalItems: false, items, minItems: items.length }, options),
  Union: (anyOf: readonly object[], options?: object) => schema('Union', { anyOf }, options),
  Unknown: (options?: object) => schema('Unknown', {}, options),
  Unsafe: (shape: object) => shape,
};

/** As documented by TypeBox. */
export const Type = builders as unknown as Pick<typeof TypeBox, keyof typeof builders>;
