import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { shellWord } from '@palatine/platform/format';
import { buildPackages } from './build-packages.ts';

const HELP = `npm run pack -- [options]
Makes the tarballs of @palatine/contract and @palatine/client, which any project can install or a registry take.

  --out DIR   where to write them (default: dist)
  --help      this text`;

const root = resolve(import.meta.dirname, '..');

process.exitCode = main();

function main(): number {
  const { out, help } = parse();
  if (help) {
    console.log(HELP);
    return 0;
  }
  const folder = resolve(process.env.INIT_CWD ?? root, out ?? join(root, 'dist'));
  mkdirSync(folder, { recursive: true });
  const tarballs = withTemporaryFolder((built) =>
    buildPackages((name) => join(built, name)).map((output) => pack(output, folder)),
  );
  console.log(`Made ${tarballs.join('\n     ')}\n\nIn the project that is to use the client:\n`);
  console.log(`  npm install ${tarballs.map(shellWord).join(' ')}`);
  return 0;
}

/** Ends the process when the command line is wrong. */
function parse(): { out?: string; help?: boolean } {
  try {
    return parseArgs({ options: { out: { type: 'string' }, help: { type: 'boolean', short: 'h' } } }).values;
  } catch (error) {
    process.stderr.write(`npm run pack: ${(error as Error).message}\n`);
    process.exit(2);
  }
}

function withTemporaryFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-pack-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the path of the tarball. */
function pack(packageFolder: string, into: string): string {
  const args = ['pack', packageFolder, '--pack-destination', into, '--json', '--ignore-scripts'];
  const cli = process.env.npm_execpath; // set when npm started this
  const run = cli?.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8' })
    : spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' });
  if (run.status !== 0) throw new Error(`npm pack ${packageFolder} failed: ${run.stderr}`);
  const [{ filename }] = JSON.parse(run.stdout) as [{ filename: string }];
  return join(into, filename);
}
