import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { boundaryFaults } from './boundaries.ts';
import { runTests } from './tests.ts';

/** Everything that is known to be right before a commit, quickest first: `npm run check`. */
const root = resolve(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');

const STEPS: [name: string, step: () => boolean | Promise<boolean>][] = [
  ['format and lint', () => run('biome', ['check', '--error-on-warnings', '.'])],
  ['promises', () => run('oxlint', ['--type-aware', '--deny-warnings', 'packages', 'scripts', 'bench'])],
  ['types', () => run('tsc', ['--noEmit', '-p', '.'])],
  ['boundaries', boundaries],
  ['quick tests', async () => (await runTests({ quick: true })) === 0],
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
  const faults = boundaryFaults(join(root, 'packages'));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  return faults.length === 0;
}
