import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { DELIVERY_HEADER, ENFORCEMENT_HEADER, ERRORS, type ErrorCode, Refusal } from '@palatine/contract';
import type { Outcome } from '@palatine/contract/audit-records';
import { Histogram, secondsSince } from '@palatine/platform/histogram';
import type { CachedResponse } from '@palatine/platform/response-bytes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DownloadAnswer } from './answers.ts';

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

/** Sends the age of the data: when the game wrote the save that is served, and how long ago. */
export function sendSaveAge(reply: FastifyReply, savedAtMs: number | undefined, nowMs: number): void {
  if (savedAtMs === undefined) return;
  const seconds = Math.max(0, Math.floor((nowMs - savedAtMs) / 1000));
  reply.header('last-modified', new Date(savedAtMs).toUTCString()).header('age', String(seconds));
}

/** If-None-Match compares weakly, may list several tags, and may name the body in any content coding. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === '*') return true;
  const tags = [etag, ...ENCODINGS.map((encoding) => encodedEtag(etag, encoding))];
  return header.split(',').some((tag) => tags.includes(tag.trim().replace(/^W\//, '')));
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

/** Content codings, the preferred one first. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** A shorter body fits into one packet as it is. */
const MIN_BYTES = 1024;

// The levels where time and size balance: 360 kB of players become 80 kB in 3 ms (br) and 93 kB in 4 ms (gzip).
const BROTLI_QUALITY = 3;
const GZIP_LEVEL = 4;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The compressed forms of bodies that several responses share, by the memory of the body. They go with it. */
const compressedForms = new WeakMap<ArrayBufferLike, Map<Encoding, Promise<Buffer>>>();

/** Compresses responses over 1 KiB; a cached body once for all callers, unlike `@fastify/compress` (compression.test.ts). */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!(typeof payload === 'string' || payload instanceof Uint8Array)) return done();
    if (payload.length < MIN_BYTES || reply.hasHeader('content-encoding')) return done();
    if (String(reply.getHeader('content-type')).startsWith('image/')) return done(); // compressed already
    varyByEncoding(reply);
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    if (encoding === undefined) return done();
    reply.header('content-encoding', encoding).removeHeader('content-length');
    const etag = reply.getHeader('etag');
    if (typeof etag === 'string') reply.header('etag', encodedEtag(etag, encoding));
    const compressed = compress(payload, encoding).then((bytes) => done(null, bytes), done);
    compressed.catch(() => void reply.raw.destroy()); // its headers cannot be sent
  });
}

/** The ETag under which a caller gets a body: each content coding has its own. */
function etagFor(acceptEncoding: string | undefined, etag: string, body: Uint8Array): string {
  const encoding = body.length < MIN_BYTES ? undefined : acceptedEncoding(acceptEncoding);
  return encoding === undefined ? etag : encodedEtag(etag, encoding);
}

export function varyByEncoding(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`);
}

export function encodedEtag(etag: string, encoding: Encoding): string {
  return etag.replace(/"$/, `-${encoding}"`);
}

/** Whether a caller takes a stream in gzip. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  return acceptedEncoding(header, ['gzip']) !== undefined;
}

/** The content coding that a caller prefers; undefined for none of them. */
export function acceptedEncoding(
  header: string | string[] | undefined,
  encodings: readonly Encoding[] = ENCODINGS,
): Encoding | undefined {
  if (header === undefined || encodings.length === 0) return undefined;
  const accepted = negotiate(String(header).toLowerCase(), [...encodings]);
  return encodings.find((encoding) => encoding === accepted);
}

function compress(body: string | Uint8Array, encoding: Encoding): Promise<Buffer> {
  // A body that fills its buffer is a cached one; others share a pool of Node's, and are sent once.
  if (typeof body === 'string' || body.byteLength !== body.buffer.byteLength) return run(body, encoding);
  const forms = compressedForms.get(body.buffer) ?? new Map<Encoding, Promise<Buffer>>();
  compressedForms.set(body.buffer, forms);
  const compressed = forms.get(encoding) ?? run(body, encoding);
  forms.set(encoding, compressed);
  compressed.catch(() => forms.delete(encoding));
  return compressed;
}

/** Copies the result into its own buffer: that of zlib is at least 16 KiB long. */
async function run(body: string | Uint8Array, encoding: Encoding): Promise<Buffer> {
  const bytes =
    encoding === 'br'
      ? await compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : await compressGzip(body, { level: GZIP_LEVEL });
  return Buffer.from(new Uint8Array(bytes).buffer);
}

/** A longer body is sent in pieces. */
const PIECE_BYTES = 64 * 1024;

/** Sends large bodies in pieces: TLS would encrypt a whole copy for a caller that does not read (connections.test.ts). */
export function sendInPieces(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!isLarge(payload)) return done();
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload; // bytes are not copied
    reply.header('content-length', bytes.byteLength);
    done(null, Readable.from(piecesOf(bytes)));
  });
}

function isLarge(payload: unknown): payload is string | Uint8Array {
  return (typeof payload === 'string' || payload instanceof Uint8Array) && payload.length > PIECE_BYTES;
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** node:http. An import statement would load its WebSocket client too: 40 ms of every start (start-modules.test.ts). */
export const http = process.getBuiltinModule('node:http');

/** Cached responses take tens of microseconds; the deadline of the game is 5 s. */
const LATENCY_SECONDS = [
  0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
];

export class RouteTraffic {
  readonly method: string;
  /** The path as the router knows it, parameters as `:name`. */
  readonly route: string;
  readonly seconds = new Histogram(LATENCY_SECONDS);
  readonly refusals = new Map<ErrorCode, number>();
  readonly statuses = new Map<number, number>();

  constructor(method: string, route: string) {
    this.method = method;
    this.route = route;
  }

  count(status: number, seconds: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.seconds.observe(seconds);
  }

  countRefusal(code: ErrorCode): void {
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
  }
}

/** Every request the server answers, by route. */
export class Traffic {
  /** Requests that match no route. */
  readonly unmatched = new RouteTraffic('any', 'none');
  readonly routes: RouteTraffic[] = [this.unmatched];

  /** All routes together: answers, those that failed, and those that refused. */
  totals(): { answers: number; errors: number; refusals: number } {
    const totals = { answers: 0, errors: 0, refusals: 0 };
    for (const route of this.routes) {
      for (const [status, count] of route.statuses) {
        totals.answers += count;
        if (status >= 500) totals.errors += count;
        else if (status >= 400) totals.refusals += count;
      }
    }
    return totals;
  }

  /** Counts for every route that is put on the app from now on. */
  watch(app: FastifyInstance): void {
    app.addHook('onRoute', (options) => {
      const counts = new RouteTraffic(String(options.method), options.url);
      this.routes.push(counts);
      const { handler } = options;
      options.handler = function counted(request, reply) {
        (reply.raw as ServerResponse & CountedResponse).counts = counts; // made by responseClass below
        return handler.call(this, request, reply);
      };
    });
  }

  /** The class of the server's responses: each counts itself when its head is written, also an event stream. */
  responseClass(): typeof ServerResponse {
    const { unmatched } = this;
    class Response extends http.ServerResponse implements CountedResponse {
      counts: RouteTraffic;
      readonly #startedMs: number;

      constructor(request: IncomingMessage) {
        super(request);
        this.counts = unmatched;
        this.#startedMs = performance.now();
      }

      override writeHead(status: number, ...more: never[]): this {
        this.counts.count(status, secondsSince(this.#startedMs));
        return super.writeHead(status, ...more);
      }
    }
    return Response as unknown as typeof ServerResponse; // which is generic in the kind of request
  }
}

interface CountedResponse {
  counts: RouteTraffic;
}

/** Counts a refusal for the route of a response; nothing for one that no app made. */
function countRefusal(response: ServerResponse & Partial<CountedResponse>, code: ErrorCode): void {
  response.counts?.countRefusal(code);
}
