import { isDeepStrictEqual } from 'node:util';
import {
  type AnyRouteName,
  ERRORS,
  type ErrorCode,
  errorsOf,
  legacyGive,
  type RouteShape,
  writes,
} from '@palatine/contract';
import { missingPermission } from '../request/authorize.ts';
import { type Examples, type Json, type JsonObject, toSchema } from './schemas.ts';

/** Codes that a read answers only when a caller sends it a body. The introduction says so once, for all reads. */
export const CODES_OF_A_SENT_BODY: readonly ErrorCode[] = [
  'INVALID_JSON',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_ENCODING',
];

/** Codes without anything to say about a single route. A status that has no others is documented as `default`. */
export const CODES_OF_ANY_ROUTE: readonly ErrorCode[] = [
  'INVALID_TOKEN',
  'RATE_LIMITED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_ENCODING',
  'INVALID_JSON',
  'REQUEST_FAILED',
  'REQUEST_TIMEOUT',
  'SERVER_BUSY',
  'IDEMPOTENCY_KEY_REUSED',
  'INTERNAL_ERROR',
];

/** The refusals as components, and the references of each route to them by status. Routes with the same ones share one. */
export function errorResponses(routes: Record<string, RouteShape>, examples: Examples) {
  const components: JsonObject = {};
  const references: Record<string, JsonObject> = {};
  for (const [name, route] of Object.entries(routes)) {
    references[name] = {};
    for (const [status, codes] of listedCodes(route)) {
      const response = errorResponse(name, route, status, codes, examples);
      const component = nameOf(response, codes, name, components);
      components[component] = response;
      references[name][status] = { $ref: `#/components/responses/${component}` };
    }
  }
  return { components, references };
}

/** The codes that the document lists at a route, by status; under `default` those that any route may answer. */
function listedCodes(route: RouteShape): [status: string, codes: ErrorCode[]][] {
  const codes = errorsOf(route).filter((code) => writes(route) || !CODES_OF_A_SENT_BODY.includes(code));
  const isOfThisRoute = (code: ErrorCode) =>
    route.meanings?.[code] !== undefined || !CODES_OF_ANY_ROUTE.includes(code);
  const byStatus = [...Map.groupBy(codes, (code) => ERRORS[code].status)];
  const specific = byStatus.filter(([, group]) => group.some(isOfThisRoute));
  const others = byStatus.filter((entry) => !specific.includes(entry)).flatMap(([, group]) => group);
  return [
    ...specific.map(([status, group]): [string, ErrorCode[]] => [String(status), group]),
    ['default', others],
  ];
}

/** Named after its codes, `ANY_ROUTE` for the common ones; with the first route's name appended on a clash. */
function nameOf(
  response: JsonObject,
  codes: readonly ErrorCode[],
  route: string,
  components: JsonObject,
): string {
  const isOfAny = codes.length > 1 && codes.every((code) => CODES_OF_ANY_ROUTE.includes(code));
  const name = isOfAny ? 'ANY_ROUTE' : codes.join('.');
  if (name === 'MISSING_PERMISSION') return `${name}.${route}`;
  const first = components[name];
  if (first === undefined || isDeepStrictEqual(first, response)) return name;
  const shared = Object.entries(components).find(([, component]) => isDeepStrictEqual(component, response));
  return shared?.[0] ?? `${name}.${route}`;
}

/** The legacy give answers errors of its sections in the form of older clients. */
function hasOwnForm({ path }: RouteShape, codes: readonly ErrorCode[]): boolean {
  return path === legacyGive.path && codes.includes('VALIDATION_FAILED');
}

function errorResponse(
  name: string,
  route: RouteShape,
  status: string,
  codes: readonly ErrorCode[],
  examples: Examples,
): JsonObject {
  const ownForm = hasOwnForm(route, codes);
  const all = codes.map((code) => `${ERRORS[code].status} \`${code}\``).join(', ');
  const samples = codes.map((code): [string, Json] => [code, exampleOf(code, name, route, examples)]);
  return {
    description: status === 'default' ? `As any route: ${all}.` : meaningsOf(route, codes),
    content: {
      'application/json': {
        schema: ownForm ? { anyOf: [toSchema(legacyGive.reply), ERROR_REFERENCE] } : ERROR_REFERENCE,
        examples: {
          ...(ownForm ? { sections: { summary: 'Errors in sections', value: examples.legacyFailure } } : {}),
          ...Object.fromEntries(samples),
        },
      },
    },
    'x-error-codes': [...codes],
  };
}

function meaningsOf(route: RouteShape, codes: readonly ErrorCode[]): string {
  const { permission, meanings = {} } = route;
  const lines = codes.map((code) => `\`${code}\`: ${meanings[code] ?? ERRORS[code].meaning}`);
  if (codes.includes('MISSING_PERMISSION') && typeof permission === 'string')
    return `\`MISSING_PERMISSION\`: The token is valid but lacks the permission \`${permission}\`.`;
  if (hasOwnForm(route, codes)) lines.push('Errors in the sections, in the form of older clients.');
  return lines.length === 1 ? lines.join('') : lines.map((line) => `- ${line}`).join('\n');
}

const ERROR_REFERENCE = { $ref: '#/components/schemas/Error' };

/** The recorded answer of the route, or the shared example. */
function exampleOf(code: ErrorCode, name: string, route: RouteShape, { routes }: Examples): JsonObject {
  const toExample = (value: object): JsonObject => ({ summary: code, value: value as JsonObject }); // an envelope is JSON
  if (code === 'MISSING_PERMISSION') return toExample(missingPermission('Reader', route).toEnvelope());
  const recorded = routes[name as AnyRouteName]?.refusal; // none for any other
  if (recorded?.Error.Code === code && route.meanings?.[code] !== undefined) return toExample(recorded);
  return { $ref: `#/components/examples/${code}` };
}
