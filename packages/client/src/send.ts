import { fillPath, type QueryValues, queryText, type RouteShape } from '@palatine/contract';
import { UnansweredError } from './errors.ts';

/** The address of the service, and how one client reaches it. */
export interface Connection {
  /** Without a slash at the end. */
  url: string;
  token: string;
  timeoutMs: number;
  fetch: typeof fetch;
}

export interface HttpRequest {
  method: string;
  target: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

export function targetOf(
  { url }: Connection,
  route: RouteShape,
  params: Record<string, string> = {},
  query?: QueryValues,
): string {
  for (const [name, value] of Object.entries(params)) {
    // A URL resolves these as relative segments, encoded or not, and the call would reach another route.
    if (value === '.' || value === '..') throw new TypeError(`${name} cannot be '${value}'`);
  }
  return url + fillPath(route, params) + queryText(query);
}

/** A response, read to its end. */
export type HttpResponse = Pick<Response, 'status' | 'headers'> & { text: string };

/** Sends one request and reads the whole response. Throws UnansweredError, or the reason of the caller's abort. */
export async function send(
  connection: Connection,
  outgoing: HttpRequest,
  callerSignal: AbortSignal | undefined,
): Promise<HttpResponse> {
  callerSignal?.throwIfAborted();
  const { timeoutMs } = connection;
  const { target } = outgoing;
  const limit = timeLimit(callerSignal, timeoutMs);
  try {
    const response = await fetchResponse(connection, outgoing, limit.signal);
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    callerSignal?.throwIfAborted();
    throw limit.signal.aborted ? timedOut(target, timeoutMs) : unreachable(target, error);
  } finally {
    limit.clear();
  }
}

/** The response as soon as its head is there. */
export function fetchResponse({ token, fetch }: Connection, outgoing: HttpRequest, signal: AbortSignal) {
  const { method, target, headers, body } = outgoing;
  return fetch(target, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal,
    redirect: 'manual', // the service never redirects, and a POST that is redirected turns into a GET
    ...(body === undefined ? {} : { body }),
  });
}

/** A signal that aborts with the caller's, or when the time is up. */
export function timeLimit(callerSignal: AbortSignal | undefined, ms: number) {
  const control = new AbortController(); // by hand, since AbortSignal.any is too new for some browsers
  const end = () => control.abort();
  let timer = setTimeout(end, ms);
  callerSignal?.addEventListener('abort', end);
  return {
    signal: control.signal,
    /** Stops the clock until `renew`. */
    pause: () => clearTimeout(timer),
    renew(newMs: number) {
      clearTimeout(timer);
      timer = setTimeout(end, newMs);
    },
    /** Stops the clock and leaves the caller's signal alone. */
    clear() {
      clearTimeout(timer);
      callerSignal?.removeEventListener('abort', end);
    },
    abort: end,
  };
}

export function timedOut(target: string, ms: number): UnansweredError {
  return new UnansweredError('TIMED_OUT', `no response from ${target} within ${ms} ms`);
}

export function unreachable(target: string, error: unknown): UnansweredError {
  const { message, cause } = error as Error;
  const reason = cause instanceof Error && cause.message !== '' ? cause.message : message;
  return new UnansweredError('UNREACHABLE', `${target} cannot be reached: ${reason}`, { cause: error });
}
