import {
  ALL_ROUTES,
  type DocumentedBody,
  type ErrorCode,
  fillPath,
  type QueryValues,
  type RouteBody,
  type RouteParams,
  type RouteQuery,
  type RouteReply,
  type RouteShape,
} from '@palatine/contract';
import { sendableToken, serviceUrl } from './connection-options.ts';
import type { Events, EventsOptions } from './events.ts';
import { request } from './request.ts';
import { ResponseCache } from './response-cache.ts';
import type { RetryOptions } from './retry.ts';
import { watchEvents } from './watch-events.ts';
import { type Positions, type PositionsOptions, watchPositions } from './watch-positions.ts';

export interface ClientOptions {
  /** Such as `http://127.0.0.1:17993`. */
  url: string;
  token: string;
  /** ms to wait for the response to each attempt; 10 s unless set, since the service may take 5. */
  timeoutMs?: number;
  /** How to retry after an error that may pass; false: never. Its delays also hold for lost event streams. */
  retry?: RetryOptions | false;
  /** Whether to cache replies by ETag, so that the service sends no unchanged one again. True unless set. */
  cache?: boolean;
  /** Used in place of the global `fetch`. */
  fetch?: typeof fetch;
}

/** Options of a single call. */
export interface RequestOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal;
  timeoutMs?: number;
  retry?: RetryOptions | false;
  /**
   * The service applies writes with the same key once, for a day: an order number, say. Each write gets a random key
   * unless one is given here; false sends none.
   */
  idempotencyKey?: string | false;
}

type Empty = Record<never, never>;

/** Of a write that replaces a file. */
interface Versioned {
  /** The ETag of the version to replace, as an answer of the service has it; null where there is no file yet. */
  ifMatch: string | null;
}

/** The options of a call: the path parameters, query and body that the route has. */
export type CallOptions<R extends RouteShape> = ([keyof RouteParams<R>] extends [never]
  ? Empty
  : { params: RouteParams<R> }) &
  (RouteQuery<R> extends undefined ? Empty : { query?: JsonQuery<R> }) &
  (RouteBody<R> extends undefined
    ? Empty
    : R extends { bodyErrors: { missing: ErrorCode } }
      ? { body: DocumentedBody<R> }
      : { body?: DocumentedBody<R> }) &
  (R extends { versioned: true } ? Versioned : Empty) &
  RequestOptions;

/** The query without the choice of a format: a method of the client answers with the reply. */
type JsonQuery<R extends RouteShape> = R extends { formats: object }
  ? Omit<RouteQuery<R>, 'Format'>
  : RouteQuery<R>;

export type CallArguments<R extends RouteShape> =
  Empty extends CallOptions<R> ? [options?: CallOptions<R>] : [options: CallOptions<R>];

type AllRoutes = typeof ALL_ROUTES;

/** Names of the routes that answer in JSON, not with a stream. */
export type ClientMethodName = {
  [Name in keyof AllRoutes]: AllRoutes[Name] extends { stream: true } ? never : Name;
}[keyof AllRoutes];

/** One method per route that answers in JSON, under its name in the table. */
export type Client = {
  [Name in ClientMethodName]: (
    ...args: CallArguments<AllRoutes[Name]>
  ) => Promise<RouteReply<AllRoutes[Name]>>;
} & {
  /** Calls any route value, also one that is not in the table. */
  call<R extends RouteShape>(route: R, ...args: CallArguments<R>): Promise<RouteReply<R>>;
  /** The events as they happen, until the loop over them ends. */
  events(options?: EventsOptions): Events;
  /** Where the players are, once a second, until the loop over it ends: a snapshot first, then who has moved. */
  positions(options?: PositionsOptions): Positions;
};

/** A typed client, made from the route table. Throws a TypeError for a URL or a token that cannot work. Runs in Node and in browsers. */
export function createClient(options: ClientOptions): Client {
  const { timeoutMs = 10_000, retry = {}, cache = true } = options;
  const { fetch = (...args) => globalThis.fetch(...args) } = options;
  const connection = {
    url: serviceUrl(options.url),
    token: sendableToken(options.token),
    timeoutMs,
    fetch,
  };
  const responses = cache ? new ResponseCache() : undefined;

  const call = (route: RouteShape, { params, query, body, ...given }: Given = {}) =>
    request({ ...connection, timeoutMs: given.timeoutMs ?? timeoutMs }, responses, {
      route,
      target: targetOf(connection.url, route, params, query),
      body: body === undefined ? undefined : JSON.stringify(body),
      ...given,
      retry: given.retry ?? retry,
    });
  const methods: Record<string, unknown> = {
    async call(route: RouteShape, given?: Given) {
      return call(route, given);
    },
    events: (given?: EventsOptions) => watchEvents(connection, retry || {}, given),
    positions: (given?: PositionsOptions) => watchPositions(connection, retry || {}, given),
  };
  const routes: [string, RouteShape][] = Object.entries(ALL_ROUTES);
  for (const [name, route] of routes.filter(([, { stream }]) => !stream)) {
    methods[name] = async (given?: Given) => call(route, given); // async: an error rejects, and never throws
  }
  return methods as Client; // one method per route without a stream, as the type says
}

interface Given extends RequestOptions {
  params?: Record<string, string>;
  query?: QueryValues;
  body?: unknown;
  ifMatch?: string | null;
}

function targetOf(url: string, route: RouteShape, params: Given['params'], query: Given['query']): string {
  for (const [name, value] of Object.entries(params ?? {})) {
    // A URL resolves these as relative segments, encoded or not, and the call would reach another route.
    if (value === '.' || value === '..') throw new TypeError(`${name} cannot be '${value}'`);
  }
  const target = new URL(url + fillPath(route, params));
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) target.searchParams.set(name, String(value));
  }
  return target.href;
}
