import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';

/** Tests that start processes or wait on purpose carry this in their name, and are left out of the quick run. */
const SLOW = '.slow.test.ts';

/** Runs the tests with Node's own runner. @returns its exit code. */
export function runTests({ quick }: { quick: boolean }): Promise<number> {
  const root = resolve(import.meta.dirname, '..');
  const files = globSync(['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'], {
    cwd: root,
  })
    .filter((file) => !quick || !file.endsWith(SLOW))
    .sort();
  const reporter = quick ? 'dot' : 'spec';
  const child = spawn(process.execPath, ['--test', `--test-reporter=${reporter}`, ...files], {
    cwd: root,
    stdio: 'inherit',
  });
  return new Promise((done) => child.on('exit', (code) => done(code ?? 1)));
}
