import type { FastifyInstance } from 'fastify';

/** The page that `/` leads a browser to. */
const FIRST_PAGE = '/docs';

/** Leads a browser that knows nothing but the address to a page for people. */
export function mountFirstPage(app: FastifyInstance): void {
  for (const method of ['GET', 'HEAD'] as const) {
    app.route({ method, url: '/', handler: (_request, reply) => reply.redirect(FIRST_PAGE, 303) });
  }
}
