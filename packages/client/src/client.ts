import {
  type ErrorCode,
  fillPath,
  OWN_ROUTES,
  ROUTES,
  type RouteBody,
  type RouteParams,
  type RouteQuery,
  type RouteReply,
  type RouteShape,
} from '@palatine/contract';
import { ask } from './ask.ts';
import type { Events, EventsOptions } from './events.ts';
import type { LegacyGiveBody } from './legacy-give.ts';
import { ResponseCache } from './response-cache.ts';
import type { RetryOptions } from './retry.ts';
import { watchEvents } from './watch-events.ts';

export interface ClientOptions {
  /** Such as `http://127.0.0.1:17993`. */
  url: string;
  token: string;
  /** ms to wait for the answer of each attempt; 10 s unless set, since the service may think for 5. */
  timeoutMs?: number;
  /** How to ask again after a fault that may pass; false: never. Its delays hold for lost events as well. */
  retry?: RetryOptions | false;
  /** Whether answers are kept, so that what has not changed is not sent again. True unless set. */
  cache?: boolean;
  /** Used in place of the global `fetch`. */
  fetch?: typeof fetch;
}

/** What a single call may choose for itself. */
export interface RequestOptions {
  /** Ends the call; it is then rejected with the signal's reason. */
  signal?: AbortSignal;
  timeoutMs?: number;
  retry?: RetryOptions | false;
  /**
   * What is asked twice under one key is done once, for a day: an order number, say. Each write gets a key of
   * its own unless one is given here; false sends none.
   */
  idempotencyKey?: string | false;
}

type Empty = Record<never, never>;

/** The legacy route checks its body itself, so the route table does not say what is in it. */
type BodyOf<R extends RouteShape> = R extends typeof ROUTES.legacyGive ? LegacyGiveBody : RouteBody<R>;

/** What a call of a route takes: its path parameters, its query, its body; what it has none of is left out. */
export type CallOptions<R extends RouteShape> = ([keyof RouteParams<R>] extends [never]
  ? Empty
  : { params: RouteParams<R> }) &
  (RouteQuery<R> extends undefined ? Empty : { query?: RouteQuery<R> }) &
  (RouteBody<R> extends undefined
    ? Empty
    : R extends { bodyErrors: { missing: ErrorCode } }
      ? { body: BodyOf<R> }
      : { body?: BodyOf<R> }) &
  RequestOptions;

export type CallArguments<R extends RouteShape> =
  Empty extends CallOptions<R> ? [options?: CallOptions<R>] : [options: CallOptions<R>];

/** The routes a client has a method for, under its name: all that answer in JSON. */
type Methods = typeof ROUTES & Pick<typeof OWN_ROUTES, 'getAudit' | 'controlSimulation'>;
export type ClientMethodName = keyof Methods;
const METHODS: Methods = {
  ...ROUTES,
  getAudit: OWN_ROUTES.getAudit,
  controlSimulation: OWN_ROUTES.controlSimulation,
};

/** One method per route of the table. */
export type Client = {
  [Name in ClientMethodName]: (...args: CallArguments<Methods[Name]>) => Promise<RouteReply<Methods[Name]>>;
} & {
  /** Calls any route value, also one that is not in the table. */
  call<R extends RouteShape>(route: R, ...args: CallArguments<R>): Promise<RouteReply<R>>;
  /** What happens, as it happens, for as long as the loop over it runs. */
  events(options?: EventsOptions): Events;
};

/** A typed client, made from the route table. Runs in Node and in browsers. */
export function createClient(options: ClientOptions): Client {
  const { url, token, timeoutMs = 10_000, retry = {}, cache = true } = options;
  if (!/^[!-~]+$/.test(token)) throw new TypeError('a token is made of visible ASCII characters');
  const { fetch = (...args) => globalThis.fetch(...args) } = options;
  const connection = { url: new URL(url).href.replace(/\/$/, ''), token, timeoutMs, fetch };
  const memory = cache ? new ResponseCache() : undefined;

  const call = (route: RouteShape, { params, query, body, ...given }: Given = {}) =>
    ask({ ...connection, timeoutMs: given.timeoutMs ?? timeoutMs }, memory, {
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
  };
  for (const [name, route] of Object.entries(METHODS)) {
    methods[name] = async (given?: Given) => call(route, given); // async: what is wrong rejects, never throws
  }
  return methods as Client; // one method per name of the table, as the type says
}

interface Given extends RequestOptions {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

function targetOf(url: string, route: RouteShape, params: Given['params'], query: Given['query']): string {
  for (const [name, value] of Object.entries(params ?? {})) {
    // Encoded or not, a URL takes these for steps between its parts, and another route would be called.
    if (value === '.' || value === '..') throw new TypeError(`${name} cannot be '${value}'`);
  }
  const target = new URL(url + fillPath(route, params));
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) target.searchParams.set(name, value);
  }
  return target.href;
}
