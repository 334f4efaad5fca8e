import { inParts } from '@palatine/platform/parts';
import { serialize, withEtag } from '@palatine/platform/response-bytes';
import { runJob } from '@palatine/platform/run-job';
import type { FastifyInstance } from 'fastify';
import { hasSlashAtEnd } from '../listen/app.ts';
import { sendCachedResponse } from '../response/respond.ts';
import type { DocumentInParts } from './document.ts';

const SCALAR = new URL('./scalar-job.ts', import.meta.url);
const SCRIPT = 'text/javascript; charset=utf-8';

/** Mounts an OpenAPI document and the page that shows it. Each is loaded on first use. */
export function mountApiDocument(
  app: FastifyInstance,
  load: () => Promise<DocumentInParts> = async () => (await import('./document.ts')).openApiDocument(),
): void {
  const document = once(async () => serialize(await inParts(await load())));
  const page = once(() => import('./docs-page.ts'));
  // Off this thread: loading Scalar takes 200 ms.
  const bundle = once(async () => withEtag(await runJob(SCALAR, undefined, { name: 'the API reference' })));

  app.get('/openapi.json', async (request, reply) => sendCachedResponse(request, reply, await document()));

  app.get('/docs', async (request, reply) => {
    const { docsPage, PAGE_HEADERS } = await page();
    const html = docsPage(hasSlashAtEnd(request) ? './' : 'docs/');
    return reply.headers(PAGE_HEADERS).header('content-type', 'text/html; charset=utf-8').send(html);
  });
  for (const [name, contentType] of [
    ['start.js', SCRIPT],
    ['storage.js', SCRIPT],
    ['page.css', 'text/css; charset=utf-8'],
  ] as const) {
    app.get(`/docs/${name}`, async (_request, reply) =>
      reply.header('content-type', contentType).send((await page()).PAGE_FILES[name]),
    );
  }
  app.get('/docs/scalar.js', async (request, reply) =>
    sendCachedResponse(request, reply, await bundle(), SCRIPT),
  );
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
