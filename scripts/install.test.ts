import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, beforeEach, test } from 'node:test';

const root = join(import.meta.dirname, '..');
const windows = process.platform === 'win32';
const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { integrity: string }>;
};
const locked = lock.packages[`node_modules/${name}`];
const skip = locked === undefined && `no package has the Node of ${process.platform} on ${process.arch}`;

/** A project that depends on the Node of this system alone, in the version of our lockfile. */
const project = mkdtempSync(join(tmpdir(), 'palatine-install-'));
after(() => rmSync(project, { recursive: true }));
beforeEach(() => {
  rmSync(project, { recursive: true });
  mkdirSync(join(project, 'scripts'), { recursive: true });
  for (const path of ['.npmrc', 'scripts/install.mjs']) copyFileSync(join(root, path), join(project, path));
  const manifest = { name: 'project', version: '1.0.0', optionalDependencies: { [name]: '24.21.0' } };
  write('package.json', { ...manifest, type: 'module' });
  write('package-lock.json', {
    lockfileVersion: 3,
    packages: { '': manifest, [`node_modules/${name}`]: locked },
  });
});

function write(path: string, content: object | string): void {
  writeFileSync(join(project, path), typeof content === 'string' ? content : JSON.stringify(content));
}

/** Starts as a Node of a version; an npm that is given takes the place of the one of this machine. */
async function start(env: NodeJS.ProcessEnv, version = process.versions.node) {
  const line = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });
    const { installedNode } = await import('./scripts/install.mjs'); console.log(installedNode());`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', line], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, npm_config_cache: join(project, 'cache'), npm_config_userconfig: devNull, ...env },
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { node: stdout.trim(), stderr };
}

/** A registry that promises what the lockfile expects, and serves a package whose program and scripts are an attacker's. */
async function poisonedRegistry() {
  const poison = "node -e \"require('fs').writeFileSync(process.env.RAN, '')\"";
  mkdirSync(join(project, 'poison', 'bin'), { recursive: true });
  const scripts = { preinstall: poison, install: poison, postinstall: poison };
  const manifest = { name, version: '24.21.0', bin: { node: 'bin/node' }, scripts };
  write('poison/package.json', manifest);
  write('poison/bin/node', `#!/bin/sh\n${poison}\n`);
  const packed = spawnSync('npm', ['pack', './poison', '--ignore-scripts'], { cwd: project, shell: windows });
  assert.equal(packed.status, 0, `${packed.stderr}`);
  const tarball = readFileSync(join(project, `${name}-24.21.0.tgz`));
  const served: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    served.push(url);
    const dist = { tarball: `http://${headers.host}/poison.tgz`, integrity: locked?.integrity };
    const versions = { [manifest.version]: { ...manifest, hasInstallScript: true, dist } };
    response.end(url.endsWith('.tgz') ? tarball : JSON.stringify({ name, versions }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { served, url: `http://127.0.0.1:${port}/`, [Symbol.dispose]: () => server.close() };
}

test('a registry that serves another Node than the lockfile expects has none of its code run', {
  skip,
}, async () => {
  using registry = await poisonedRegistry();
  const ran = join(project, 'ran');
  const { stderr } = await start({
    npm_config_registry: registry.url,
    npm_config_fetch_retries: '0',
    RAN: ran,
  });

  assert.ok(
    registry.served.some((url) => url.endsWith('.tgz')),
    'npm has fetched it',
  );
  assert.match(stderr, /^installing what is missing …\n[\s\S]*npm left out node_modules\/node-\S+: .*\n$/);
  assert.deepEqual([existsSync(ran), existsSync(join(project, 'node_modules', name))], [false, false]);
});

/** An npm that puts this file where the Node of this system is, or fails. */
function npmThatInstalls(program: string | undefined): NodeJS.ProcessEnv {
  const bin = `node_modules/${name}/bin`;
  write(
    'npm-cli.js',
    program === undefined
      ? 'process.exit(1)'
      : `import { mkdirSync, writeFileSync } from 'node:fs';
      for (const folder of ['${bin}', 'node_modules/.bin']) mkdirSync(folder, { recursive: true });
      for (const file of ['${bin}/node', '${bin}/node.exe', 'node_modules/.bin/node'])
        writeFileSync(file, ${JSON.stringify(program)}, { mode: 0o755 });
      writeFileSync('node_modules/.package-lock.json', '{}');`,
  );
  return { npm_execpath: join(project, 'npm-cli.js') };
}

test('a Node among the dependencies that does not run here is removed, and that of the machine is used', {
  skip,
}, async () => {
  const { node, stderr } = await start(npmThatInstalls('\x7fELF of another C library'));
  assert.equal(node, process.execPath);
  assert.match(stderr, /does not run on this system .* and is removed\n$/);
  assert.ok(!existsSync(join(project, 'node_modules', '.bin', 'node')));
});

test('without a Node among the dependencies, one that is too old is told what is needed, at each start', async () => {
  const npm = npmThatInstalls('no program');
  for (const _ of ['first', 'second']) {
    const { node, stderr } = await start(npm, '22.1.0');
    assert.equal(node, '');
    assert.match(
      stderr,
      /\nPalatine needs Node 24, and this is 22\.1\.0: install Node 24, then run this again\n$/,
    );
  }
});

test('an npm that fails is followed by one line about the network', async () => {
  const { node, stderr } = await start(npmThatInstalls(undefined));
  assert.equal(node, '');
  assert.match(stderr, /^installing what is missing …\nnpm could not install .* docs\/operations\.md .*\n$/);
});
