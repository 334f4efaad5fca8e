import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { serialize } from '../../game/response-format.ts';
import { sendCachedResponse } from '../respond.ts';

const SCRIPT = 'text/javascript; charset=utf-8';

/** Mounts the OpenAPI document and the page that shows it. Each is loaded on first use. */
export function mountApiDocument(app: FastifyInstance): void {
  const document = once(async () => serialize((await import('./document.ts')).openApiDocument()));
  const page = once(() => import('./docs-page.ts'));
  const bundle = once(async () => {
    const { plain, gzipped } = await (await import('./scalar-bundle.ts')).loadScalarBundle();
    return { plain, gzipped, etag: `"${hash('sha1', plain, 'base64url')}"` };
  });

  app.get('/openapi.json', async (request, reply) => sendCachedResponse(request, reply, await document()));

  for (const path of ['/docs', '/docs/']) {
    app.get(path, async (_request, reply) => {
      const { DOCS_PAGE, PAGE_HEADERS } = await page();
      return reply.headers(PAGE_HEADERS).header('content-type', 'text/html; charset=utf-8').send(DOCS_PAGE);
    });
  }
  app.get('/docs/start.js', async (_request, reply) =>
    reply.header('content-type', SCRIPT).send((await page()).START_SCRIPT),
  );
  app.get('/docs/scalar.js', async (request, reply) => {
    const { plain, gzipped, etag } = await bundle();
    reply.headers({ etag, 'cache-control': 'public, no-cache', vary: 'Accept-Encoding' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.header('content-type', SCRIPT);
    return /\bgzip\b/.test(String(request.headers['accept-encoding']))
      ? reply.header('content-encoding', 'gzip').send(gzipped)
      : reply.send(plain);
  });
}

/** Loads a value on first use. A failure is not cached, so that the next call tries again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
