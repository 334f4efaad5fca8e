import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

const ROOT = resolve(import.meta.dirname, '..');
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};

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
  assert.match(readFileSync(join(ROOT, '.npmrc'), 'utf8'), /^ignore-scripts=true$/m);
});

test('the lockfile names no host', () => {
  const hosts = Object.values(packages).filter(({ resolved }) => resolved?.includes('://'));
  assert.deepEqual(hosts, []);
});

test('no file names the host of a registry: the settings of a machine do', () => {
  const host =
    /\b(?:registry\.(?:npmjs|yarnpkg)|[\w-]+\.(?:debian|ubuntu|alpinelinux)|proxy\.golang|[\w-]+\.docker|ghcr|quay)\.(?:org|com|io)\b/;
  for (const named of ['deb.debian.org', 'registry.npmjs.org', 'archive.ubuntu.com', 'registry-1.docker.io'])
    assert.match(named, host);
  assert.doesNotMatch('the npm registry; a mirror of Debian; https://nodejs.org', host);
  const sources = '{apps,packages,e2e,scripts,bench,deploy,docs}/**/*.{ts,tsx,mjs,md,json,yaml,conf,service}';
  const others = ['*', 'deploy/Dockerfile', '.ci/*', '.github/**/*', '.[a-z]*rc'];
  const exclude = ['**/node_modules/**', '**/dist/**', '**/data/**', 'scripts/lockfile.test.ts'];
  const files = globSync([sources, ...others], { cwd: ROOT, exclude }).filter((file) =>
    statSync(join(ROOT, file)).isFile(),
  );
  assert.deepEqual(
    files.filter((file) => host.test(readFileSync(join(ROOT, file), 'utf8'))),
    [],
  );
});
