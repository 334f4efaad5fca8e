import { OFFLINE_PLAYERS, type RouteShape, writes } from '@palatine/contract';
import { UnansweredError } from './errors.ts';
import { headersOf, keepHeaders, readResponse } from './read-response.ts';
import { isOutage, type RetryOptions, wasNotApplied, withRetries } from './retry.ts';
import { type Connection, type HttpRequest, send } from './send.ts';

export interface RouteRequest {
  route: RouteShape;
  /** The whole URL. */
  target: string;
  body: string | undefined;
  idempotencyKey?: string | false;
  /** The ETag of the version that the write replaces; null where there is none yet. */
  ifMatch?: string | null;
  /** Whether the call reaches offline players. */
  offlinePlayers: boolean;
  signal?: AbortSignal;
  retry: RetryOptions | false;
}

/** A random key that no other request has. */
export function newIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  // Browsers have no randomUUID on pages that came over plain http.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Calls a route, again after errors that may pass. @returns the reply as the route table types it. */
export async function request(
  connection: Connection,
  cache: ResponseCache | undefined,
  { route, target, body, signal, retry, idempotencyKey, ifMatch, offlinePlayers }: RouteRequest,
): Promise<object> {
  const reads = !writes(route);
  const key = reads || idempotencyKey === false ? undefined : (idempotencyKey ?? newIdempotencyKey());
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (key !== undefined) headers['idempotency-key'] = key;
  if (offlinePlayers) headers[OFFLINE_PLAYERS.header] = OFFLINE_PLAYERS.value;
  if (ifMatch === null) headers['if-none-match'] = '*';
  else if (ifMatch !== undefined) headers['if-match'] = ifMatch;
  const outgoing = { method: route.method, target, headers, body };

  // A write that may have been applied must not be applied twice; its key sees to that.
  const repeatable = reads || key !== undefined;
  let outage: unknown;
  const mayPass = (error: unknown) => {
    if (!isOutage(error)) return wasNotApplied(error);
    outage = error;
    return repeatable;
  };
  try {
    const reply = await withRetries(retry === false ? { attempts: 1 } : retry, signal, mayPass, () =>
      attempt(connection, reads ? cache : undefined, outgoing, signal),
    );
    // An operator may have some replies wrapped for other clients (`AnswerForm` `Wrapped`); this client unwraps them.
    const flat = route.wrapped?.unwrap(reply);
    return flat === undefined ? reply : keepHeaders(flat, headersOf(reply));
  } catch (error) {
    // The last attempt applied nothing, but an earlier one whose response was lost may have.
    const cause = outage !== undefined && wasNotApplied(error) ? outage : error;
    if (cause instanceof UnansweredError) cause.idempotencyKey = key;
    throw cause;
  }
}

/** Maximum responses in the cache, and their maximum total length in characters. */
const MAX_RESPONSES = 100;
const MAX_CHARACTERS = 8 * 1024 * 1024;

type CachedResponse = Record<'etag' | 'text', string>;
export type ResponseCache = ReturnType<typeof responseCache>;

/** Last responses by URL with their ETags, so that the service need not send again what has not changed. LRU. */
export function responseCache() {
  const responses = new Map<string, CachedResponse>();
  let characters = 0;
  const remove = (target: string) => {
    characters -= responses.get(target)?.text.length ?? 0;
    responses.delete(target);
  };
  return {
    get(target: string): CachedResponse | undefined {
      const response = responses.get(target);
      responses.delete(target);
      if (response !== undefined) responses.set(target, response);
      return response;
    },
    set(target: string, response: CachedResponse): void {
      remove(target);
      if (response.text.length > MAX_CHARACTERS) return;
      responses.set(target, response);
      characters += response.text.length;
      for (const leastRecent of responses.keys()) {
        if (responses.size <= MAX_RESPONSES && characters <= MAX_CHARACTERS) return;
        remove(leastRecent);
      }
    },
  };
}

/** With a cache it sends the ETag of the cached response, and reads that one again when the service answers 304. */
async function attempt(
  connection: Connection,
  cache: ResponseCache | undefined,
  outgoing: HttpRequest,
  signal: AbortSignal | undefined,
): Promise<object> {
  const { target, headers } = outgoing;
  const cached = cache?.get(target);
  const conditional = cached && { ...outgoing, headers: { ...headers, 'if-none-match': cached.etag } };
  const response = await send(connection, conditional ?? outgoing, signal);
  // The cache holds text, parsed each time, so that callers may change the reply they get.
  if (response.status === 304 && cached) return JSON.parse(cached.text) as object;
  const reply = readResponse(response);
  const etag = response.headers.get('etag');
  if (etag !== null) cache?.set(target, { etag, text: response.text });
  return reply;
}
