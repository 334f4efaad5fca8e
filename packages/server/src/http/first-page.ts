import type { FastifyInstance } from 'fastify';

/** Leads a browser that knows nothing but the address to a page for people: the console, below any prefix of a proxy. */
export function mountFirstPage(app: FastifyInstance): void {
  app.get('/', (_request, reply) => reply.redirect('console/', 303));
}
