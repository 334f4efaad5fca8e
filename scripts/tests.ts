import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';

/** The folder of a test decides how it runs. */
const KINDS = {
  /** Beside the code they test; start nothing, so they share one process. */
  unit: {
    files: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    options: ['--test-isolation=none'],
  },
  /** Start a service, a process or a browser. Most of their time is waiting for a start, a flush or a clock. */
  service: {
    files: ['tests/!(crash)/**/*.test.ts'],
    options: [`--test-concurrency=${2 * availableParallelism()}`],
  },
  /** Kill processes and fill disks: each alone. */
  crash: { files: ['tests/crash/**/*.test.ts'], options: ['--test-concurrency=1'] },
} as const;

export type TestKind = keyof typeof KINDS;
export const TEST_KINDS = Object.keys(KINDS) as TestKind[];

/** Runs the tests of these kinds with Node's own runner, one kind after another. @returns the first exit code that is not 0. */
export async function runTests(kinds: readonly TestKind[], reporter: 'spec' | 'dot'): Promise<number> {
  const root = resolve(import.meta.dirname, '..');
  let code = 0;
  for (const kind of kinds) {
    const { files, options } = KINDS[kind];
    const found = globSync([...files], { cwd: root }).sort();
    if (found.length === 0) throw new Error(`no ${kind} tests found`);
    process.stdout.write(`${kind} tests: ${found.length} files\n`);
    code ||= await run(root, ['--test', ...options, `--test-reporter=${reporter}`, ...found]);
  }
  return code;
}

function run(cwd: string, args: string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd, stdio: 'inherit' });
  return new Promise((done) => child.on('exit', (code) => done(code ?? 1)));
}
