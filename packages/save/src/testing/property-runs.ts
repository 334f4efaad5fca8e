/** Set by `npm run test:deep`: the seed of its run, which it prints. */
const DEEP_SEED = Number(process.env.PALATINE_DEEP_SEED || Number.NaN);

const DEEP_FACTOR = 10;

/** `quick` in `npm test`, `deep` in a deep run. */
export function byTier<T>(quick: T, deep: T): T {
  return Number.isNaN(DEEP_SEED) ? quick : deep;
}

/** How often fast-check runs a property: `count` times of a fixed seed, ten times as often of another one in a deep run. */
export function runs(count: number): { numRuns: number; seed: number } {
  return byTier({ numRuns: count, seed: 1 }, { numRuns: count * DEEP_FACTOR, seed: DEEP_SEED });
}

/** The seed of rounds that are drawn: `fixed`, and that of the run in a deep one. */
export function roundsSeed(fixed: number): number {
  return byTier(fixed, DEEP_SEED);
}
