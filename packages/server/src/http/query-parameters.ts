import { Refusal, type RouteShape, refusesUnknownParameters } from '@palatine/contract';
import type { FastifyRequest } from 'fastify';

/**
 * The query of a request; of a repeated parameter the last value counts. Throws VALIDATION_FAILED for a parameter that
 * one of our own routes does not have: a misspelt filter would answer with what nobody asked for.
 */
export function queryOf(route: RouteShape, request: FastifyRequest): never {
  if (route.query === undefined) return undefined as never;
  const values = Object.entries(request.query as Record<string, string | string[]>);
  if (refusesUnknownParameters(route)) assertKnown(route, values);
  return Object.fromEntries(
    values.map(([name, value]) => [name, Array.isArray(value) ? (value.at(-1) ?? '') : value]),
  ) as never; // every query is an object of optional strings
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
