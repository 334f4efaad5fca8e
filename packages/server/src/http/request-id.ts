import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

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

/**
 * Sends the id as a header. Not on a read that came without one: there is nothing to look up, and the header would be
 * a twentieth of what an answer from memory costs.
 */
export function sendRequestId(request: FastifyRequest, reply: FastifyReply): void {
  if (request.method !== 'GET' || request.headers[REQUEST_ID_HEADER] !== undefined)
    reply.header(REQUEST_ID_HEADER, request.id);
}
