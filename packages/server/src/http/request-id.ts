import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const REQUEST_ID_HEADER = 'x-request-id';

/** What may go into a log and back as a header as it is: the ids that proxies and tracers make. */
const SANE = /^[A-Za-z0-9._:/+=-]{1,128}$/;

const startedAt = Date.now().toString(36);
let requests = 0;

/** The id of a request in the log: the one it came with, when that is sane, else one of our own. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && SANE.test(given) ? given : `${startedAt}-${++requests}`;
}

/**
 * Tells the caller the id. A read that went well and came without one is left alone: there is nothing to look
 * up, and the header would be a twentieth of what an answer from memory costs.
 */
export function tellRequestId(request: FastifyRequest, reply: FastifyReply): void {
  if (request.method !== 'GET' || request.headers[REQUEST_ID_HEADER] !== undefined)
    reply.header(REQUEST_ID_HEADER, request.id);
}
