import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { affectedBy } from './affected.ts';
import { checkBoundaries } from './boundaries.ts';

// npm run check -- [--all]: what must hold before a commit. Without --all it takes what git calls changed, or else the
// last commit: it lints that and what imports it directly, and runs the unit tests of all that imports it. Types,
// boundaries and what is unused are always checked whole.

const ROOT = resolve(import.meta.dirname, '..');
const MAKE_EXAMPLES = 'apps/server/test/http/make-openapi-examples.ts';
/** Folders whose tests start nothing. */
const UNIT_TESTS = globSync('{apps,packages}/*/{src,build}', { cwd: ROOT });
const ALL_MODULES = ['apps', 'packages', 'e2e', 'scripts', 'bench'];

interface Outcome {
  passed: boolean;
  /** Printed when the step has failed. */
  details: string;
}
type Step = [name: string, step: () => Outcome | Promise<Outcome>];

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const changed = changedFiles();
const all = values.all || changed.some((file) => !/\.(tsx?|md)$/.test(file)); // nobody knows who reads other files
const affected = affectedBy(ROOT, changed);
const linted = affected.near.filter((file) => /\.tsx?$/.test(file) && existsSync(join(ROOT, file)));
const unitTests = affected.all.filter((file) =>
  /^(scripts|(apps|packages)\/[^/]+\/(src|build))\/.*\.test\.ts$/.test(file),
);

const steps: Step[] = [
  ['format and lint', tool('biome', 'check', '--error-on-warnings', ...(all ? ['.'] : linted))],
  ['promises', tool('oxlint', '--type-aware', '--deny-warnings', ...(all ? ALL_MODULES : linted))],
  ['types', tool('tsc', ...typesOf('.', 'check'))],
  ['types of the console', tool('tsc', ...typesOf('apps/console', 'check-console'))],
  ['boundaries', boundaries],
  ['unused files, exports and dependencies', tool('knip', '--no-progress', '--no-config-hints')],
];
const tests: Step[] = [['unit tests', program(process.execPath, 'scripts/test.ts', ...unitTestFiles())]];
if (all || affected.all.includes(MAKE_EXAMPLES)) {
  tests.push(['examples of the API document', program(process.execPath, MAKE_EXAMPLES, '--check')]);
}
const failed = (await Promise.all([runInTurn(steps), runInTurn(tests)])).flat();
if (failed.length > 0) process.stdout.write(`✖ failed: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** From the folder of the project, with forward slashes; those of the last commit when nothing has changed since. */
function changedFiles(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  const since = git('diff', '--name-only', 'HEAD') + git('ls-files', '--others', '--exclude-standard');
  const files = since === '' ? git('show', '--name-only', '--format=', 'HEAD') : since;
  return files.split('\n').filter((file) => file !== '');
}

/** Documents cite code and code cites documents, so their test always runs; the other scripts read documents too. */
function unitTestFiles(): string[] {
  if (all) return ['scripts', ...UNIT_TESTS];
  const scripts = changed.some((file) => file.endsWith('.md')) ? 'scripts' : 'scripts/documents.test.ts';
  return [scripts, ...unitTests];
}

/** Runs every step, also after one that failed. Returns the names of those that failed. */
async function runInTurn(list: readonly Step[]): Promise<string[]> {
  const failed: string[] = [];
  for (const [name, step] of list) {
    const started = performance.now();
    const { passed, details } = await step();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(`${passed ? '✔' : '✖'} ${name}: ${seconds} s\n`);
    if (passed) continue;
    process.stdout.write(`${details.trimEnd()}\n`);
    failed.push(name);
  }
  return failed;
}

/** The compiler checks again what changed since its last run, and what depends on it. */
function typesOf(project: string, name: string): string[] {
  const facts = `node_modules/.cache/${name}.tsbuildinfo`;
  return ['--noEmit', '--incremental', '--tsBuildInfoFile', facts, '-p', project];
}

function tool(name: string, ...args: string[]): Step[1] {
  return program(join(ROOT, 'node_modules', '.bin', name), ...args);
}

function program(file: string, ...args: string[]): Step[1] {
  return async () => {
    const child = spawn(file, args, {
      cwd: ROOT,
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { passed: code === 0, details: stdout + stderr };
  };
}

function boundaries(): Outcome {
  const { errors } = checkBoundaries(ROOT);
  return { passed: errors.length === 0, details: errors.join('\n') };
}
