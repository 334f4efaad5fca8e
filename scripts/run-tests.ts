import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Selection, TestKind } from './test-kinds.ts';
import type { TestMessage } from './test-reporter.ts';
import { collectResults, type Results, type ResultsListener, skippedIn, testsIn } from './test-results.ts';
import { failureText, type KindResults, timeText } from './test-summary.ts';

/** When no test of a kind begins or ends for so long, it hangs: Node's own time limit spares a file that never ends. */
const HANG_MS = 10 * 60_000;
/** A runner that does not end by itself then is killed. */
const GRACE_MS = 10_000;
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const REPORTER = join(import.meta.dirname, 'test-reporter.ts');

export interface TestOptions {
  /** Run only the tests of this name. */
  only?: string | undefined;
  hangMs?: number;
  listener?: ResultsListener;
}

/** Runs the tests with Node's own runner, one kind after another, also when one has failed. */
export async function runTests(
  root: string,
  selections: readonly Selection[],
  options: TestOptions = {},
): Promise<KindResults[]> {
  const results: KindResults[] = [];
  for (const { kind, files } of selections) {
    results.push({ kind: kind.name, files: files.length, ...(await runFiles(root, kind, files, options)) });
  }
  return results;
}

/**
 * Each of these is a failure besides those of tests: no file, a file without a test, a process that ends before its
 * tests, a runner that ends with an error, no news within `hangMs`.
 */
async function runFiles(
  root: string,
  kind: TestKind,
  files: readonly string[],
  { only, hangMs = HANG_MS, listener }: TestOptions,
): Promise<Results> {
  const started = performance.now();
  const collected = collectResults(root, listener, kind.oneProcess ? folderOf : undefined);
  if (files.length === 0) {
    collected.fail(`there are no ${kind.name} tests`, ''); // without files Node would look for its own
    return collected.total;
  }
  const args = [
    '--test',
    ...kind.options,
    `--test-reporter=${REPORTER}`,
    '--test-reporter-destination=stdout',
  ];
  // Node takes a pattern.
  if (only !== undefined) args.push(`--test-name-pattern=/${only.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}/`);
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'] as const;
  const child = spawn(process.execPath, [...args, ...files], { cwd: root, stdio: [...stdio] });
  using _child = endingWithUs(child);
  let hung = false;
  const limits = [
    setTimeout(() => {
      hung = true;
      collected.fail(`no ${kind.name} test ended for ${hangMs / 1000} s`, collected.runningText());
      child.kill('SIGTERM');
    }, hangMs),
    setTimeout(() => child.kill('SIGKILL'), hangMs + GRACE_MS),
  ];
  child.on('message', (message) => {
    collected.take(message as TestMessage); // by test-reporter.ts
    if (!hung) for (const limit of limits) limit.refresh();
  });
  const [[exitCode, signal]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  for (const limit of limits) clearTimeout(limit);
  const results = collected.end(hung);
  if (exitCode !== 0 && results.failures.length === 0) {
    collected.fail(`Node's runner of the ${kind.name} tests ended with ${exitCode ?? signal}`, '');
  }
  return { ...results, ms: performance.now() - started };
}

/** Ends the runner when this process ends, so that a stopped `npm test` or a failed check leaves no tests behind. */
function endingWithUs(child: ChildProcess): Disposable {
  const endChild = () => void child.kill('SIGTERM');
  const endUs = () => process.exit(1);
  process.once('exit', endChild);
  for (const signal of ENDING_SIGNALS) process.once(signal, endUs);
  return {
    [Symbol.dispose]() {
      process.off('exit', endChild);
      for (const signal of ENDING_SIGNALS) process.off(signal, endUs);
    },
  };
}

/** `packages/world` of a file in it, otherwise its first folder. */
function folderOf(file: string): string {
  const [first = '', second = ''] = file.split('/');
  return first === 'packages' ? `${first}/${second}` : first;
}

/** Prints a line for each group of tests that ends, and each failure when it happens. */
export function printProgress(print: (line: string) => void): ResultsListener {
  return {
    failed: (failure) => print(failureText(failure)),
    groupEnded(group, results, output) {
      if (testsIn(results) === 0) return; // `--only` runs none of it
      const failed = results.failures.length;
      const counts = [`${results.passed} passed`];
      if (failed > 0) counts.push(`${failed} FAILED`);
      if (results.skipped.size > 0) counts.push(`${skippedIn(results)} skipped`);
      if (results.todo > 0) counts.push(`${results.todo} to do`);
      print(`${failed > 0 ? '✖' : '✔'} ${group}: ${counts.join(', ')} in ${timeText(results.ms)}`);
      if (failed > 0 && output !== '')
        print(`${group} printed:\n  ${output.trimEnd().replaceAll('\n', '\n  ')}`);
    },
  };
}
