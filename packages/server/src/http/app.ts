import { BASE_PATH, OWN_PATH, Refusal } from '@palatine/contract';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { RestConfig } from '../data-folder/rest-config.ts';
import type { Traffic } from '../telemetry/traffic.ts';
import { authenticate } from './authorize.ts';
import { type ConnectionOptions, MAX_HEADER_BYTES, makeServer } from './connections.ts';
import { allowOrigins } from './cors.ts';
import { REQUEST_ID_HEADER, requestId, tellRequestId } from './request-id.ts';
import type { RequestPolicy } from './request-policy.ts';
import { sendRefusal, toRefusal } from './respond.ts';

/**
 * The HTTP server without its routes: what holds for every request. Whatever is asked and however it is
 * formed, the answer is JSON in the envelope of the contract.
 */
export function makeApp(
  policy: RequestPolicy,
  cors: RestConfig['Cors'],
  log: Logger,
  traffic: Traffic,
  connections: ConnectionOptions = {},
): FastifyInstance {
  const app = fastify({
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    serverFactory: (listener) => makeServer(listener, traffic.responseClass(), connections),
    clientErrorHandler: () => {}, // the server below has its own
    genReqId: requestId,
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    rewriteUrl: (request) => routable(request.url ?? '/'),
  });

  traffic.watch(app);

  // Bodies are read by our own step, on every method and whatever their Content-Type says.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRequest', (request, reply, done) => {
    // Fastify refuses types that it cannot make sense of, and the method QUERY without one.
    if (request.method === 'QUERY') request.headers['content-type'] = 'application/json';
    else if (request.headers['content-type'] !== undefined) delete request.headers['content-type'];
    tellRequestId(request, reply);
    if (request.headers.host === undefined && request.raw.httpVersion !== '1.0')
      done(new Refusal('INVALID_REQUEST', 'the Host header is missing'));
    else done();
  });

  allowOrigins(app, cors);

  app.setNotFoundHandler(async (request, reply) => {
    const path = pathIn(request.url);
    if ([BASE_PATH, OWN_PATH].some((base) => path === base || path.startsWith(`${base}/`))) {
      await authenticate(policy, request.headers.authorization);
    }
    const methods = methodsOf(path, traffic);
    if (methods.length === 0) throw new Refusal('ROUTE_NOT_FOUND', `there is no route ${path}`);
    const refusal = new Refusal('METHOD_NOT_ALLOWED', `${path} takes ${methods.join(', ')}`);
    return sendRefusal(reply, refusal, { allow: methods.join(', '), [REQUEST_ID_HEADER]: request.id });
  });

  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = toRefusal(error);
    const { id, method } = request;
    const told = { requestId: id, method, path: pathIn(request.url), code: refusal.code };
    if (refusal.code === 'INTERNAL_ERROR') log.error({ err: error, ...told }, 'a request failed');
    else log.debug(told, 'a request was refused');
    return sendRefusal(reply, refusal, { [REQUEST_ID_HEADER]: id });
  });

  return app;
}

/** Without the query, which is the caller's own affair and stays out of the log. */
function pathIn(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** Which methods a path takes, by the routes that are on the app; none when no route has it. */
function methodsOf(path: string, { routes }: Traffic): string[] {
  const parts = path.split('/');
  const matching = routes.filter(({ route }) => {
    const names = route.split('/');
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
