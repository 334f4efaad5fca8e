import { MAX_PROBLEMS, problemsRefusal, type RequestSchema, type RouteShape } from '@palatine/contract';
import { hasType, schemaProblems } from '../data-folder/schema-problems.ts';

/** Returns a check of the route's body: it returns the body, or throws a refusal with a code of the route's `bodyErrors`. */
export function bodyValidator(route: RouteShape): (body: unknown) => unknown {
  const { body: shape, documentedBody, bodyErrors } = route;
  if (shape === undefined || bodyErrors === undefined) return () => undefined;
  if (documentedBody !== undefined) return (body) => body; // its command checks it, whatever it is
  const schema = shape as RequestSchema; // the shapes of requests use nothing else; a test holds them to it

  return (body) => {
    if (body === undefined) {
      if (bodyErrors.missing === undefined) return undefined;
      throw problemsRefusal(bodyErrors.missing, [{ Path: '', Message: 'is missing' }]);
    }
    if (!hasType(body, 'object')) {
      throw problemsRefusal(bodyErrors.notAnObject, [{ Path: '', Message: 'must be a JSON object' }]);
    }
    // One more than is shown tells the caller that there are more.
    const found = schemaProblems(schema, body, MAX_PROBLEMS + 1);
    const problems = found.map(({ Path, Message }) => ({ Path, Message }));
    if (problems.length === 0) return body;
    const wrongType = bodyErrors.invalidRequest?.some((path) => hasWrongType(path.slice(1), body, schema));
    throw problemsRefusal(wrongType ? 'INVALID_REQUEST' : 'VALIDATION_FAILED', problems);
  };
}

/** True when the field is missing or has the wrong JSON type. Nested errors do not count. */
function hasWrongType(field: string, body: unknown, { properties = {} }: RequestSchema): boolean {
  const fields = body as Readonly<Record<string, unknown>>; // its caller has seen that it is an object
  if (!Object.hasOwn(fields, field)) return true;
  const { type, anyOf = [] } = properties[field] ?? {};
  return ![type, ...anyOf.map((member) => member.type)].some((one) => hasType(fields[field], one));
}
