import type { Game } from '@palatine/engine/game';
import { type Clock, orLate } from '@palatine/platform/clock';
import { mountProbes, mountScrape, type Readiness } from '@palatine/web/metric-registry';
import type { Routes } from '@palatine/web/routes';
import { addServiceMetrics, type MetricSources } from './service-metrics.ts';

/** Mounts /metrics for Prometheus, and the liveness and readiness probes. */
export function mountMetrics(routes: Routes, sources: MetricSources): void {
  mountScrape(routes, (metrics) => addServiceMetrics(metrics, sources));
  mountProbes(routes.app, readinessOf(sources.game, sources.clock));
}

/** A game that answers later is not ready. */
const TIMEOUT_MS = 2000;

/** Checks that the game and its store respond. Concurrent probes share one ping. */
export function readinessOf(game: Game, clock: Clock): () => Promise<Readiness> {
  let ping: Promise<Readiness> | undefined;

  return () => {
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
  };
}

function missing(what: string): Readiness {
  return { Ready: false, Missing: [what] };
}
