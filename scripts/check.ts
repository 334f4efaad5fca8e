import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { checkBoundaries } from './boundaries.ts';
import { runTests } from './run-tests.ts';
import { allTests, type Selection } from './test-kinds.ts';
import { skippedIn, testsIn } from './test-results.ts';
import { failureText, skipsText } from './test-summary.ts';

/**
 * `npm run check`: what must hold before a commit. The unit tests run beside the other steps, which use one core and
 * then the other.
 */
const root = resolve(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');

interface Outcome {
  passed: boolean;
  /** A few words for the line of a step that passed. */
  note?: string;
  /** What to print below the line. */
  details: string;
}

type Step = [name: string, step: () => Outcome | Promise<Outcome>];

/** The compiler checks again what changed since its last run, and what depends on it. */
function typesOf(project: string, name: string): string[] {
  const facts = `node_modules/.cache/${name}.tsbuildinfo`;
  return ['--noEmit', '--incremental', '--tsBuildInfoFile', facts, '-p', project];
}

const MAKE_EXAMPLES = 'tests/http/make-openapi-examples.ts';

/** Quickest first. */
const STEPS: Step[] = [
  ['format and lint', () => run('biome', ['check', '--error-on-warnings', '.'])],
  [
    'promises',
    () => run('oxlint', ['--type-aware', '--deny-warnings', 'packages', 'tests', 'scripts', 'bench']),
  ],
  ['types', () => run('tsc', typesOf('.', 'check'))],
  ['types of the console', () => run('tsc', typesOf('packages/console', 'check-console'))],
  ['boundaries', boundaries],
  ['examples of the API document', () => start(process.execPath, [join(root, MAKE_EXAMPLES), '--check'])],
];

await Promise.all([passInTurn(STEPS), passInTurn([['unit tests', unitTests]])]);

/** Ends the process at the first step that fails. */
async function passInTurn(steps: readonly Step[]): Promise<void> {
  for (const [name, step] of steps) {
    const started = performance.now();
    const { passed, note, details } = await step();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(`${passed ? '✔' : '✖'} ${name}: ${seconds} s${note ? `, ${note}` : ''}\n`);
    if (details !== '') process.stdout.write(`${details.trimEnd()}\n`);
    if (!passed) {
      process.stderr.write(`check failed at: ${name}\n`);
      process.exit(1);
    }
  }
}

function run(tool: string, args: string[]): Promise<Outcome> {
  return start(join(bin, tool), args);
}

/** Shows the output of a program only when it fails. */
async function start(program: string, args: string[]): Promise<Outcome> {
  const options = { cwd: root, shell: process.platform === 'win32' } as const;
  const child = spawn(program, args, { ...options, stdio: ['inherit', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { passed: code === 0, details: code === 0 ? '' : stdout + stderr };
}

function boundaries(): Outcome {
  const { errors, figures } = checkBoundaries(root);
  const files = figures.reduce((sum, each) => sum + each.files, 0);
  return { passed: errors.length === 0, note: `${files} files`, details: errors.join('\n') };
}

/** In two processes, which share the cores when the other steps are done. */
async function unitTests(): Promise<Outcome> {
  const unit = allTests(root).filter(({ kind }) => kind.name === 'unit');
  const results = await Promise.all(unit.flatMap(inHalves).map((half) => runTests(root, [half])));
  const all = results.flat();
  if (all.length === 0) return { passed: false, details: 'there are no unit tests' };
  const failures = all.flatMap((half) => half.failures);
  const details = [...all.map(skipsText), ...failures.map(failureText)].filter((part) => part !== '');
  const tests = all.reduce((sum, half) => sum + testsIn(half), 0);
  const skipped = all.reduce((sum, half) => sum + skippedIn(half), 0);
  return {
    passed: failures.length === 0,
    note: `${tests} tests, ${skipped} skipped`,
    details: details.join('\n\n'),
  };
}

/** The package world takes about as long as all others. */
function inHalves({ kind, files }: Selection): Selection[] {
  const isWorld = (file: string) => file.startsWith('packages/world/');
  return [
    { kind, files: files.filter(isWorld) },
    { kind, files: files.filter((file) => !isWorld(file)) },
  ];
}
