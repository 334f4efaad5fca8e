import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { importsOf } from './imports.ts';

/**
 * The modules of `root` that these files are, or that import one of them: `near` directly, `all` also through others.
 * @param changed from `root`, with forward slashes, as are the paths of the result
 */
export function affectedBy(root: string, changed: readonly string[]) {
  const importers = importersIn(root);
  const near = new Set([...changed, ...changed.flatMap((file) => importers.get(file) ?? [])]);
  const all = new Set(near);
  for (const file of all) for (const importer of importers.get(file) ?? []) all.add(importer);
  return { near: [...near], all: [...all] };
}

/** The modules that import each module. */
function importersIn(root: string): Map<string, string[]> {
  const { resolve } = createRequire(join(root, 'package.json'));
  const slashed = (file: string) => file.split(sep).join('/');
  const importers = new Map<string, string[]>();
  const modules = globSync('{apps,packages,e2e,scripts,bench}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  });
  for (const path of modules) {
    const file = slashed(path);
    for (const { from } of importsOf(readFileSync(join(root, path), 'utf8'))) {
      if (!/^(\.|@palatine\/)/.test(from)) continue;
      const target = from.startsWith('.') ? join(dirname(path), from) : relative(root, resolve(from));
      importers.set(slashed(target), [...(importers.get(slashed(target)) ?? []), file]);
    }
  }
  return importers;
}
