import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import {
  BASE_PATH,
  controlSimulation,
  DELIVERY_HEADER,
  ENFORCEMENT_HEADER,
  FLEET_PATH,
  LIMITS,
  OFFLINE_PLAYERS,
  PALATINE_PATH,
  pathOf,
  REST_CONFIG_FILE,
  Refusal,
  WORLDS_PATH,
} from '@palatine/contract';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { authenticate, type RequestPolicy, type RestSettings } from '../request/authorize.ts';
import { newRequestId } from '../request/read-input.ts';
import {
  compressResponses,
  sendInPieces,
  sendRefusal,
  type Traffic,
  toRefusal,
} from '../response/respond.ts';
import { type ConnectionOptions, makeServer } from './connections.ts';

const REQUEST_ID_HEADER = 'x-request-id';

export interface BareAppOptions {
  policy: RequestPolicy;
  cors: RestSettings['Cors'];
  log: Logger;
  traffic: Traffic;
  connections?: ConnectionOptions;
}

/** The HTTP server without routes, with the rules for every request. All errors are JSON envelopes. */
export function makeApp({ policy, cors, log, traffic, connections = {} }: BareAppOptions): FastifyInstance {
  const app = fastify({
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    serverFactory: (listener) => makeServer(listener, traffic.responseClass(), { ...connections, log }),
    clientErrorHandler: () => {}, // makeServer has its own
    genReqId: requestId,
    routerOptions: { maxParamLength: LIMITS.headerBytes },
    // Shapes are checked by our own validators: this keeps Fastify from loading Ajv, a third of its code.
    schemaController: { compilersFactory: { buildValidator: () => unused, buildSerializer: () => unused } },
    rewriteUrl: (request) => routable(request.url ?? '/'),
  });

  traffic.watch(app); // before the next hook: a HEAD is counted with its GET
  app.addHook('onRoute', (options) => {
    if (options.method === 'GET') options.method = ['GET', 'HEAD'];
  });
  compressResponses(app);
  if (connections.tls !== undefined) sendInPieces(app);
  // Node leaves the body of a HEAD out; nobody has to read a stream for that.
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return done();
    payload.destroy();
    done(null, null);
  });

  // readBody reads bodies, on every method and with every Content-Type.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', (request, reply, done) => {
    // Fastify refuses malformed types, and the method QUERY without a type.
    if (request.method === 'QUERY') request.headers['content-type'] = 'application/json';
    // Not deleted: Node's parser has made the headers, and reading them would take longer without one of its fields.
    else if (request.headers['content-type'] !== undefined) request.headers['content-type'] = undefined;
    // Not with a read that came without one: it would slow cached responses.
    if (request.method !== 'GET' || request.headers[REQUEST_ID_HEADER] !== undefined)
      reply.header(REQUEST_ID_HEADER, request.id);
    if (request.headers.host === undefined && request.raw.httpVersion !== '1.0')
      done(new Refusal('INVALID_REQUEST', 'the Host header is missing'));
    else done();
  });

  allowOrigins(app, cors);

  app.setNotFoundHandler(async (request, reply) => {
    const path = pathIn(request.url);
    if (isPreflight(request)) throw new Refusal('MISSING_PERMISSION', foreignOrigin(request.headers.origin));
    if (
      [BASE_PATH, PALATINE_PATH, FLEET_PATH, WORLDS_PATH].some(
        (base) => path === base || path.startsWith(`${base}/`),
      )
    ) {
      await authenticate(policy, request.headers.authorization);
    }
    const methods = methodsOf(path, traffic);
    if (methods.length === 0) throw new Refusal('ROUTE_NOT_FOUND', noRouteMessage(path));
    const refusal = new Refusal('METHOD_NOT_ALLOWED', `${path} takes ${methods.join(', ')}`);
    return sendRefusal(reply, refusal, { allow: methods.join(', '), [REQUEST_ID_HEADER]: request.id });
  });

  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = toRefusal(error);
    const { id, method } = request;
    const fields = { requestId: id, method, path: pathIn(request.url), code: refusal.code };
    if (refusal.code === 'INTERNAL_ERROR') log.error({ err: error, ...fields }, 'a request failed');
    else log.debug(fields, 'a request was refused');
    return sendRefusal(reply, refusal, { [REQUEST_ID_HEADER]: id });
  });

  return app;
}

function unused(): never {
  throw new Error('no route has a schema for Fastify');
}

/** Ids that proxies and tracers send; safe in a log line and in a header. */
const SAFE = /^[A-Za-z0-9._:/+=-]{1,128}$/;

/** The id of a request in the log: its own X-Request-Id when that is safe, else a new one. */
function requestId(request: IncomingMessage): string {
  const sent = request.headers[REQUEST_ID_HEADER];
  return typeof sent === 'string' && SAFE.test(sent) ? sent : newRequestId();
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
function routable(url: string): string {
  const target = url.startsWith('/') ? url : withoutHost(url);
  // Without repeated slashes at its start and one at its end: a base URL with one too many brings them.
  const path = target.replace(/^\/{2,}/, '/').replace(/^([^?]+)\/(?=\?|$)/, '$1');
  return path.includes('%')
    ? path.replace(/%(?![0-9a-fA-F]{2})/g, '%25').replace(/(%[0-9a-fA-F]{2})+/g, decodable)
    : path;
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

function noRouteMessage(path: string): string {
  const message = `there is no route ${path}`;
  return path === pathOf(controlSimulation)
    ? `${message} here: it injects faults, and is open only where the service was started with --faults`
    : message;
}

/** The methods of the routes that match a path; empty when none does. */
function methodsOf(path: string, { routes }: Traffic): string[] {
  const parts = path.split('/');
  const matching = routes.filter(({ route }) => {
    const names = route.split('/');
    return (
      names.length === parts.length && names.every((name, at) => name.startsWith(':') || name === parts[at])
    );
  });
  const methods = new Set(matching.map((route) => route.method));
  return [...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method));
}

const METHODS = 'GET, POST, PUT, DELETE';
const HEADERS = `Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, ${OFFLINE_PLAYERS.header}`;
const EXPOSED = [
  'ETag',
  'Retry-After',
  'Allow',
  'Idempotent-Replayed',
  DELIVERY_HEADER,
  ENFORCEMENT_HEADER,
].join(', ');

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function foreignOrigin(origin = ''): string {
  return `the origin ${JSON.stringify(origin)} is not in Cors.Allowed-Origins of ${REST_CONFIG_FILE}, which takes effect at the next start`;
}

/** Allows listed origins in browsers. `@fastify/cors` would answer the preflights of others with 204 (cors.test.ts). */
function allowOrigins(app: FastifyInstance, cors: RestSettings['Cors']): void {
  const allowed = new Set(cors['Allowed-Origins']);
  if (allowed.size === 0) return;

  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    reply.header('vary', 'Origin');
    if (origin === undefined || !(allowed.has(origin) || allowed.has('*'))) return done();
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED);
    if (!isPreflight(request)) return done();
    reply
      .code(204)
      .header('access-control-allow-methods', METHODS)
      .header('access-control-allow-headers', HEADERS)
      .header('access-control-max-age', String(cors['Max-Age']))
      .send();
  });
}
