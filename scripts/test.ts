import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { inspect, parseArgs } from 'node:util';

// npm test -- [--deep] [--only NAME] [files and folders]

const ROOT = resolve(import.meta.dirname, '..');
const GROUP = join(import.meta.dirname, 'test-group.ts');
/** The folders that take longest begin first, the last of these at once. */
const DEAREST = ['packages/world', 'tests/fleet', 'tests/attached', 'tests/crash', 'tests/console'];
/** What waits for a clock, a disk or another process runs beside what computes. */
const PROCESSES = 2 * availableParallelism();
/** Files of a folder of tests/ that share a process. Unit tests start nothing: all of a package do. */
const MAX_GROUP_FILES = 12;
/** A group that takes longer hangs. */
const MAX_GROUP_MS = 20 * 60_000;
/** Files that need a process of their own. */
const ALONE = /^$/;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, deep: { type: 'boolean', default: false } },
});
if (values.deep) process.env.PALATINE_DEEP_SEED ??= `${Date.now() % 1_000_000}`;
const files = selectFiles();
if (values.only !== undefined) {
  const pattern = `--test-name-pattern=${values.only.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}`;
  const { status } = spawnSync(process.execPath, ['--test', pattern, ...files], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}
const tests: { name: string; ms: number }[] = [];
const skipped: string[] = [];
const failed: string[] = [];
const folders = new Map<string, { tests: number; ms: number; cpuMs: number }>();
const groups = groupsOf(files);
await Promise.all(Array.from({ length: PROCESSES }, runGroups));
printSummary();

/** From the folder of the project, with forward slashes. */
function selectFiles(): string[] {
  const all = globSync('{packages,scripts,tests}/**/*.test.ts', {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  });
  const sorted = all.map((file) => file.replaceAll('\\', '/')).sort();
  if (positionals.length === 0) return sorted.filter(isOfTier);
  const paths = positionals.map((path) => relative(ROOT, resolve(process.env.INIT_CWD ?? '.', path)));
  const selected = sorted.filter((file) => paths.some((path) => !relative(path, file).startsWith('..')));
  if (selected.length === 0) throw new Error(`${positionals.join(' ')} holds no test`);
  return selected;
}

/** A deep run has what takes too long for each run, and more cases of each property. */
function isOfTier(file: string): boolean {
  const isDeep = file.endsWith('.deep.test.ts');
  return values.deep ? isDeep || /\bruns\(/.test(readFileSync(join(ROOT, file), 'utf8')) : !isDeep;
}

/** `packages/world` of a file in it. */
function folderOf(file: string): string {
  return file.split('/', file.startsWith('scripts/') ? 1 : 2).join('/');
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
  for (let group = groups.shift(); group !== undefined; group = groups.shift()) await runGroup(group);
}

async function runGroup(group: readonly string[]): Promise<void> {
  const left = new Set(group);
  let [file = ''] = group;
  let testsBefore = 0;
  const folder = folders.get(folderOf(file)) ?? { tests: 0, ms: 0, cpuMs: 0 };
  folders.set(folderOf(file), folder);
  for await (const { type, data } of run({
    files: [GROUP],
    argv: [...group],
    cwd: ROOT,
    timeout: MAX_GROUP_MS,
  })) {
    if (type === 'test:dequeue' && left.has(data.name)) {
      [file, testsBefore] = [data.name, folder.tests];
    } else if (type === 'test:diagnostic' && data.message.startsWith('CPU ')) {
      folder.cpuMs += Number(data.message.slice(4));
    } else if (type === 'test:pass' || type === 'test:fail') {
      const { name, skip, details } = data;
      if (type === 'test:fail') fail(`${file}: ${name}`, data.details.error);
      if (data.nesting === 0 && left.delete(name)) {
        folder.ms += details.duration_ms;
        if (folder.tests === testsBefore && type === 'test:pass') fail(file, 'it has no test');
      } else if (details.type !== 'suite') {
        folder.tests += 1;
        tests.push({ name: `${file}: ${name}`, ms: details.duration_ms });
        if (skip !== undefined) skipped.push(`${skip}`);
      }
    }
  }
  if (left.size > 0) fail(file, `its process ended before the tests of ${[...left].join(', ')}`);
  else
    process.stdout.write(
      `${group[0]}${group.length > 1 ? ` and ${group.length - 1} more of its folder` : ''}\n`,
    );
}

/** Notes and prints a failure, unless it is one of tests inside of the test only. */
function fail(name: string, error: (Error & { failureType?: string }) | string): void {
  if (typeof error !== 'string' && error.failureType === 'subtestsFailed') return;
  failed.push(name);
  const text =
    typeof error === 'string' ? error : inspect(error.cause).replace(/\n {4}at .*\(?node:internal\/.*/g, '');
  process.stdout.write(`✖ ${name}\n  ${text.replaceAll('\n', '\n  ')}\n`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`.padStart(9);
}

function printSummary(): void {
  let allCpuMs = 0;
  const lines = [''];
  for (const [folder, { tests: count, ms, cpuMs }] of [...folders].sort()) {
    allCpuMs += cpuMs;
    lines.push(`${folder.padEnd(22)}${`${count}`.padStart(6)} tests ${seconds(ms)}, CPU ${seconds(cpuMs)}`);
  }
  lines.push('', 'The slowest:');
  const slowest = tests.toSorted((one, other) => other.ms - one.ms).slice(0, 10);
  lines.push(...slowest.map(({ name, ms }) => `${seconds(ms)}  ${name}`), '');
  const reasons = Object.entries(Object.groupBy(skipped, (reason) => reason));
  lines.push(
    ...reasons.map(([reason, of = []]) => `skipped ${of.length}: ${reason}`),
    ...failed.map((name) => `✖ ${name}`),
  );
  if (values.deep) lines.push(`The seed of this run: PALATINE_DEEP_SEED=${process.env.PALATINE_DEEP_SEED}`);
  lines.push(
    `${failed.length === 0 ? '✔' : '✖'} ${tests.length} tests, ${failed.length} failed, ${skipped.length} skipped`,
  );
  lines.push(`${seconds(performance.now())}, CPU ${seconds(allCpuMs)}`);
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
