import { relative, sep } from 'node:path';
import type { TestEnded, TestMessage, TestOf } from './test-reporter.ts';

export interface Failure {
  /** Of the test, after the names of the tests around it; or what else failed. */
  name: string;
  /** From the folder of the project. */
  file?: string;
  line?: number;
  /** The outermost name: `--only` runs it alone. */
  only?: string;
  error: string;
}

export interface Results {
  passed: number;
  todo: number;
  /** How many tests were skipped, by reason. */
  skipped: Map<string, number>;
  failures: Failure[];
  ms: number;
}

/** Hears of results as they come in. */
export interface ResultsListener {
  failed?(failure: Failure): void;
  groupEnded?(group: string, results: Results, output: string): void;
}

export function noResults(): Results {
  return { passed: 0, todo: 0, skipped: new Map(), failures: [], ms: 0 };
}

export function skippedIn(results: Results): number {
  return [...results.skipped.values()].reduce((sum, count) => sum + count, 0);
}

export function testsIn(results: Results): number {
  return results.passed + results.todo + skippedIn(results) + results.failures.length;
}

export function addResults(to: Results, { passed, todo, skipped, failures, ms }: Results): void {
  to.passed += passed;
  to.todo += todo;
  to.ms += ms;
  to.failures.push(...failures);
  for (const [reason, count] of skipped) to.skipped.set(reason, (to.skipped.get(reason) ?? 0) + count);
}

/** The end of what a group printed is kept, for the case that it fails. */
const OUTPUT_CHARS = 4000;

/** Tests that are reported together: those of a file, or of a folder whose files run in one process. */
interface Group {
  results: Results;
  output: string;
}

/**
 * Makes results of the messages of a run. A test that fails only because of tests inside of it does not count.
 * @param root paths are shown from there
 * @param groupOf the group of a file (as shown) when all files run in one process; otherwise each file is a group
 */
export function collectResults(
  root: string,
  listener: ResultsListener = {},
  groupOf?: (file: string) => string,
) {
  const total = noResults();
  const groups = new Map<string, Group>();
  const begun = new Map<string, TestOf>();
  const running = new Set<TestOf>();
  /** Files that ended well, by themselves or by a call of `process.exit()`. */
  const endedWell: TestOf[] = [];
  const allEnded = new Set<string>();
  let current: string | undefined;

  const show = (file: string) => relative(root, file).replaceAll(sep, '/');

  function group(file: string): Group {
    const name = groupOf === undefined ? show(file) : groupOf(show(file));
    const known = groups.get(name) ?? { results: noResults(), output: '' };
    groups.set(name, known);
    if (groupOf !== undefined && current !== name) endGroup();
    current = name;
    return known;
  }

  function endGroup(): void {
    const known = current === undefined ? undefined : groups.get(current);
    if (current !== undefined && known) listener.groupEnded?.(current, known.results, known.output);
    current = undefined;
  }

  function add(results: Partial<Results>, file?: string): void {
    const full = { ...noResults(), ...results };
    addResults(total, full);
    if (file !== undefined) addResults(group(file).results, full);
    for (const failure of full.failures) listener.failed?.(failure);
  }

  /** Counts something that is no test's failure. */
  function fail(name: string, error: string, file?: string): void {
    add({ failures: [{ name, error, ...(file === undefined ? {} : { file: show(file) }) }] }, file);
  }

  function testEnded({ test, passed, ms, skip, todo, error = '' }: TestEnded): void {
    const { file, line } = test;
    const names = namesOf(test);
    if (skip !== undefined) return add({ skipped: new Map([[skip, 1]]) }, file);
    if (todo) return add({ todo: 1 }, file);
    if (passed) return test.isSuite ? undefined : add({ passed: 1, ...(names.length === 1 && { ms }) }, file);
    if (test.failedInside) return;
    const [only = test.name] = names;
    add({ failures: [{ name: names.join(' > '), file: show(file), line, only, error }], ms }, file);
  }

  function fileEnded({ test, passed, ms, error = '' }: TestEnded): void {
    if (passed) endedWell.push(test);
    else if (!test.failedInside) fail('the file failed', error, test.file);
    if (groupOf !== undefined) return;
    const { results, output } = group(test.file);
    listener.groupEnded?.(show(test.file), { ...results, ms }, output);
  }

  function namesOf(test: TestOf): string[] {
    const around = begun.get(test.parentKey);
    return around === undefined ? [test.name] : [...namesOf(around), test.name];
  }

  return {
    total,
    fail,
    /** One line for each test that has begun and not ended, and for each file of which no test has. */
    runningText(): string {
      const files = new Set([...running].filter(({ isFile }) => !isFile).map(({ file }) => file));
      const shown = [...running].filter(({ isFile, file }) => !isFile || !files.has(file));
      return shown
        .map(({ isFile, file, name }) => `running: ${show(file)}${isFile ? '' : `: ${name}`}`)
        .join('\n');
    },

    take(message: TestMessage): void {
      switch (message.type) {
        case 'started':
          if (!message.test.isFile) begun.set(message.test.key, message.test);
          running.add(message.test);
          return;
        case 'ended':
          for (const test of running) if (test.key === message.test.key) running.delete(test);
          return message.test.isFile ? fileEnded(message) : testEnded(message);
        case 'output': {
          const of = group(message.file);
          of.output = (of.output + message.text).slice(-OUTPUT_CHARS);
          return;
        }
        case 'all-ended':
          allEnded.add(message.file ?? '');
      }
    },

    /** Nothing comes any more. When the run was not stopped, all its tests have to have ended. */
    end(stopped: boolean): Results {
      if (groupOf !== undefined) endGroup();
      if (stopped) return total; // Node tells the end of a file only after that of those before it
      for (const { file, name } of endedWell) {
        if (allEnded.has(file)) continue;
        const any = [...begun.values()].some((test) => test.file === file);
        fail(any ? `the process of ${name} ended before its tests did` : `no test in ${name}`, '', file);
      }
      if (!allEnded.has('')) fail('the run ended before its tests did', this.runningText());
      return total;
    },
  };
}
