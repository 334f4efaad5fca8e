import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { checkBoundaries, figuresText } from './boundaries.ts';
import { runTests } from './tests.ts';

/**
 * `npm run check`: what must hold before a commit. The unit tests run beside the other steps, which use one core and
 * then the other.
 */
const root = resolve(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');

type Step = [name: string, step: () => boolean | Promise<boolean>];

/** Quickest first. */
const STEPS: Step[] = [
  ['format and lint', () => run('biome', ['check', '--error-on-warnings', '.'])],
  [
    'promises',
    () => run('oxlint', ['--type-aware', '--deny-warnings', 'packages', 'tests', 'scripts', 'bench']),
  ],
  ['types', () => run('tsc', ['--noEmit', '-p', '.'])],
  ['boundaries', boundaries],
];
const UNIT_TESTS: Step = ['unit tests', async () => (await runTests(['unit'], 'dot')) === 0];

await Promise.all([passInTurn(STEPS), passInTurn([UNIT_TESTS])]);

/** Ends the process at the first step that fails. */
async function passInTurn(steps: readonly Step[]): Promise<void> {
  for (const [name, step] of steps) {
    const started = performance.now();
    if (!(await step())) {
      process.stderr.write(`check failed at: ${name}\n`);
      process.exit(1);
    }
    process.stdout.write(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  }
}

async function run(tool: string, args: string[]): Promise<boolean> {
  const options = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' } as const;
  const [code] = (await once(spawn(join(bin, tool), args, options), 'exit')) as [number | null];
  return code === 0;
}

function boundaries(): boolean {
  const { errors, figures } = checkBoundaries(root);
  for (const error of errors) process.stderr.write(`${error}\n`);
  if (errors.length > 0) return false;
  for (const each of figures) process.stdout.write(`${figuresText(each)}\n`);
  return true;
}
