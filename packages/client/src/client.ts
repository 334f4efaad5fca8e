import {
  type ErrorCode,
  type ErrorDetails,
  fillPath,
  ROUTES,
  type RouteBody,
  type RouteName,
  type RouteParams,
  type RouteQuery,
  type RouteReply,
  type RouteShape,
} from '@palisade/contract';

/** An answer that said no. `code` is for programs and stays for ever; the message is for people. */
export class PalisadeError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(status: number, code: ErrorCode, message: string, details: ErrorDetails) {
    super(message);
    this.name = 'PalisadeError';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export interface ClientOptions {
  /** Such as `http://127.0.0.1:17993`. */
  url: string;
  token: string;
  /** ms to wait for an answer; 10 s unless set. */
  timeoutMs?: number;
}

type Empty = Record<never, never>;

/** What a call of a route takes: its path parameters, its query, its body; what it has none of is left out. */
export type CallOptions<R extends RouteShape> = ([keyof RouteParams<R>] extends [never]
  ? Empty
  : { params: RouteParams<R> }) &
  (RouteQuery<R> extends undefined ? Empty : { query?: RouteQuery<R> }) &
  (RouteBody<R> extends undefined ? Empty : { body?: RouteBody<R> });

type CallArguments<R extends RouteShape> =
  Empty extends CallOptions<R> ? [options?: CallOptions<R>] : [options: CallOptions<R>];

/** One method per route of the table. */
export type Client = {
  [Name in RouteName]: (
    ...args: CallArguments<(typeof ROUTES)[Name]>
  ) => Promise<RouteReply<(typeof ROUTES)[Name]>>;
} & {
  /** Calls any route value, also one that is not in the table. */
  call<R extends RouteShape>(route: R, ...args: CallArguments<R>): Promise<RouteReply<R>>;
};

/** A typed client, made from the route table. Runs in Node and in browsers. */
export function createClient(options: ClientOptions): Client {
  const call = (route: RouteShape, given: Given = {}) => request(options, route, given);
  const methods: Record<string, unknown> = { call };
  for (const [name, route] of Object.entries(ROUTES)) methods[name] = (given?: Given) => call(route, given);
  return methods as Client; // one method per name of the table, as the type says
}

interface Given {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

async function request({ url, token, timeoutMs = 10_000 }: ClientOptions, route: RouteShape, given: Given) {
  const target = new URL(url.replace(/\/$/, '') + fillPath(route, given.params));
  for (const [name, value] of Object.entries(given.query ?? {})) {
    if (value !== undefined) target.searchParams.set(name, value);
  }
  const response = await fetch(target, {
    method: route.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    signal: AbortSignal.timeout(timeoutMs),
    ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
  });
  const answer: unknown = await response.json();
  if (response.ok) return answer;
  const { Code, Message, Details } = (
    answer as { Error: { Code: ErrorCode; Message: string; Details: ErrorDetails } }
  ).Error;
  throw new PalisadeError(response.status, Code, Message, Details);
}
