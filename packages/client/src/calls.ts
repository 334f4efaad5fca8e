import {
  BASE_PATH,
  type DocumentedBody,
  type ErrorCode,
  type QueryValues,
  type RouteBody,
  type RouteParams,
  type RouteQuery,
  type RouteReply,
  type RouteShape,
  reachesOffline,
} from '@palatine/contract';
import { request, responseCache } from './request.ts';
import type { RetryOptions } from './retry.ts';
import { targetOf } from './send.ts';

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
  /** Whether grants reach offline players (docs/api.md#who-can-be-addressed); false unless set. */
  offlinePlayers?: boolean;
  /** Used in place of the global `fetch`. */
  fetch?: typeof fetch;
}

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

/** Option of a write that replaces a file. */
interface Versioned {
  /** The ETag of the version to replace, from an earlier reply; null for a new file. */
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

/** Names of the routes of a table that answer in JSON, not with a stream. */
export type MethodName<Routes extends Readonly<Record<string, RouteShape>>> = {
  [Name in keyof Routes]: Routes[Name] extends { stream: true } ? never : Name;
}[keyof Routes];

/** One method for each route of a table that answers in JSON, under its name there. */
export type Methods<Routes extends Readonly<Record<string, RouteShape>>> = {
  [Name in MethodName<Routes>]: (...args: CallArguments<Routes[Name]>) => Promise<RouteReply<Routes[Name]>>;
} & {
  /** Calls any route value, also one that is not in the table. */
  call<R extends RouteShape>(route: R, ...args: CallArguments<R>): Promise<RouteReply<R>>;
};

export interface Input extends RequestOptions {
  params?: Record<string, string>;
  query?: QueryValues;
  body?: unknown;
  ifMatch?: string | null;
}

/** Throws a TypeError for a URL or a token that cannot work. */
export function callsOf(options: ClientOptions) {
  const { timeoutMs = 10_000, retry = {}, cache = true, offlinePlayers = false } = options;
  const { fetch = (...args) => globalThis.fetch(...args) } = options;
  const [url, token] = [serviceUrl(options.url), sendableToken(options.token)];
  const connection = { url, token, timeoutMs, fetch };
  const responses = cache ? responseCache() : undefined;

  // async: an error rejects, and never throws
  async function call(route: RouteShape, { params, query, body, ...given }: Input = {}): Promise<unknown> {
    return request({ ...connection, timeoutMs: given.timeoutMs ?? timeoutMs }, responses, {
      route,
      offlinePlayers: offlinePlayers && reachesOffline(route),
      target: targetOf(connection, route, params, query),
      body: body === undefined ? undefined : JSON.stringify(body),
      ...given,
      retry: given.retry ?? retry,
    });
  }

  return {
    connection,
    retry: retry || {},
    methodsOf<Routes extends Readonly<Record<string, RouteShape>>>(routes: Routes): Methods<Routes> {
      const answering = Object.entries(routes).filter(([, { stream }]) => !stream);
      const methods = answering.map(([name, route]) => [name, (input?: Input) => call(route, input)]);
      return { ...Object.fromEntries(methods), call } as Methods<Routes>; // as the type says
    },
  };
}

/** The address of the service without a slash at the end. Throws a TypeError that says what would be right. */
export function serviceUrl(text: string): string {
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const suggestion = text && parseUrl(`http://${text}`) ? text : '127.0.0.1:17993';
    throw new TypeError(`url is ${JSON.stringify(text)}: it must be an address such as http://${suggestion}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('url holds a user or password: the service knows tokens only');
  }
  if (url.search !== '' || url.hash !== '') {
    throw new TypeError(`url is ${JSON.stringify(text)}: it must end before ? and #`);
  }
  const address = url.href.replace(/\/+$/, '');
  if (!address.endsWith(BASE_PATH)) return address;
  const right = address.slice(0, -BASE_PATH.length);
  throw new TypeError(`url ends in ${BASE_PATH}, which the client adds itself: it must be ${right}`);
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text); // URL.parse is too new for Node 20
  } catch {
    return undefined;
  }
}

/** The token, unchanged. Throws a TypeError, which never holds it, when no header can carry it. */
function sendableToken(token: string): string {
  if (typeof token !== 'string' || token === '')
    throw new TypeError('token is empty: is PALATINE_TOKEN set?');
  if (/^[!-~]+$/.test(token)) return token;
  const reason = 'it holds a blank, a line break or another character that is not visible ASCII';
  throw new TypeError(`token cannot be sent: ${reason}`);
}
