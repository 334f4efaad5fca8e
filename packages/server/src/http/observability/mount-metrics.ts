import { getMetrics } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { type Clock, orLate } from '../../game/clock.ts';
import type { Game } from '../../game/game.ts';
import { authenticate, authorize } from '../authorize.ts';
import type { Routes } from '../routes.ts';
import type { MetricSources } from './registry.ts';

/** Mounts /metrics for Prometheus, and the liveness and readiness probes. */
export function mountMetrics(routes: Routes, sources: MetricSources): void {
  mountScrape(routes, async () => (await import('./registry.ts')).makeRegistry(sources));
  mountProbes(routes.app, readinessOf(sources.game, sources.clock));
}

/** Mounts /metrics with a registry that the first scrape loads. */
export function mountScrape({ app, policy }: Routes, load: () => Promise<Registry>): void {
  let registry: Promise<Registry> | undefined;
  app.get(getMetrics.path, async (request, reply) => {
    authorize(await authenticate(policy, request.headers.authorization), getMetrics);
    registry ??= load();
    const made = await registry;
    const text = await made.metrics();
    return reply.header('content-type', made.contentType).header('cache-control', 'no-store').send(text);
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
    const found = await readiness();
    return reply
      .code(found.Ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(found);
  });
}

/** A game that has not answered by then is not ready, whatever it answers later. */
const TIMEOUT_MS = 2000;

export interface Readiness {
  Ready: boolean;
  /** Sentences on what the service waits for or fails at. */
  Missing: string[];
}

/** Checks that the game takes its turns and its store answers. Probes at the same time share one check. */
export function readinessOf(game: Game, clock: Clock): () => Promise<Readiness> {
  let checking: Promise<Readiness> | undefined;
  let ping: Promise<Readiness> | undefined;

  function check(): Promise<Readiness> {
    ping ??= game
      .ping()
      .then(
        () => ({ Ready: true, Missing: [] }),
        (error: Error) => missing(`the store does not answer: ${error.message}`),
      )
      .finally(() => {
        ping = undefined;
      });
    return orLate(clock, TIMEOUT_MS, ping, () => missing('the game does not answer'));
  }

  return () => {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  };
}

function missing(what: string): Readiness {
  return { Ready: false, Missing: [what] };
}
