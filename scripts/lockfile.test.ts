import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8'),
) as { packages: Record<string, Locked> };

test('the lockfile knows the packages of every platform, also of those it was not made on', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages || `${path}/node_modules/${name}` in packages),
    ),
  );
  assert.deepEqual(missing, []);
});

test('every package of the registry has its integrity in the lockfile, whatever system it is for', () => {
  const without = Object.entries(packages)
    .filter(([path, { link, integrity }]) => path.includes('node_modules/') && !link && !integrity)
    .map(([path]) => path);
  assert.deepEqual(without, []);
});

test('no package runs a script at its install, and npm is told to run none', () => {
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  assert.deepEqual(scripted, []);
  assert.match(readFileSync(join(import.meta.dirname, '..', '.npmrc'), 'utf8'), /^ignore-scripts=true$/m);
});

test('the lockfile names no host', () => {
  const hosts = Object.values(packages).filter(({ resolved }) => resolved?.includes('://'));
  assert.deepEqual(hosts, []);
});
