import type { FastifyInstance } from 'fastify';
import { serialize, withEtag } from '../../game/responses.ts';
import { hasSlashAtEnd } from '../request-identity.ts';
import { sendCachedResponse } from '../respond.ts';

const SCRIPT = 'text/javascript; charset=utf-8';

/** Mounts an OpenAPI document and the page that shows it. Each is loaded on first use. */
export function mountApiDocument(app: FastifyInstance, load: () => Promise<object> = loadDocument): void {
  const document = once(async () => serialize(await load()));
  const page = once(() => import('./docs-page.ts'));
  const bundle = once(async () => withEtag(await (await import('./scalar-bundle.ts')).loadScalarBundle()));

  app.get('/openapi.json', async (request, reply) => sendCachedResponse(request, reply, await document()));

  app.get('/docs', async (request, reply) => {
    const { docsPage, PAGE_HEADERS } = await page();
    const shown = docsPage(hasSlashAtEnd(request) ? './' : 'docs/');
    return reply.headers(PAGE_HEADERS).header('content-type', 'text/html; charset=utf-8').send(shown);
  });
  app.get('/docs/start.js', async (_request, reply) =>
    reply.header('content-type', SCRIPT).send((await page()).START_SCRIPT),
  );
  app.get('/docs/storage.js', async (_request, reply) =>
    reply.header('content-type', SCRIPT).send((await page()).STORAGE_SCRIPT),
  );
  app.get('/docs/page.css', async (_request, reply) =>
    reply.header('content-type', 'text/css; charset=utf-8').send((await page()).PAGE_STYLE),
  );
  app.get('/docs/scalar.js', async (request, reply) =>
    sendCachedResponse(request, reply, await bundle(), SCRIPT),
  );
}

async function loadDocument(): Promise<object> {
  return (await import('./document.ts')).openApiDocument();
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
