import {
  problemsRefusal,
  type QueryShape,
  Refusal,
  type RouteShape,
  readQuery,
  refusesUnknownParameters,
} from '@palatine/contract';
import type { FastifyRequest } from 'fastify';

/**
 * The query of a request; of a repeated parameter the last value counts. That of our own routes is read by its shape,
 * and throws VALIDATION_FAILED for a value that does not fit and for a parameter that the route does not have: a
 * misspelt filter would answer with what nobody asked for.
 */
export function queryOf(route: RouteShape, request: FastifyRequest): never {
  if (route.query === undefined) return undefined as never;
  const values = Object.entries(request.query as Record<string, string | string[]>);
  const texts = Object.fromEntries(
    values.map(([name, value]) => [name, Array.isArray(value) ? (value.at(-1) ?? '') : value]),
  );
  if (!refusesUnknownParameters(route)) return texts as never; // the service document has texts only
  assertKnown(route, values);
  const { values: read, problems } = readQuery(route.query as QueryShape, texts);
  if (problems.length > 0) throw problemsRefusal('VALIDATION_FAILED', problems);
  return read as never; // as the shape of the route says
}

function assertKnown({ query }: RouteShape, values: readonly [name: string, value: unknown][]): void {
  const { properties = {} } = query as { properties?: object }; // every query is an object
  const known = Object.keys(properties);
  for (const [name] of values) {
    if (known.includes(name)) continue;
    const meant = known.find((other) => other.toLowerCase() === name.toLowerCase());
    const right = meant === undefined ? `there are ${known.join(', ')}` : `its name is ${meant}`;
    throw new Refusal(
      'VALIDATION_FAILED',
      `there is no query parameter ${JSON.stringify(cut(name))}; ${right}`,
    );
  }
}

function cut(name: string): string {
  return name.length <= 64 ? name : `${name.slice(0, 64)}…`;
}
