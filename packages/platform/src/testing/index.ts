import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

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

/** An empty folder for a test; `await using` removes it. */
export async function aFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'palatine-save-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** A new empty folder, deleted at the end of the test that makes it, or else of the file. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
