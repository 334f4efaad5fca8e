import { spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import type { TestMessage } from './test-reporter.ts';

// npm test -- [--deep] [--only NAME] [files and folders]: runs tests, groups of files side by side.

const root = resolve(import.meta.dirname, '..');
const REPORTER = join(import.meta.dirname, 'test-reporter.ts');
const GROUP = join(import.meta.dirname, 'test-group.ts');
/** No test of a group begins or ends for so long: it hangs. */
const HANG_MS = 5 * 60_000;
const GROUP_FILES = 10;
/** Their tests wait for a clock, a disk or another process: as many groups run beside those that compute. */
const WAITING = /^tests\/(attached|control|crash|cycle|fleet|game-server|link|mirror)\//;
/** In a process of its own: it changes what the whole process has. */
const ALONE = /^$/;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, deep: { type: 'boolean' } },
});
const files = selected();
if (values.only !== undefined) {
  const pattern = `--test-name-pattern=${values.only.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}`;
  process.exit(spawnSync(process.execPath, ['--test', pattern, ...files], { stdio: 'inherit' }).status ?? 1);
}
const seed = values.deep ? (process.env.PALATINE_DEEP_SEED ?? `${Date.now() % 1_000_000}`) : undefined;

const started = performance.now();
const folders = new Map<
  string,
  { passed: number; failed: number; skipped: number; cpuMs: number; ms: number }
>();
const skips = new Map<string, number>();
const slowest: { name: string; ms: number }[] = [];
const failures: string[] = [];

const groups = groupsOf(files);
const slots = availableParallelism();
await Promise.all([
  ...lanes(groups.filter(isWaiting)),
  ...lanes(groups.filter((group) => !isWaiting(group))),
]);
summarize();
process.exitCode = failures.length > 0 ? 1 : 0;

function selected(): string[] {
  const all = globSync(['{packages,scripts,tests}/**/*.test.ts'], {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => positionals.length > 0 || file.endsWith('.deep.test.ts') === (values.deep ?? false))
    .sort();
  if (positionals.length === 0) return all;
  const paths = positionals.map((path) =>
    relative(root, resolve(process.env.INIT_CWD ?? '.', path)).replaceAll(sep, '/'),
  );
  const chosen = all.filter((file) =>
    paths.some((path) => `${file}/`.startsWith(path === '' ? '' : `${path}/`)),
  );
  if (chosen.length > 0) return chosen;
  process.stderr.write(`npm test: there is no test in ${positionals.join(' ')}\n`);
  process.exit(2);
}

function folderOf(file: string): string {
  return file.split('/', file.startsWith('scripts') ? 1 : 2).join('/');
}

/** Files of a folder that share a process. */
function groupsOf(all: readonly string[]): string[][] {
  const found: string[][] = [];
  for (const file of all) {
    const group = found.at(-1);
    const fits =
      group && group.length < GROUP_FILES && folderOf(group[0] ?? '') === folderOf(file) && !ALONE.test(file);
    if (fits) group.push(file);
    else found.push([file]);
  }
  return found;
}

function isWaiting([file = '']: string[]): boolean {
  return WAITING.test(file);
}

/** Runs groups one after another, in as many processes as there are cores. */
function lanes(queue: string[][]): Promise<void>[] {
  return Array.from({ length: slots }, async () => {
    for (let group = queue.shift(); group !== undefined; group = queue.shift()) await runGroup(group);
  });
}

async function runGroup(group: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [`--test-reporter=${REPORTER}`, GROUP, ...group], {
    cwd: root,
    env: { ...process.env, ...(seed !== undefined && { PALATINE_DEEP_SEED: seed }) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let file = group[0] ?? '';
  let test = '';
  let left = group.length;
  let tests = 0;
  const hang = setTimeout(() => {
    fail(file, `hangs${test === '' ? '' : ` in: ${test}`}`);
    child.kill('SIGKILL');
  }, HANG_MS);
  child.on('message', (message: TestMessage) => {
    hang.refresh();
    if (message.type === 'begun') {
      test = message.name;
    } else if (message.type === 'test') {
      tests += 1;
      file = message.file;
      const { line, name, skip, error, ms } = message;
      const counts = countsOf(file);
      if (error !== undefined) fail(`${file}:${line}`, `${name}\n  ${error.replaceAll('\n', '\n  ')}`);
      else if (skip === undefined) counts.passed += 1;
      else {
        counts.skipped += 1;
        skips.set(skip, (skips.get(skip) ?? 0) + 1);
      }
      slowest.push({ name: `${file}: ${name}`, ms });
    } else {
      const counts = countsOf(message.file);
      counts.ms += message.ms;
      counts.cpuMs += message.cpuMs;
      if (tests === 0) fail(message.file, 'has no test');
      tests = 0;
      left -= 1;
      file = group[group.length - left] ?? 'after the last file of the group';
      process.stdout.write(`${message.file} ${seconds(message.ms)}\n`);
    }
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.on('exit', (...ended) => resolve(ended));
  });
  clearTimeout(hang);
  if (left > 0 || signal !== null) fail(file, `its process ended with ${code ?? signal}`);
}

function countsOf(file: string) {
  const folder = folderOf(file);
  const counts = folders.get(folder) ?? { passed: 0, failed: 0, skipped: 0, cpuMs: 0, ms: 0 };
  folders.set(folder, counts);
  return counts;
}

function fail(place: string, text: string): void {
  countsOf(place).failed += 1;
  failures.push(`✖ ${place} ${text}`);
  process.stdout.write(`✖ ${place} ${text}\n`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function summarize(): void {
  const lines = ['', 'folder                    passed  failed  skipped     wall      CPU'];
  const total = { passed: 0, failed: 0, skipped: 0, cpuMs: 0 };
  for (const [folder, { passed, failed, skipped, ms, cpuMs }] of [...folders].sort()) {
    const cells = [passed, failed, skipped].map((count) => `${count}`.padStart(8));
    lines.push(
      `${folder.padEnd(24)}${cells.join('')} ${seconds(ms).padStart(9)} ${seconds(cpuMs).padStart(9)}`,
    );
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    total.cpuMs += cpuMs;
  }
  lines.push('', 'slowest:');
  for (const { name, ms } of slowest.sort((a, b) => b.ms - a.ms).slice(0, 10))
    lines.push(`  ${seconds(ms).padStart(8)}  ${name}`);
  lines.push('', ...[...skips].map(([reason, count]) => `skipped ${count}: ${reason}`));
  lines.push(...failures);
  const { passed, failed, skipped, cpuMs } = total;
  lines.push(
    `${failed > 0 ? '✖' : '✔'} ${passed} passed, ${failed} failed, ${skipped} skipped in ${seconds(performance.now() - started)}, ${seconds(cpuMs)} of CPU`,
  );
  process.stdout.write(`${lines.join('\n')}\n`);
}
