import { DELIVERY_HEADER, ENFORCEMENT_HEADER } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import type { RestConfig } from '../data-folder/rest-config.ts';

const METHODS = 'GET, POST, PUT, DELETE';
const HEADERS = 'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID';
const EXPOSED = [
  'ETag',
  'Retry-After',
  'Allow',
  'Idempotent-Replayed',
  DELIVERY_HEADER,
  ENFORCEMENT_HEADER,
].join(', ');

/** Allows listed origins in browsers. Other origins with a valid token are served: it is the defence. */
export function allowOrigins(app: FastifyInstance, cors: RestConfig['Cors']): void {
  const allowed = new Set(cors['Allowed-Origins']);
  if (allowed.size === 0) return;

  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    reply.header('vary', 'Origin');
    if (origin === undefined || !(allowed.has(origin) || allowed.has('*'))) return done();
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED);
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined)
      return done();
    reply
      .code(204)
      .header('access-control-allow-methods', METHODS)
      .header('access-control-allow-headers', HEADERS)
      .header('access-control-max-age', String(cors['Max-Age']))
      .send();
  });
}
