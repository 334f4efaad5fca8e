import type { OutgoingHttpHeaders } from 'node:http';
import { DELIVERY_HEADER, ENFORCEMENT_HEADER, ERRORS, Refusal } from '@palatine/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CachedResponse, Outcome } from '../game/calls.ts';
import { countRefusal } from '../telemetry/metrics.ts';
import { etagFor, etagsOf, varyByEncoding } from './compression.ts';
import type { DownloadAnswer } from './route-calls.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const RETRY_AFTER_SECONDS = '1';
const CACHE_CONTROL = 'private, no-cache';

/** Sends a response with its ETag, or 304 when the client has it already. */
export function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: CachedResponse,
  contentType = JSON_TYPE,
): FastifyReply {
  reply.header('cache-control', CACHE_CONTROL);
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    varyByEncoding(reply);
    return reply
      .code(304)
      .header('etag', etagFor(request.headers['accept-encoding'], etag, bytes))
      .send();
  }
  return reply.header('etag', etag).header('content-type', contentType).send(bytes);
}

/** Sends a file while it is made; it ends with its connection. */
export function sendDownload(
  reply: FastifyReply,
  { download, contentType, fileName }: DownloadAnswer,
): FastifyReply {
  reply.raw.once('close', () => download.destroy());
  return reply
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-store')
    .send(download);
}

/** Sends the outcome of a write. */
export function sendOutcome(
  reply: FastifyReply,
  { status, body, code, replayed, delivery = '', enforcement = '' }: Outcome,
): FastifyReply {
  if (code !== 'OK') countRefusal(reply.raw, code);
  if (code === 'SERVER_BUSY') reply.header('retry-after', RETRY_AFTER_SECONDS);
  if (delivery !== '') reply.header(DELIVERY_HEADER, `pending; id=${delivery}`);
  if (enforcement !== '') reply.header(ENFORCEMENT_HEADER, enforcement);
  if (replayed) reply.header('idempotent-replayed', 'true');
  return reply.code(status).header('content-type', JSON_TYPE).send(body);
}

/** Says how old the data of a response is: when the game wrote the save that is served, and how long ago. */
export function sendSaveAge(reply: FastifyReply, savedAtMs: number | undefined, nowMs: number): void {
  if (savedAtMs === undefined) return;
  const seconds = Math.max(0, Math.floor((nowMs - savedAtMs) / 1000));
  reply.header('last-modified', new Date(savedAtMs).toUTCString()).header('age', String(seconds));
}

/** If-None-Match compares weakly, may list several tags, and may name the body in any content coding. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === '*') return true;
  const known = etagsOf(etag);
  return header.split(',').some((tag) => known.includes(tag.trim().replace(/^W\//, '')));
}

/** Clients see INTERNAL_ERROR for any error that is not a Refusal; the cause goes to the log only. */
export function toRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal('INTERNAL_ERROR');
}

/** Sends an error envelope, with the headers that its code needs. */
export function sendRefusal(
  reply: FastifyReply,
  refusal: Refusal,
  headers: OutgoingHttpHeaders = {},
): FastifyReply {
  countRefusal(reply.raw, refusal.code);
  if (refusal.code === 'SERVER_BUSY') reply.header('retry-after', RETRY_AFTER_SECONDS);
  if (refusal.code === 'RATE_LIMITED') reply.header('retry-after', String(refusal.details.RetryAfter));
  if (refusal.code === 'INVALID_TOKEN') reply.header('www-authenticate', 'Bearer');
  return reply
    .code(ERRORS[refusal.code].status)
    .headers(headers)
    .header('content-type', JSON_TYPE)
    .send(JSON.stringify(refusal.toEnvelope()));
}

/** The bytes of a refusal for a connection without a readable request. */
export function rawRefusal(status: number, reason: string, refusal: Refusal): string {
  const body = JSON.stringify(refusal.toEnvelope());
  return [
    `HTTP/1.1 ${status} ${reason}`,
    `content-type: ${JSON_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
