import { UnansweredError } from './errors.ts';

/** Where the service is, and how one client asks there. */
export interface Connection {
  /** Without a slash at the end. */
  url: string;
  token: string;
  timeoutMs: number;
  fetch: typeof fetch;
}

export interface Outgoing {
  method: string;
  target: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

/** What came back, whole. */
export interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends one request and takes in the whole answer. Throws UnansweredError, or what the caller aborted with. */
export async function send(
  connection: Connection,
  outgoing: Outgoing,
  callerSignal: AbortSignal | undefined,
): Promise<Received> {
  callerSignal?.throwIfAborted();
  const { timeoutMs } = connection;
  const { target } = outgoing;
  const limit = timeLimit(callerSignal, timeoutMs);
  try {
    const response = await start(connection, outgoing, limit.signal);
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    callerSignal?.throwIfAborted();
    throw limit.signal.aborted ? timedOut(target, timeoutMs) : unreachable(target, error);
  } finally {
    limit.lift();
  }
}

export function start({ token, fetch }: Connection, outgoing: Outgoing, signal: AbortSignal) {
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
    /** Stops the clock, until it is started anew. */
    pause() {
      clearTimeout(timer);
    },
    renew(newMs: number) {
      clearTimeout(timer);
      timer = setTimeout(end, newMs);
    },
    /** Lets go of the clock and of the caller's signal. */
    lift() {
      clearTimeout(timer);
      callerSignal?.removeEventListener('abort', end);
    },
    abort: end,
  };
}

export function timedOut(target: string, ms: number): UnansweredError {
  return new UnansweredError('TIMED_OUT', `nothing came from ${target} within ${ms} ms`);
}

export function unreachable(target: string, error: unknown): UnansweredError {
  const { message, cause } = error as Error;
  const reason = cause instanceof Error && cause.message !== '' ? cause.message : message;
  return new UnansweredError('UNREACHABLE', `${target} cannot be reached: ${reason}`, { cause: error });
}
