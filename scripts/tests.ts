import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';

/** The folder of a test decides how it runs. */
const KINDS = {
  /** Beside the code they test. They start nothing, so they share one process. */
  unit: {
    files: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    options: ['--test-isolation=none'],
  },
  /** Start a service, a process or a browser. They wait most of their time, so more of them run than there are cores. */
  service: {
    files: ['tests/!(crash)/**/*.test.ts'],
    options: [`--test-concurrency=${2 * availableParallelism()}`],
  },
  /** Kill processes and fill disks: one file at a time. */
  crash: { files: ['tests/crash/**/*.test.ts'], options: ['--test-concurrency=1'] },
} as const;

export type TestKind = keyof typeof KINDS;
export const TEST_KINDS = Object.keys(KINDS) as TestKind[]; // the keys of KINDS

/** A kind that has not ended after so long counts as a hang: Node's own time limit spares a file that never ends. */
const HANG_MS = 20 * 60_000;
/** Node's runner names the files it was running, then ends; after this it is killed. */
const GRACE_MS = 10_000;
const FAIL_EMPTY_FILES = join(import.meta.dirname, 'fail-empty-files.ts');

/**
 * Runs the tests of these kinds with Node's own runner, one kind after another, also when one has failed.
 * @returns the first exit code that is not 0. A kind without a file, or with a file without a test, has failed.
 */
export async function runTests(kinds: readonly TestKind[], reporter: 'spec' | 'dot'): Promise<number> {
  const root = resolve(import.meta.dirname, '..');
  const results: string[] = [];
  let code = 0;
  for (const kind of kinds) {
    const { files, options } = KINDS[kind];
    const found = globSync([...files], { cwd: root }).sort();
    process.stdout.write(`${kind} tests: ${found.length} files\n`);
    const started = performance.now();
    const kindCode = await runFiles(root, found, [...options, `--test-reporter=${reporter}`]);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    results.push(`${kind} tests: ${kindCode === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
    code ||= kindCode;
  }
  process.stdout.write(`${results.join('\n')}\n`);
  return code;
}

/** @returns the exit code of Node's runner; 1 when there is no file, a file without a test, or no end within `hangMs`. */
export async function runFiles(
  cwd: string,
  files: readonly string[],
  options: readonly string[],
  hangMs = HANG_MS,
): Promise<number> {
  if (files.length === 0) return fail('no test files found'); // without files Node would look for its own
  const reporters = ['--test-reporter-destination=stdout'];
  reporters.push(`--test-reporter=${FAIL_EMPTY_FILES}`, '--test-reporter-destination=stderr');
  const args = ['--test', ...options, ...reporters, ...files];
  const child = spawn(process.execPath, args, { cwd, stdio: 'inherit' });
  let hung = false;
  const limits = [
    setTimeout(() => {
      hung = true;
      child.kill('SIGTERM');
    }, hangMs),
    setTimeout(() => child.kill('SIGKILL'), hangMs + GRACE_MS),
  ];
  const code = await new Promise<number>((done) => child.on('exit', (exitCode) => done(exitCode ?? 1)));
  for (const limit of limits) clearTimeout(limit);
  if (hung) return fail(`the tests did not end within ${hangMs / 1000} s`);
  return code;
}

function fail(message: string): number {
  process.stderr.write(`${message}\n`);
  return 1;
}
