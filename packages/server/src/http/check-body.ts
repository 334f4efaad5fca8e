import { ERRORS, type ErrorCode, type Problem, Refusal, type RouteShape } from '@palisade/contract';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

const MAX_PROBLEMS = 50;

/** Makes the check of a route's body: it returns the body, or throws the code the route's table gives the fault. */
export function bodyCheck(route: RouteShape): (body: unknown) => unknown {
  const { body: schema, bodyFaults: faults } = route;
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
    const code = worst(found, faults.invalidRequest ?? []);
    throw new Refusal(code, ERRORS[code].meaning, problems(found));
  };
}

/** A whole field that is missing or of the wrong kind makes it INVALID_REQUEST, where the route says so. */
function worst(found: readonly Problem[], invalidRequest: readonly string[]): ErrorCode {
  const general = found.some(
    ({ Path, Message }) => invalidRequest.includes(Path) && !/fewer|items/.test(Message),
  );
  return general ? 'INVALID_REQUEST' : 'VALIDATION_FAILED';
}

function problems(found: Problem[]): { Problems: Problem[] } {
  return { Problems: found.slice(0, MAX_PROBLEMS) };
}

interface SchemaError {
  keyword: string;
  instancePath: string;
  params: object;
  message: string;
}

function problemsOf(errors: Iterable<SchemaError>): Problem[] {
  const found = new Map<string, Problem>();
  for (const { keyword, instancePath, params, message } of errors) {
    const missing =
      keyword === 'required' ? (params as { requiredProperties: string[] }).requiredProperties : [''];
    for (const name of missing) {
      const Path = name === '' ? instancePath : `${instancePath}/${name}`;
      const Message = name === '' ? message : 'is missing';
      found.set(`${Path} ${Message}`, { Path, Message });
    }
  }
  return [...found.values()];
}
