import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';

/** Tests that start processes or wait on purpose carry this in their name, and are left out of the quick run. */
const SLOW = '.slow.test.ts';

/** Runs the tests with Node's own runner: the quick ones side by side, the slow ones one by one. @returns its exit code. */
export async function runTests({ quick }: { quick: boolean }): Promise<number> {
  const root = resolve(import.meta.dirname, '..');
  const patterns = ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'];
  const files = globSync(patterns, { cwd: root }).sort();
  const quickFiles = files.filter((file) => !file.endsWith(SLOW));
  const slowFiles = files.filter((file) => file.endsWith(SLOW));
  // Most of a test's time is waiting for a start, a flush or a clock.
  const sideBySide = 2 * availableParallelism();
  const quickCode = await run(root, quickFiles, sideBySide, quick ? 'dot' : 'spec');
  if (quick) return quickCode;
  const slowCode = await run(root, slowFiles, 1, 'spec');
  return quickCode || slowCode;
}

function run(cwd: string, files: string[], concurrency: number, reporter: string): Promise<number> {
  const args = ['--test', `--test-concurrency=${concurrency}`, `--test-reporter=${reporter}`, ...files];
  const child = spawn(process.execPath, args, { cwd, stdio: 'inherit' });
  return new Promise((done) => child.on('exit', (code) => done(code ?? 1)));
}
