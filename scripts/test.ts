import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { inspect, parseArgs } from 'node:util';
import { cpuMs } from './cpu-time.ts';

// npm test -- [--deep] [--only NAME] [files and folders]. Runs in the folder of the project.

const GROUP = join(import.meta.dirname, 'test-group.ts');
/** The folders that take longest begin first, the last of these at once. */
const DEAREST = ['packages/world', 'tests/fleet', 'tests/attached', 'tests/crash', 'tests/console'];
/** What waits for a clock, a disk or another process runs beside what computes. */
const PROCESSES = 2 * availableParallelism();
/** Files of a folder of tests/ that share a process. Unit tests start nothing: all of a package do. */
const MAX_GROUP_FILES = 12;
const MAX_GROUP_MS = Number(process.env.PALATINE_TEST_MINUTES ?? 20) * 60_000;
/** Files that need a process of their own. */
const ALONE = /^$/;
/** What takes a count by the tier. */
const BY_TIER = /\b(byTier|runs|roundsSeed|stepsToKillAt)\(/;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, deep: { type: 'boolean', default: false } },
});
if (values.deep) process.env.PALATINE_DEEP_SEED ??= `${Date.now() % 1_000_000}`;
const files = selectFiles();
if (values.only !== undefined) {
  const pattern = `--test-name-pattern=${values.only.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}`;
  process.exit(spawnSync(process.execPath, ['--test', pattern, ...files], { stdio: 'inherit' }).status ?? 1);
}
const groups = groupsOf(files);
const folders = new Map<string, { tests: number; ms: number; cpuMs: number }>();
const tests: { name: string; ms: number }[] = [];
const skipped: string[] = [];
const failed: string[] = [];
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopped.abort());
await Promise.all(Array.from({ length: PROCESSES }, runGroups));
printSummary();

/** With forward slashes. */
function selectFiles(): string[] {
  const found = globSync('{packages,scripts,tests}/**/*.test.ts', { exclude: ['**/node_modules/**'] });
  const all = found.map((file) => file.replaceAll('\\', '/')).sort();
  if (positionals.length === 0) return all.filter(isOfTier);
  const paths = positionals.map((path) => resolve(process.env.INIT_CWD ?? '.', path));
  const selected = all.filter((file) =>
    paths.some(
      (path) => relative(path, file) === '' || (isOfTier(file) && !relative(path, file).startsWith('..')),
    ),
  );
  if (selected.length > 0) return selected;
  process.stderr.write(`npm test: there is no test in ${positionals.join(' ')}\n`);
  process.exit(2);
}

/** A deep run has what takes too long for each run, and more rounds of what takes its counts by the tier. */
function isOfTier(file: string): boolean {
  const isDeep = file.endsWith('.deep.test.ts');
  return values.deep ? isDeep || BY_TIER.test(readFileSync(file, 'utf8')) : !isDeep;
}

/** `packages/world` of a file in it. */
function folderOf(file: string): string {
  return dirname(file).split('/', 2).join('/');
}

/** Files that share a process. */
function groupsOf(all: readonly string[]): string[][] {
  const found: string[][] = [];
  for (const file of all) {
    const [first = '', ...more] = found.at(-1) ?? [];
    const isFull = more.length + 1 === MAX_GROUP_FILES && file.startsWith('tests/');
    if (folderOf(first) !== folderOf(file) || isFull || ALONE.test(file) || ALONE.test(first))
      found.push([file]);
    else found.at(-1)?.push(file);
  }
  const rank = ([file = '']: string[]) => DEAREST.indexOf(folderOf(file));
  return found.sort((one, other) => rank(other) - rank(one));
}

/** Runs the groups that are left, one after another. */
async function runGroups(): Promise<void> {
  for (let group = groups.shift(); group && !stopped.signal.aborted; group = groups.shift())
    await runGroup(group);
}

async function runGroup(group: readonly string[]): Promise<void> {
  const left = new Set(group);
  let [file = ''] = group;
  let running = '';
  let testsBefore = 0;
  const folder = folders.get(folderOf(file)) ?? { tests: 0, ms: 0, cpuMs: 0 };
  folders.set(folderOf(file), folder);
  const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(MAX_GROUP_MS)]);
  for await (const { type, data } of run({ files: [GROUP], argv: [...group], signal })) {
    if (type === 'test:dequeue') {
      running = data.name;
      if (left.has(running)) [file, testsBefore] = [running, folder.tests];
    } else if (type === 'test:diagnostic' && data.message.startsWith('CPU ')) {
      folder.cpuMs += Number(data.message.slice(4));
    } else if (type === 'test:pass' || type === 'test:fail') {
      const { name, skip, nesting, details } = data;
      if (type === 'test:fail') fail(`${file}: ${name === GROUP ? running : name}`, data.details.error);
      if (nesting === 0 && left.delete(name)) {
        folder.ms += details.duration_ms;
        if (folder.tests === testsBefore && type === 'test:pass') fail(file, 'it has no test');
      } else if (details.type !== 'suite' && name !== GROUP) {
        folder.tests += 1;
        tests.push({ name: `${file}: ${name}`, ms: details.duration_ms });
        if (skip !== undefined) skipped.push(`${skip}`);
      }
    }
  }
  if (left.size > 0)
    fail(`${file}: ${running}`, `the process ended before the tests of ${[...left].join(', ')}`);
  else process.stdout.write(`${group[0]}${group.length > 1 ? ` to ${group.at(-1)}` : ''}: done\n`);
}

/** Keeps and prints a failure, unless only tests inside of the test failed. */
function fail(name: string, error: string | (Error & { failureType?: string })): void {
  if (typeof error !== 'string' && error.failureType === 'subtestsFailed') return;
  const text =
    typeof error === 'string'
      ? error
      : inspect(error.cause ?? 'stopped').replace(/\n {4}at .*\(?node:internal\/.*/g, '');
  process.stdout.write(`✖ ${name}\n  ${text.replaceAll('\n', '\n  ')}\n`);
  failed.push(name);
}

function printSummary(): void {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(9);
  const row = (name: string, count: number, ms: number, cpu: number) =>
    `${name.padEnd(22)}${`${count}`.padStart(6)} tests ${seconds(ms)}, CPU ${seconds(cpu)}`;
  const sorted = [...folders].sort();
  const slowest = tests.toSorted((one, other) => other.ms - one.ms).slice(0, 10);
  const reasons = Object.entries(Object.groupBy(skipped, (reason) => reason));
  const lines = [
    ...sorted.map(([name, folder]) => row(name, folder.tests, folder.ms, folder.cpuMs)),
    row('all', tests.length, performance.now(), cpuMs()),
    ...slowest.map(({ name, ms }) => `slow ${seconds(ms)}  ${name}`),
    ...reasons.map(([reason, of = []]) => `skipped ${of.length}: ${reason}`),
    ...(values.deep ? [`PALATINE_DEEP_SEED=${process.env.PALATINE_DEEP_SEED}`] : []),
    ...failed.map((name) => `✖ ${name}`),
    `${failed.length === 0 ? '✔' : '✖'} ${failed.length} failed of ${tests.length} tests, ${skipped.length} skipped`,
  ];
  process.stdout.write(`\n${lines.join('\n')}\n`);
  process.exitCode = failed.length === 0 && !stopped.signal.aborted ? 0 : 1;
}
