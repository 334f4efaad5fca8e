import type { FastifyInstance } from 'fastify';

/** Leads a browser that knows nothing but the address to a page for people: the console. */
export function mountFirstPage(app: FastifyInstance): void {
  for (const method of ['GET', 'HEAD'] as const) {
    app.route({ method, url: '/', handler: (_request, reply) => reply.redirect('/console/', 303) });
  }
}
