import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** A project outside of this one, with the packages installed as they are published. */
export interface StrangersProject extends AsyncDisposable {
  folder: string;
  write(file: string, text: string): string;
  /** The compiler's errors in a file; '' without errors. */
  compilerErrors(file: string): string;
}

export function strangersProject(): StrangersProject {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-stranger-'));
  const packages = join(folder, 'node_modules/@palatine');
  mkdirSync(packages, { recursive: true });
  for (const name of ['typebox', '@types', 'undici-types']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  const build = run(join(ROOT, 'scripts/build-packages.ts'), '--out', packages);
  if (build.status !== 0) throw new Error(`the packages cannot be built:\n${build.output}`);
  const write = (file: string, text: string) => {
    writeFileSync(join(folder, file), text);
    return join(folder, file);
  };
  write('package.json', '{ "type": "module" }');
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2022',
    types: ['node'],
  };
  return {
    folder,
    write,
    compilerErrors(file) {
      const config = write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }));
      const { status, output } = run(join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config);
      return status === 0 ? '' : output;
    },
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true });
    },
  };
}

function run(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}
