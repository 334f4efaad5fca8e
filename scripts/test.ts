import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { cpuMs } from './cpu-time.ts';

const GROUP = join(import.meta.dirname, 'test-group.ts');
const MAX_GROUP_MS = Number(process.env.PALATINE_TEST_MINUTES ?? 20) * 60_000;
/** The folders that take longest begin first, the last of these at once. */
const DEAREST = [
  'packages/world/src',
  'apps/gateway/test',
  'packages/sidecar/test',
  'e2e/crash',
  'apps/console/test',
];

const paths = process.argv.slice(2).filter((argument) => argument !== '--deep');
/** The folder of the package whose npm script runs this: of the project, or of one of its packages. */
const home = dirname(process.env.npm_package_json ?? './package.json');
const deep = process.argv.includes('--deep');
/** Files of a `test` folder that share a process. Unit tests start nothing: all of a package do. Deep files take long. */
const MAX_GROUP_FILES = deep ? 3 : 12;
if (deep) process.env.PALATINE_DEEP_SEED ||= `${Date.now() % 1_000_000}`;
const folders = new Map<string, { tests: number; ms: number; cpuMs: number }>();
const tests: { name: string; ms: number }[] = [];
const skipped: string[] = [];
const failed: string[] = [];
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopped.abort());
const groups = groupsOf(selectFiles());
// What waits for a clock, a disk or another process runs beside what computes.
await Promise.all(Array.from({ length: 2 * availableParallelism() }, runGroups));
printSummary();

function selectFiles(): string[] {
  const planned = globSync('{apps,packages,e2e,scripts}/**/*.test.ts', { exclude: ['**/node_modules/**'] });
  const all = planned.map((file) => file.replaceAll('\\', '/')).sort();
  const places =
    paths.length === 0 ? [home] : paths.map((path) => resolve(process.env.INIT_CWD ?? '.', path));
  const isAt = (place: string, file: string) => relative(place, file) === '';
  const isBelow = (place: string, file: string) => isOfTier(file) && !relative(place, file).startsWith('..');
  const selected = all.filter((file) => places.some((place) => isAt(place, file) || isBelow(place, file)));
  if (selected.length > 0) return selected;
  process.stderr.write(`npm test: there is no test in ${paths.join(' ') || relative('.', home)}\n`);
  process.exit(2);
}

/** A deep run has what takes too long for each run, and more rounds of what takes its counts by the tier. */
function isOfTier(file: string): boolean {
  const takesCounts = () =>
    /\b(byTier|runs|roundsSeed|forEachKill|testImported)\(/.test(readFileSync(file, 'utf8'));
  return file.endsWith('.deep.test.ts') ? deep : !deep || takesCounts();
}

/** Such as packages/world/src, or e2e/crash. */
function folderOf(file: string): string {
  return dirname(file)
    .split('/', file.startsWith('e2e/') ? 2 : 3)
    .join('/');
}

/** Files that share a process. */
function groupsOf(files: readonly string[]): string[][] {
  const planned = Object.entries(Object.groupBy(files, folderOf)).flatMap(([folder, of = []]) => {
    const size = /\/test$|^e2e\//.test(folder) ? MAX_GROUP_FILES : of.length;
    return Array.from({ length: Math.ceil(of.length / size) }, (_, at) =>
      of.slice(at * size, (at + 1) * size),
    );
  });
  const rank = ([file = '']: string[]) => DEAREST.indexOf(folderOf(file));
  return planned.sort((left, right) => rank(right) - rank(left));
}

async function runGroups(): Promise<void> {
  for (let group = groups.shift(); group && !stopped.signal.aborted; group = groups.shift())
    await runGroup(group);
}

async function runGroup(group: readonly string[]): Promise<void> {
  const remaining = new Set(group);
  let [file = ''] = group;
  let [running, testsBefore] = ['', 0];
  const folder = folders.get(folderOf(file)) ?? { tests: 0, ms: 0, cpuMs: 0 };
  folders.set(folderOf(file), folder);
  const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(MAX_GROUP_MS)]);
  for await (const { type, data } of run({ files: [GROUP], argv: [...group], signal })) {
    if (type === 'test:dequeue') {
      running = data.name;
      if (remaining.has(running)) [file, testsBefore] = [running, folder.tests];
    } else if (type === 'test:diagnostic' && data.message.startsWith('CPU ')) {
      folder.cpuMs += Number(data.message.slice(4));
    } else if (type === 'test:pass' || type === 'test:fail') {
      const { name, skip, nesting, details } = data;
      if (type === 'test:fail') fail(`${file}: ${name === GROUP ? running : name}`, data.details.error);
      if (nesting === 0 && remaining.delete(name)) {
        folder.ms += details.duration_ms;
        if (type === 'test:pass' && folder.tests === testsBefore) fail(file, new Error('it has no test'));
      } else if (name !== GROUP && (details.type !== 'suite' || skip !== undefined)) {
        // A skipped suite reports none of its tests, and is counted as one.
        folder.tests += 1;
        tests.push({ name: `${file}: ${name}`, ms: details.duration_ms });
        if (skip !== undefined) skipped.push(`${skip}`);
      }
    }
  }
  if (remaining.size > 0)
    fail(`${file}: ${running}`, new Error(`what was left: ${[...remaining].join(', ')}`));
  process.stdout.write(`${group.length} files of ${folderOf(file)}, from ${group[0]}\n`);
}

/** Keeps and prints a failure, unless only tests inside of the test failed. */
function fail(
  name: string,
  { message, cause = message, failureType }: Error & { failureType?: string },
): void {
  if (failureType === 'subtestsFailed') return;
  failed.push(name);
  const text = inspect(cause).replace(/\n {4}at .*\(?node:internal\/.*/g, '');
  process.stdout.write(`✖ ${name}\n  ${text.replaceAll('\n', '\n  ')}\n`);
}

function printSummary(): void {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(9);
  folders.set('all', { tests: tests.length, ms: performance.now(), cpuMs: cpuMs() });
  const slowest = tests.toSorted((left, right) => right.ms - left.ms).slice(0, 10);
  const lines = [
    ...[...folders].map(
      ([name, of]) => `${seconds(of.ms)}, CPU ${seconds(of.cpuMs)}, ${of.tests} tests of ${name}`,
    ),
    ...slowest.map(({ name, ms }) => `${seconds(ms)} ${name}`),
    ...Object.entries(Object.groupBy(skipped, String)).map(([why, of]) => `skipped ${of?.length}: ${why}`),
    ...failed.map((name) => `✖ ${name}`),
    ...(deep ? [`PALATINE_DEEP_SEED=${process.env.PALATINE_DEEP_SEED}`] : []),
    `${failed.length === 0 ? '✔' : '✖'} ${failed.length} failed of ${tests.length} tests, ${skipped.length} skipped`,
  ];
  process.stdout.write(`\n${lines.join('\n')}\n`);
  process.exitCode = failed.length === 0 && !stopped.signal.aborted ? 0 : 1;
}
