import { boundRule, type Problem, type RequestSchema } from '@palatine/contract';
import { JSON_TYPES, typeRule } from './validation-messages.ts';

/**
 * The problems of a body, found in one walk over its shape: what the shape does not name is not read, and of a list or
 * text beyond its bound nothing but the length. A caller that takes the first few ends the walk with them.
 */
export function* bodyProblems(schema: RequestSchema, value: unknown, path = ''): Generator<Problem> {
  const { anyOf, enum: words } = schema;
  if (anyOf !== undefined) {
    const member = anyOf.find(({ type }) => hasType(value, type));
    if (member !== undefined) return yield* bodyProblems(member, value, path);
    return yield { Path: path, Message: typeRule(anyOf.map(({ type }) => type)) };
  }
  if (words !== undefined) {
    if (!words.includes(value)) yield { Path: path, Message: `must be one of ${words.join(', ')}` };
    return;
  }
  if (!hasType(value, schema.type)) return yield { Path: path, Message: typeRule([schema.type]) };
  if (Array.isArray(value)) return yield* listProblems(schema, value, path);
  if (typeof value === 'object') return yield* objectProblems(schema, value as object, path); // no type is null
  const Message = scalarRule(schema, value);
  if (Message !== undefined) yield { Path: path, Message };
}

/** Whether a JSON value has the type that a shape names. */
export function hasType(value: unknown, type = ''): boolean {
  return JSON_TYPES[type]?.accepts(value) ?? false;
}

function* listProblems(schema: RequestSchema, list: readonly unknown[], path: string): Generator<Problem> {
  const { items = {}, minItems = 0, maxItems: bound = Number.POSITIVE_INFINITY, uniqueItems } = schema;
  if (list.length < minItems) return yield { Path: path, Message: 'must not be empty' };
  if (list.length > bound) return yield { Path: path, Message: boundRule({ kind: 'maxItems', bound }) };
  const seen = new Set<unknown>();
  for (const [index, entry] of list.entries()) {
    seen.add(entry);
    yield* bodyProblems(items, entry, `${path}/${index}`);
  }
  if (uniqueItems === true && seen.size < list.length) {
    yield { Path: path, Message: 'must not hold the same value twice' };
  }
}

function* objectProblems(schema: RequestSchema, object: object, path: string): Generator<Problem> {
  const { properties = {}, required = [], additionalProperties, minProperties = 0 } = schema;
  const fields = object as Readonly<Record<string, unknown>>; // any object is one; only own keys are looked at
  for (const [name, property] of Object.entries(properties)) {
    const at = `${path}/${name}`;
    if (Object.hasOwn(fields, name)) yield* bodyProblems(property, fields[name], at);
    else if (required.includes(name)) yield { Path: at, Message: 'is missing' };
  }
  if (additionalProperties !== false && minProperties === 0) return;
  const names = Object.keys(fields);
  if (names.length < minProperties) yield { Path: path, Message: 'must not be empty' };
  for (const name of names) {
    if (additionalProperties !== false || Object.hasOwn(properties, name)) continue;
    const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1');
    yield { Path: `${path}/${escaped}`, Message: `must be one of ${Object.keys(properties).join(', ')}` };
  }
}

function scalarRule(schema: RequestSchema, value: unknown): string | undefined {
  if (typeof value === 'string') return textRule(schema, value);
  return typeof value === 'number' ? numberRule(schema, value) : undefined;
}

function textRule({ minLength = 0, maxLength: bound }: RequestSchema, text: string): string | undefined {
  if (text.length < minLength) return 'must not be empty';
  return bound !== undefined && text.length > bound ? boundRule({ kind: 'maxLength', bound }) : undefined;
}

function numberRule(schema: RequestSchema, number: number): string | undefined {
  const { minimum, maximum, exclusiveMinimum } = schema;
  if (minimum !== undefined && number < minimum) return boundRule({ kind: 'minimum', bound: minimum });
  if (maximum !== undefined && number > maximum) return boundRule({ kind: 'maximum', bound: maximum });
  if (exclusiveMinimum === undefined || number > exclusiveMinimum) return undefined;
  return `must be greater than ${exclusiveMinimum}`;
}
