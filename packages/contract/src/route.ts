import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';

export const BASE_PATH = '/v1/pdapi';

export type Method = 'GET' | 'POST';

/**
 * What a faulty body is called. Which faults are INVALID_REQUEST and which VALIDATION_FAILED is decided
 * per route by the service document; this says it as data.
 */
export interface BodyErrors {
  /** No body at all. Left out where the body is optional. */
  missing?: ErrorCode;
  /** A JSON body that is not an object. */
  notAnObject: ErrorCode;
  /** Fields whose absence or wrong kind (as JSON pointers) is INVALID_REQUEST; all else is VALIDATION_FAILED. */
  invalidRequest?: readonly string[];
}

export interface RouteShape {
  method: Method;
  /** Below the route's base path, with `:name` for a path parameter. */
  path: string;
  /** `/v1/pdapi` unless the route is one of our own. */
  base?: string;
  /** One permission, or several of which any one lets a token in. */
  permission: string | readonly string[];
  summary: string;
  /** Whether the route runs game work, with its deadline and its errors. */
  game: boolean;
  deprecated?: boolean;
  query?: TSchema;
  body?: TSchema;
  bodyErrors?: BodyErrors;
  reply: TSchema;
  /** Codes beyond the common ones. */
  errors: readonly ErrorCode[];
}

/** A route as a value, its literal types kept, so that path, body and reply are typed wherever it goes. */
export function route<const R extends RouteShape>(definition: R): R {
  return definition;
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type RouteParams<R extends RouteShape> = Record<ParamNames<R['path']>, string>;
export type RouteQuery<R extends RouteShape> = R extends { query: infer Q extends TSchema }
  ? Static<Q>
  : undefined;
export type RouteBody<R extends RouteShape> = R extends { body: infer B extends TSchema }
  ? Static<B>
  : undefined;
export type RouteReply<R extends RouteShape> = Static<R['reply']>;

/** The full path of a route, parameters still as `:name`. */
export function pathOf(definition: RouteShape): string {
  return (definition.base ?? BASE_PATH) + definition.path;
}

/** The full path with its parameters filled in, each percent-encoded. */
export function fillPath(definition: RouteShape, params: Record<string, string> = {}): string {
  return pathOf(definition).replace(/:([A-Za-z_]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`${definition.path} needs the path parameter ${name}`);
    return encodeURIComponent(value);
  });
}

/** Codes any route may answer. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'INVALID_TOKEN',
  'RATE_LIMITED',
  'MISSING_PERMISSION',
  'PAYLOAD_TOO_LARGE',
  'INVALID_JSON',
  'INTERNAL_ERROR',
];

/** Codes any route may answer that runs game work. */
export const GAME_ERRORS: readonly ErrorCode[] = ['REQUEST_FAILED', 'REQUEST_TIMEOUT', 'SERVER_BUSY'];

/** Codes any route may answer that writes: an Idempotency-Key may be none, or used before. */
export const WRITE_ERRORS: readonly ErrorCode[] = ['VALIDATION_FAILED', 'IDEMPOTENCY_KEY_REUSED'];

/** Every code a route may answer, the common ones first. */
export function errorsOf(definition: RouteShape): ErrorCode[] {
  const game = definition.game ? GAME_ERRORS : [];
  const write = definition.method === 'POST' ? WRITE_ERRORS : [];
  return [...new Set([...COMMON_ERRORS, ...game, ...write, ...definition.errors])];
}
