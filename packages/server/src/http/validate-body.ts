import { ERRORS, type Problem, Refusal, type RouteShape } from '@palatine/contract';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { type SchemaFault, validationMessage } from './validation-messages.ts';

const MAX_PROBLEMS = 50;

/** Makes the check of a route's body: it returns the body, or throws the code the route's table gives the fault. */
export function bodyValidator(route: RouteShape): (body: unknown) => unknown {
  const { body: schema, bodyErrors: faults } = route;
  if (schema === undefined || faults === undefined) return () => undefined;
  let check: Validator | undefined; // made when it is first needed: most starts see no body of most routes

  return (body) => {
    if (body === undefined) {
      if (faults.missing === undefined) return undefined;
      throw new Refusal(faults.missing, 'the route needs a JSON body');
    }
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw new Refusal(
        faults.notAnObject,
        'the body must be a JSON object',
        problems([{ Path: '', Message: 'must be an object' }]),
      );
    }
    check ??= Compile(schema as TSchema);
    if (check.Check(body)) return body;
    const found = problemsOf(check.Errors(body));
    const general = faults.invalidRequest?.some((path) => isOfAnotherKind(path.slice(1), body, schema));
    const code = general ? 'INVALID_REQUEST' : 'VALIDATION_FAILED';
    throw new Refusal(code, ERRORS[code].meaning, problems(found));
  };
}

/** A whole field that is missing or of the wrong general kind; what is wrong inside it is another matter. */
function isOfAnotherKind(field: string, body: object, schema: TSchema): boolean {
  if (!Object.hasOwn(body, field)) return true;
  const { properties = {} } = schema as { properties?: Record<string, KindSchema> }; // of an object, all bodies are
  const { type, anyOf = [] } = properties[field] ?? {};
  const value = (body as Record<string, unknown>)[field];
  return ![type, ...anyOf.map((choice) => choice.type)].includes(kindOf(value));
}

interface KindSchema {
  type?: string;
  anyOf?: { type?: string }[];
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}

function problems(found: Problem[]): { Problems: Problem[] } {
  return { Problems: found.slice(0, MAX_PROBLEMS) };
}

function problemsOf(all: Iterable<SchemaFault>): Problem[] {
  const errors = [...all];
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf').map((error) => error.instancePath);
  const found = new Map<string, Problem>();
  for (const error of errors) {
    const { keyword, instancePath, params } = error;
    if (keyword === 'additionalProperties') continue; // each such key is told of by itself
    if (choices.includes(instancePath) && isBesideThePoint(keyword, instancePath, errors)) continue;
    const missing =
      keyword === 'required' ? (params as { requiredProperties: string[] }).requiredProperties : [''];
    for (const name of missing) {
      const Path = name === '' ? instancePath : `${instancePath}/${name}`;
      const Message = name === '' ? validationMessage(error) : 'is missing';
      found.set(`${Path} ${Message}`, { Path, Message });
    }
  }
  return [...found.values()];
}

/** Of a field that may be one of several kinds, the kinds that it is not are told only when it is none of them. */
function isBesideThePoint(keyword: string, path: string, errors: readonly SchemaFault[]): boolean {
  if (keyword === 'anyOf') return true;
  if (keyword !== 'type') return false;
  return errors.some((other) =>
    other.instancePath === path
      ? other.keyword !== 'type' && other.keyword !== 'anyOf'
      : other.instancePath.startsWith(`${path}/`),
  );
}
