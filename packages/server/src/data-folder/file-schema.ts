import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { expectedValue, type SchemaNode, schemaAt } from './expected-value.ts';
import { isObject } from './is-object.ts';

// TypeBox stops at 8 errors by default; an operator mends a file in one go.
Settings.Set({ maxErrors: 100 });

/** Longer values of a file are cut in messages. */
const SHOWN_CHARACTERS = 60;

/** A value of the schema's type, or one sentence for each error of the file. */
export type Checked<T> = { value: T; errors?: never } | { value?: never; errors: string[] };

/**
 * Checks what an operator has written. The values of a closed set match in any case and are returned in the set's
 * own spelling, and one text where a list may be one is returned as a list. Each error says what would be right, and
 * what was found unless it is a secret.
 */
export function fileSchema<S extends TSchema>(schema: S): (value: unknown) => Checked<Static<S>> {
  const validator = Compile(schema);
  return (read) => {
    const value = asSpelled(schema, read);
    if (validator.Check(value)) return { value };
    return { errors: sentences(schema, validator.Errors(value), value) };
  };
}

function asSpelled(schema: SchemaNode, value: unknown): unknown {
  if (typeof value === 'string') {
    if (schema.orText) return value === '' ? [] : [value];
    const lower = value.toLowerCase();
    return schema.enum?.find((one) => typeof one === 'string' && one.toLowerCase() === lower) ?? value;
  }
  if (schema.properties === undefined || !isObject(value)) return value;
  const spelled = { ...value };
  for (const [key, inner] of Object.entries(schema.properties)) {
    if (Object.hasOwn(value, key)) spelled[key] = asSpelled(inner, value[key]);
  }
  return spelled;
}

interface SchemaError {
  keyword: string;
  instancePath: string;
  params: object;
}

/** One sentence for each place where something is wrong. */
function sentences(schema: SchemaNode, errors: Iterable<SchemaError>, value: unknown): string[] {
  const all = [...errors];
  const missing = all.flatMap(({ keyword, instancePath, params }) =>
    keyword === 'required' && 'requiredProperties' in params
      ? (params.requiredProperties as string[]).map(
          (key) => `${nameOf([...keysOf(instancePath), key])} is missing`,
        )
      : [],
  );
  const paths = [
    ...new Set(all.filter(({ keyword }) => keyword !== 'required').map((error) => error.instancePath)),
  ];
  const deepest = paths.filter((path) => !paths.some((other) => other.startsWith(`${path}/`)));
  return [...missing, ...deepest.map((path) => sentence(schema, keysOf(path), value))];
}

function sentence(schema: SchemaNode, keys: readonly string[], value: unknown): string {
  const node = schemaAt(schema, keys) ?? schema;
  const wrong = `${nameOf(keys)} must be ${expectedValue(node)}`;
  return keys.length === 0 || node.writeOnly === true
    ? wrong
    : `${wrong}, not ${shownValue(valueAt(value, keys))}`;
}

function keysOf(path: string): string[] {
  return path.split('/').slice(1);
}

function nameOf(keys: readonly string[]): string {
  return keys.join('.') || 'the file';
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)] as unknown;
    return isObject(inner) ? inner[key] : undefined;
  }, value);
}

/** A value of a file, as messages show it. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
