import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
export const DOCUMENT = join(ROOT, 'docs/client.md');
const README = join(ROOT, 'packages/client/README.md');

/** The examples of the client's README and of its document. */
export function examples(): [name: string, code: string][] {
  const text = [README, DOCUMENT].map((file) => readFileSync(file, 'utf8')).join('\n');
  const blocks = text.matchAll(/^```ts ?(\S*)\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, name = '', code = '']) => [name, code]);
}

/** A project outside of this one that has installed the tarballs of `npm run pack`. */
export interface NpmProject extends AsyncDisposable {
  folder: string;
  /** Output of `npm run pack`. */
  packed: string;
  write(file: string, text: string): string;
  /** The compiler's errors in a file; '' without errors. */
  compilerErrors(file: string): string;
}

/** Needs npm and no network: typebox is packed from node_modules. */
export function npmProject(): NpmProject {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-stranger-'));
  const tarballs = join(folder, 'tarballs');
  const packed = npm(ROOT, 'run', 'pack', '--', '--out', tarballs);
  npm(folder, 'pack', join(ROOT, 'node_modules/typebox'), '--ignore-scripts', '--pack-destination', tarballs);
  const write = (file: string, text: string) => {
    writeFileSync(join(folder, file), text);
    return join(folder, file);
  };
  write('package.json', '{ "type": "module" }');
  const tarballFiles = globSync('*.tgz', { cwd: tarballs }).map((file) => join(tarballs, file));
  npm(folder, 'install', '--offline', '--ignore-scripts', ...tarballFiles);
  for (const name of ['@types', 'undici-types']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  return {
    folder,
    packed,
    write,
    compilerErrors: (file) => compilerErrors(folder, [file]),
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true });
    },
  };
}

/** The compiler's errors in files of a folder whose node_modules has what they import; '' without errors. */
export function compilerErrors(folder: string, files: readonly string[], options: object = {}): string {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2022',
    types: ['node'],
    ...options,
  };
  const config = join(folder, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  const { status, output } = run(join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config);
  return status === 0 ? '' : output;
}

/** @returns what npm printed; throws with it when npm fails. */
function npm(cwd: string, ...args: string[]): string {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const options = { cwd, env, encoding: 'utf8', shell: process.platform === 'win32' } as const;
  const { status, stdout, stderr, error } = spawnSync('npm', args, options);
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${error ?? stdout + stderr}`);
  return stdout;
}

function run(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}
