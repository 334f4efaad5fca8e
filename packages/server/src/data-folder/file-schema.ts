import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';

// TypeBox stops at 8 errors by default; an operator mends a file in one go.
Settings.Set({ maxErrors: 100 });

/** Longer values of a file are cut in messages. */
const SHOWN_CHARACTERS = 60;

/** A value of the schema's type, or one sentence for each error of the file. */
export type Checked<T> = { value: T; errors?: never } | { value?: never; errors: string[] };

/**
 * Checks what an operator has written. The values of a closed set match in any case and are returned in the set's
 * own spelling; for any other value the error lists those that are allowed.
 */
export function fileSchema<S extends TSchema>(schema: S): (value: unknown) => Checked<Static<S>> {
  const validator = Compile(schema);
  return (read) => {
    const value = withSetSpelling(schema, read);
    if (validator.Check(value)) return { value };
    return { errors: [...new Set(validator.Errors(value).map((error) => sentence(error, value)))] };
  };
}

/** The parts of a schema that say where closed sets stand. */
interface Node {
  enum?: readonly unknown[];
  properties?: Record<string, Node>;
}

function withSetSpelling(schema: Node, value: unknown): unknown {
  if (typeof value === 'string') {
    const lower = value.toLowerCase();
    return schema.enum?.find((one) => typeof one === 'string' && one.toLowerCase() === lower) ?? value;
  }
  if (schema.properties === undefined || !isObject(value)) return value;
  const spelled = { ...value };
  for (const [key, inner] of Object.entries(schema.properties)) {
    if (Object.hasOwn(value, key)) spelled[key] = withSetSpelling(inner, value[key]);
  }
  return spelled;
}

interface SchemaError {
  keyword: string;
  instancePath: string;
  message: string;
  params: object;
}

function sentence({ keyword, instancePath, message, params }: SchemaError, value: unknown): string {
  const keys = instancePath.split('/').slice(1);
  const where = keys.join('.') || 'the file';
  if (keyword !== 'enum' || !('allowedValues' in params)) return `${where} ${message}`;
  const allowed = (params.allowedValues as unknown[]).join(' or '); // as the validator documents it
  return `${where} must be ${allowed}, not ${shown(valueAt(value, keys))}`;
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/** A JSON object, as opposed to a list, a text, a number, true, false or null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
