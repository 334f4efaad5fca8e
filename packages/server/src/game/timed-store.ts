import type { Store } from '../store/store.ts';
import type { GameMetrics } from '../telemetry/game-metrics.ts';

/** The store, with the time of each commit counted, also of those that fail. */
export function timedStore(store: Store, { commitSeconds }: GameMetrics): Store {
  return {
    ...store,
    commit(batch) {
      const startedMs = performance.now();
      try {
        store.commit(batch);
      } finally {
        commitSeconds.observe((performance.now() - startedMs) / 1000);
      }
    },
  };
}
