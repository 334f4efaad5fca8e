import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, utimesSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { byTier } from '@palatine/platform/testing';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Not part of a clone. */
const LEFT_OUT = new Set(['.git', 'node_modules', 'data', 'dist', 'shared']);

export interface ProjectCopy extends AsyncDisposable {
  folder: string;
}

/** A copy of the project as a reader has it who has cloned it and installed its dependencies. */
export function projectCopy(): ProjectCopy {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-project-'));
  cpSync(ROOT, folder, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(ROOT, path)) });
  const page = join(folder, 'apps/console/dist/index.html');
  if (byTier(existsSync(page), false)) utimesSync(page, new Date(), new Date()); // so that only a deep run builds the console again
  linkDependencies(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Links lead to the dependencies, but to the packages of the copy. */
function linkDependencies(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name === '.cache') continue;
    const copied = ['.bin', '@palatine', '.package-lock.json'].includes(name);
    if (copied) cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(from, name), join(to, name));
  }
}
