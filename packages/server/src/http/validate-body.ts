import { type Problem, problemsRefusal, type RouteShape } from '@palatine/contract';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { type SchemaError, typeMessage, validationMessage } from './validation-messages.ts';

// TypeBox stops at 8 errors by default, and the message of a refusal counts them.
Settings.Set({ maxErrors: 1000 });

/** Returns a check of the route's body: it returns the body, or throws a refusal with a code of the route's `bodyErrors`. */
export function bodyValidator(route: RouteShape): (body: unknown) => unknown {
  const { body: schema, bodyErrors } = route;
  if (schema === undefined || bodyErrors === undefined) return () => undefined;
  let validator: Validator | undefined; // compiled on first use: most starts see no body of most routes

  return (body) => {
    if (body === undefined) {
      if (bodyErrors.missing === undefined) return undefined;
      throw problemsRefusal(bodyErrors.missing, [{ Path: '', Message: 'is missing' }]);
    }
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw problemsRefusal(bodyErrors.notAnObject, [{ Path: '', Message: 'must be a JSON object' }]);
    }
    validator ??= Compile(schema as TSchema);
    if (validator.Check(body)) return body;
    const wrongType = bodyErrors.invalidRequest?.some((path) => hasWrongType(path.slice(1), body, schema));
    throw problemsRefusal(
      wrongType ? 'INVALID_REQUEST' : 'VALIDATION_FAILED',
      problemsOf([...validator.Errors(body)]),
    );
  };
}

/** True when the field is missing or has the wrong JSON type. Nested errors do not count. */
function hasWrongType(field: string, body: object, schema: TSchema): boolean {
  if (!Object.hasOwn(body, field)) return true;
  const { properties = {} } = schema as { properties?: Record<string, TypedSchema> }; // every body is an object
  const { type, anyOf = [] } = properties[field] ?? {};
  const value = (body as Record<string, unknown>)[field];
  return ![type, ...anyOf.map((member) => member.type)].includes(jsonTypeOf(value));
}

interface TypedSchema {
  type?: string;
  anyOf?: { type?: string }[];
}

function jsonTypeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}

function problemsOf(errors: readonly SchemaError[]): Problem[] {
  const unions = new Set(
    errors.filter(({ keyword }) => keyword === 'anyOf').map((error) => error.instancePath),
  );
  const problems = new Map<string, Problem>();
  for (const error of errors) {
    const { keyword, instancePath: path } = error;
    if (keyword === 'additionalProperties') continue; // each such key has an error of its own
    const inUnion = unions.has(path);
    if (inUnion && isBesideThePoint(keyword, path, errors)) continue;
    for (const problem of problemsIn(error, inUnion ? errors : [error])) {
      problems.set(`${problem.Path} ${problem.Message}`, problem);
    }
  }
  return [...problems.values()];
}

/** One problem per missing property, one for any other error. `errors`: those that may be about the same union. */
function problemsIn(error: SchemaError, errors: readonly SchemaError[]): Problem[] {
  const { keyword, instancePath: path, params } = error;
  if (keyword === 'required') {
    const { requiredProperties } = params as { requiredProperties: string[] }; // as TypeBox reports this keyword
    return requiredProperties.map((name) => ({ Path: `${path}/${name}`, Message: 'is missing' }));
  }
  if (keyword !== 'type') return [{ Path: path, Message: validationMessage(error) }];
  const types = errors
    .filter((other) => other.keyword === 'type' && other.instancePath === path)
    .map((other) => (other.params as { type: string }).type); // as TypeBox reports this keyword
  return [{ Path: path, Message: typeMessage(types) }];
}

/** For a union, report "wrong type" only when no member matches the type. */
function isBesideThePoint(keyword: string, path: string, errors: readonly SchemaError[]): boolean {
  if (keyword === 'anyOf') return true;
  if (keyword !== 'type') return false;
  return errors.some((other) =>
    other.instancePath === path
      ? other.keyword !== 'type' && other.keyword !== 'anyOf'
      : other.instancePath.startsWith(`${path}/`),
  );
}
