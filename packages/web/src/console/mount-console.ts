import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasSlashAtEnd, pathIn } from '../listen/app.ts';
import { acceptedEncoding, encodedEtag } from '../response/respond.ts';
import { BuiltConsole, type ConsoleFile } from './built-console.ts';

const NOT_BUILT =
  'The console is not built. In the folder of Palatine, this builds it:\n\n  npm run build\n\nThe API serves all the same; /docs describes it.\n';

/** Serves the built console below `/console` without a token. Each path that is no file of it gets the page. */
export function mountConsole(app: FastifyInstance, built = new BuiltConsole()): void {
  const page = (request: FastifyRequest, reply: FastifyReply) => {
    const file = built.page(depthOf(request));
    if (file !== undefined) return send(request, reply, file);
    return reply.code(503).header('content-type', 'text/plain; charset=utf-8').send(NOT_BUILT);
  };
  app.get('/', (_request, reply) => reply.redirect('console/', 303));
  app.get('/console', (request, reply) =>
    hasSlashAtEnd(request) ? page(request, reply) : reply.redirect('console/', 308),
  );
  app.get<{ Params: { '*': string } }>('/console/*', (request, reply) => {
    const path = request.params['*'];
    const file = built.file(path);
    if (file !== undefined) return send(request, reply, file);
    if (path.startsWith('assets/')) return reply.callNotFound(); // of an older build: no page would help
    return page(request, reply);
  });
}

/** How many folders below `/console/` the address of a page is, as the browser counts them. */
function depthOf(request: FastifyRequest): number {
  const below = pathIn(request.url).split('/').length - 2;
  return hasSlashAtEnd(request) ? below : below - 1;
}

function send(request: FastifyRequest, reply: FastifyReply, file: ConsoleFile): FastifyReply {
  const available = (['br', 'gzip'] as const).filter((each) => file.compressed[each] !== undefined);
  const coding = acceptedEncoding(request.headers['accept-encoding'], available);
  const etag = coding === undefined ? file.etag : encodedEtag(file.etag, coding);
  reply
    .headers(CONSOLE_HEADERS)
    .header('vary', 'Accept-Encoding')
    .header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (coding !== undefined) reply.header('content-encoding', coding);
  return reply
    .header('content-type', file.contentType)
    .send(coding === undefined ? file.bytes : file.compressed[coding]);
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ');

/** Lets the console load from this server only, run no text as code, and be framed by none. */
const CONSOLE_HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const;
