import { ALL_ROUTES, errorsOf, fillPath, pathOf, type RouteShape } from '@palatine/contract';
import { roundsSeed } from '@palatine/platform/testing';
import { versionHeaders } from '@palatine/testing/version-headers';
import fc from 'fast-check';
import { AUTHORIZATIONS, HEADERS } from './headers.ts';
import { keyPathsIn, withValue } from './key-paths.ts';
import type { Sample } from './samples.ts';
import { BODIES, ENCODED, QUERIES, TEXTS, VALUES } from './values.ts';

/** A malformed or unusual request. */
export interface FuzzCase {
  path: string;
  body?: string | Buffer | undefined;
  headers?: Record<string, string>;
  /** Codes it may be answered with beyond those of the route. */
  alsoAllowed?: readonly string[];
}

/** Malformed requests to one route: each field, parameter and header in turn, and whole bodies. */
export function fuzzCases(route: RouteShape, sample: Sample, randomBodies: number): FuzzCase[] {
  const path = fillPath(route, sample.params);
  const body = sample.bodies[0] && JSON.stringify(sample.bodies[0]);
  const cases: FuzzCase[] = [
    ...sample.bodies.flatMap((whole) => mutated(whole).map((text) => ({ path, body: text }))),
    ...BODIES.map((text) => ({ path, body: text })),
    ...(sample.bodies.length === 0 ? [] : randomBodiesFrom(sample.bodies, randomBodies)).map((text) => ({
      path,
      body: text,
    })),
    ...pathsOf(route, sample).map((odd) => ({ path: odd, body, alsoAllowed: codesAround(route) })),
    ...queriesOf(route).map((query) => ({ path: path + query, body })),
    ...HEADERS.map((headers) => ({ path, body, headers })),
    ...AUTHORIZATIONS.map((authorization) => ({ path, body, headers: { authorization } })),
  ];
  const version = route.versioned ? versionHeaders({ ifMatch: null }) : {};
  return cases.map((request) => ({ ...request, headers: { ...version, ...request.headers } }));
}

/** Bodies with one mutation each: every value at every path, keys twice, in upper case, or hidden. */
function mutated(body: object): string[] {
  const replaced = keyPathsIn(body).flatMap((path) => [
    ...VALUES.map((value) => JSON.stringify(withValue(body, path, value))),
    JSON.stringify(withValue(body, path, undefined)),
  ]);
  const text = JSON.stringify(body);
  const twice = Object.keys(body).map((key) => `${text.slice(0, -1)},${JSON.stringify(key)}:null}`);
  const upperCase = text.replace(/"(\w+)":/g, (_, key: string) => `"${key.toUpperCase()}":`);
  const hidden =
    text.length > 2 ? `${text.slice(0, -1)},"__proto__":{"IP":true,"Level":5}}` : '{"__proto__":{}}';
  return [...replaced, ...twice, upperCase, hidden, `[${text}]`, JSON.stringify(text)];
}

/** Bodies with valid keys and random values. */
function randomBodiesFrom(bodies: object[], count: number): string[] {
  const anything = fc.oneof(
    { withCrossShrink: false },
    fc.constantFrom(...VALUES),
    fc.jsonValue({ maxDepth: 4 }),
    fc.string({ unit: 'binary', maxLength: 50 }),
  );
  const keys = [...new Set(bodies.flatMap((body) => [...Object.keys(body), ...keysBelow(body)]))];
  if (keys.length === 0) return [];
  const record = fc.dictionary(fc.constantFrom(...keys, '__proto__', 'Extra'), anything, { maxKeys: 8 });
  const entries = fc.dictionary(fc.constantFrom(...keys), fc.array(record, { maxLength: 4 }), { maxKeys: 3 });
  const sampled = fc.sample(fc.oneof(record, entries), { numRuns: count, seed: roundsSeed(20260712) });
  return sampled.map((body) => JSON.stringify(body)).filter((text) => text.length < 1_000_000);
}

function keysBelow(body: object): string[] {
  return keyPathsIn(body)
    .map((path) => path.at(-1) ?? '')
    .filter((key) => !/^\d*$/.test(key));
}

/** Allowed answers for a path near that of the route: `/guilds/` is one guild, whose id is empty, or takes PUT only. */
function codesAround(route: RouteShape): string[] {
  const below = Object.values<RouteShape>(ALL_ROUTES).filter((candidate) =>
    pathOf(candidate).startsWith(`${pathOf(route)}/:`),
  );
  return ['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED', ...below.flatMap(errorsOf)];
}

function pathsOf(route: RouteShape, { params }: Sample): string[] {
  const path = fillPath(route, params);
  const around = [
    `${path}/`,
    `${path}//`,
    `${path}/..`,
    `${path}%00`,
    `${path}.json`,
    `/${path}`,
    `${path}#x`,
  ];
  const inside = Object.keys(params).flatMap((name) => {
    const mark = 'MARK';
    const [before = '', after = ''] = fillPath(route, { ...params, [name]: mark }).split(mark);
    const encodable = TEXTS.filter((text) => text.isWellFormed()).map(encodeURIComponent);
    const filled = [...encodable, ...ENCODED].map((value) => before + value + after);
    return filled.filter((filledPath) => !isOtherRead(filledPath));
  });
  return [...around, ...inside];
}

/** Whether a path with an empty last parameter is that of another read: one slash at the end is dropped. */
function isOtherRead(path: string): boolean {
  return (
    path.endsWith('/') &&
    Object.values<RouteShape>(ALL_ROUTES).some(
      (read) => read.method === 'GET' && pathOf(read) === path.slice(0, -1),
    )
  );
}

function queriesOf({ query }: RouteShape): string[] {
  const names = Object.keys((query as { properties?: object } | undefined)?.properties ?? {});
  const values = [...TEXTS.filter((text) => text.isWellFormed()).map(encodeURIComponent), ...ENCODED];
  const filled = names.flatMap((name) => values.map((value) => `?${name}=${value}`));
  const twice = names.map((name) => `?${name}=a&${name}=b&${name}[]=c&${name}[d]=e`);
  return [...QUERIES, ...filled, ...twice];
}
