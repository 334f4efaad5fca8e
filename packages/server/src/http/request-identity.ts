import type { IncomingMessage } from 'node:http';
import { canonicalAddress, parseAddressRange } from '@palatine/world';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestPolicy } from './authorize.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

/** Ids that proxies and tracers send; safe in a log line and in a header. */
const SAFE = /^[A-Za-z0-9._:/+=-]{1,128}$/;

const startedAt = Date.now().toString(36);
let requests = 0;

/** The id of a request in the log: its own X-Request-Id when that is safe, else a new one. */
export function requestId(request: IncomingMessage): string {
  const sent = request.headers[REQUEST_ID_HEADER];
  return typeof sent === 'string' && SAFE.test(sent) ? sent : `${startedAt}-${++requests}`;
}

/** Sends the id as a header, unless a read came without one: it would slow cached responses. */
export function sendRequestId(request: FastifyRequest, reply: FastifyReply): void {
  if (request.method !== 'GET' || request.headers[REQUEST_ID_HEADER] !== undefined)
    reply.header(REQUEST_ID_HEADER, request.id);
}

/** Without the query: callers may put secrets there, and the path goes into the log. */
export function pathIn(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** Whether the caller has written a slash at the end of the path; the router never sees it. */
export function hasSlashAtEnd({ originalUrl }: FastifyRequest): boolean {
  return pathIn(originalUrl).endsWith('/');
}

/** A target that the router accepts: without a host and stray slashes, and with every stray percent sign encoded. */
export function routable(url: string): string {
  const path = withoutStraySlashes(url.startsWith('/') ? url : withoutHost(url));
  return path.includes('%')
    ? path.replace(/%(?![0-9a-fA-F]{2})/g, '%25').replace(/(%[0-9a-fA-F]{2})+/g, decodable)
    : path;
}

/** Drops repeated slashes at the start of the path and one at its end: a base URL with one too many brings them. */
function withoutStraySlashes(target: string): string {
  return target.replace(/^\/{2,}/, '/').replace(/^([^?]+)\/(?=\?|$)/, '$1');
}

/** The path of a target in absolute form; any other target, such as `*`, is no path of ours. */
function withoutHost(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** Encodes escapes that are not UTF-8 once more: such a value is malformed and matches nothing. */
function decodable(escapes: string): string {
  try {
    decodeURIComponent(escapes);
    return escapes;
  } catch {
    return escapes.replaceAll('%', '%25');
  }
}

/** The caller's address; '' when disconnected. Behind a proxy, the last untrusted X-Forwarded-For. */
export function callerAddress(
  { settings }: Pick<RequestPolicy, 'settings'>,
  request: FastifyRequest,
): string {
  const peer: string | undefined = request.ip; // undefined on a destroyed socket
  const forwarded = request.headers['x-forwarded-for'];
  const { TrustedProxies } = settings.current.rest;
  if (peer === undefined || forwarded === undefined || TrustedProxies.length === 0) return peer ?? '';
  const proxies = TrustedProxies.map(parseAddressRange);
  const hops = String(forwarded).split(',').reverse();
  let caller = peer;
  for (const hop of hops) {
    const address = canonicalAddress(hop);
    if (address === undefined || !proxies.some((proxy) => proxy?.contains(caller))) break;
    caller = address;
  }
  return caller;
}
