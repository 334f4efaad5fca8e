import type { OutcomeStore } from '../store/outcome-store.ts';
import type { Clock } from './clock.ts';

/**
 * How long this world has been served, in whole ms, over all restarts. The wall clock has no part in it, so it never
 * jumps; time in which no service runs does not count (docs/decisions/0014).
 */
export function runningTime(outcomes: Pick<OutcomeStore, 'lastRunningMs'>, clock: Clock): () => number {
  const before = outcomes.lastRunningMs();
  const startedMs = clock.elapsed();
  return () => before + Math.floor(clock.elapsed() - startedMs);
}
