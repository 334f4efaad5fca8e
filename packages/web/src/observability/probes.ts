import { getMetrics } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { authenticate, authorize } from '../request/authorize.ts';
import type { Routes } from '../routes/routes.ts';

export interface Readiness {
  Ready: boolean;
  /** One sentence for each reason. */
  Missing: string[];
}

/** Mounts /metrics with a registry that the first scrape loads. */
export function mountScrape({ app, policy }: Routes, load: () => Promise<Registry>): void {
  let registry: Promise<Registry> | undefined;
  app.get(getMetrics.path, async (request, reply) => {
    authorize(await authenticate(policy, request.headers.authorization), getMetrics);
    registry ??= load();
    const loaded = await registry;
    const text = await loaded.metrics();
    return reply.header('content-type', loaded.contentType).header('cache-control', 'no-store').send(text);
  });
}

/** Mounts /healthz and /readyz, which take no token. */
export function mountProbes(app: FastifyInstance, readiness: () => Readiness | Promise<Readiness>): void {
  app.get('/healthz', (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send({ Alive: true, UptimeSeconds: Math.floor(process.uptime()) }),
  );
  app.get('/readyz', async (_request, reply) => {
    const status = await readiness();
    return reply
      .code(status.Ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(status);
  });
}
