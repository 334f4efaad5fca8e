import { BASE_PATH, OWN_PATH, OWN_ROUTES, pathOf, Refusal, ROUTES } from '@palisade/contract';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { RestConfig } from '../operator/rest-config.ts';
import { authenticate } from './authorize.ts';
import { allowOrigins } from './cors.ts';
import type { Gate } from './mount.ts';
import { rawRefusal, sendRefusal, toRefusal } from './send.ts';

/** Times a caller may take, in ms. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 15_000;
const KEEP_ALIVE_MS = 72_000;
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * The HTTP server without its routes: what holds for every request. Whatever is asked and however it is
 * formed, the answer is JSON in the envelope of the contract.
 */
export function makeApp(gate: Gate, cors: RestConfig['Cors'], log: Logger): FastifyInstance {
  const app = fastify({
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: { headersTimeout: HEADERS_MS, maxHeaderSize: MAX_HEADER_BYTES, connectionsCheckingInterval: 1000 },
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    rewriteUrl: (request) => routable(request.url ?? '/'),
    clientErrorHandler: (error, socket) => {
      if (socket.writable) socket.end(rawAnswer((error as NodeJS.ErrnoException).code ?? ''));
      socket.destroySoon();
    },
  });

  // Bodies are read by our own step, on every method and whatever their Content-Type says.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', (request, _reply, done) => {
    // Fastify refuses types that it cannot make sense of.
    if (request.headers['content-type'] !== undefined) delete request.headers['content-type'];
    done();
  });

  allowOrigins(app, cors);

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if ([BASE_PATH, OWN_PATH].some((base) => path === base || path.startsWith(`${base}/`))) {
      await authenticate(gate.tokens, request.headers.authorization);
    }
    const methods = methodsOf(path);
    if (methods.length === 0) throw new Refusal('ROUTE_NOT_FOUND', `there is no route ${path}`);
    const refusal = new Refusal('METHOD_NOT_ALLOWED', `${path} takes ${methods.join(', ')}`);
    return sendRefusal(reply, refusal, { allow: methods.join(', ') });
  });

  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = toRefusal(error);
    if (refusal.code === 'INTERNAL_ERROR') log.error({ err: error, path: request.url }, 'a request failed');
    return sendRefusal(reply, refusal);
  });

  return app;
}

/** Which methods a path takes, by the route table; none when no route has it. */
function methodsOf(path: string): string[] {
  const parts = path.split('/');
  const matching = [...Object.values(ROUTES), ...Object.values(OWN_ROUTES)].filter((route) => {
    const names = pathOf(route).split('/');
    return (
      names.length === parts.length && names.every((name, at) => name.startsWith(':') || name === parts[at])
    );
  });
  return [...new Set(matching.map((route) => route.method))];
}

/** A target the router can take: no host in front, and no percent sign that encodes nothing. */
function routable(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '') || '/';
  return path.includes('%')
    ? path.replace(/%(?![0-9a-fA-F]{2})/g, '%25').replace(/(%[0-9a-fA-F]{2})+/g, decodable)
    : path;
}

/** Escapes that are no UTF-8 stand for themselves: such a value is malformed and matches nothing. */
function decodable(escapes: string): string {
  try {
    decodeURIComponent(escapes);
    return escapes;
  } catch {
    return escapes.replaceAll('%', '%25');
  }
}

function rawAnswer(code: string): string {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return rawRefusal(
        431,
        'Request Header Fields Too Large',
        new Refusal('INVALID_REQUEST', 'the headers are too long'),
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return rawRefusal(
        408,
        'Request Timeout',
        new Refusal('INVALID_REQUEST', 'the request took too long to arrive'),
      );
    default:
      return rawRefusal(400, 'Bad Request', new Refusal('INVALID_REQUEST', 'this is not an HTTP request'));
  }
}
