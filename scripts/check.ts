import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { checkBoundaries, figuresText } from './boundaries.ts';
import { runTests } from './tests.ts';

/** `npm run check`: what must hold before a commit, quickest step first. */
const root = resolve(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');

const STEPS: [name: string, step: () => boolean | Promise<boolean>][] = [
  ['format and lint', () => run('biome', ['check', '--error-on-warnings', '.'])],
  [
    'promises',
    () => run('oxlint', ['--type-aware', '--deny-warnings', 'packages', 'tests', 'scripts', 'bench']),
  ],
  ['types', () => run('tsc', ['--noEmit', '-p', '.'])],
  ['boundaries', boundaries],
  ['unit tests', async () => (await runTests(['unit'], 'dot')) === 0],
];

for (const [name, step] of STEPS) {
  const started = performance.now();
  if (!(await step())) {
    process.stderr.write(`check failed at: ${name}\n`);
    process.exit(1);
  }
  process.stdout.write(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}

function run(tool: string, args: string[]): boolean {
  return (
    spawnSync(join(bin, tool), args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
      .status === 0
  );
}

function boundaries(): boolean {
  const { errors, figures } = checkBoundaries(root);
  for (const error of errors) process.stderr.write(`${error}\n`);
  if (errors.length > 0) return false;
  for (const each of figures) process.stdout.write(`${figuresText(each)}\n`);
  return true;
}
