import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { noNats } from '@palatine/testing/nats-server';
import { startFleet } from '@palatine/testing/start-fleet';
import { startService } from '@palatine/testing/start-service';
import { DOCUMENT, examples, npmProject } from './npm-project.ts';

const { version: VERSION } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8'),
) as { version: string };

const service = await startService();
const project = npmProject();
after(async () => {
  await service[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
});

/** Runs a program of the project until it ends or its output matches `wanted`. @returns its output. */
async function runUntil(
  args: readonly string[],
  pattern: RegExp | undefined,
  env: NodeJS.ProcessEnv = {},
  meanwhile?: () => Promise<unknown>,
): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd: project.folder,
    env: { ...process.env, PALATINE_URL: service.url, PALATINE_TOKEN: service.token, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
  });
  const ended = once(child, 'exit');
  let printed = '';
  const matched = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        if (pattern?.test(printed)) resolve();
      });
    }
  });
  const again = meanwhile && setInterval(() => void meanwhile().catch(() => {}), 100); // until it watches
  await Promise.race([matched, ended]);
  clearInterval(again);
  await end(child, ended);
  return printed;
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill();
  await ended;
}

test('npm run pack makes two tarballs and prints the command that installs both', () => {
  const tarballs = ['contract', 'client'].map((name) =>
    join(project.folder, 'tarballs', `palatine-${name}-${VERSION}.tgz`),
  );
  const document = readFileSync(DOCUMENT, 'utf8');
  for (const tarball of tarballs) {
    assert.ok(existsSync(tarball), tarball);
    assert.ok(
      document.includes(`/dist/${basename(tarball)}`),
      `docs/client.md installs ${basename(tarball)}`,
    );
  }
  assert.ok(project.packed.includes(`\n  npm install ${tarballs.join(' ')}\n`), project.packed);
});

test('the published packages are JavaScript and types, and nothing else', () => {
  const packages = join(project.folder, 'node_modules/@palatine');
  for (const name of ['contract', 'client']) {
    const files = globSync('**/*', { cwd: join(packages, name) });
    assert.ok(files.includes('index.js') && files.includes('index.d.ts') && files.includes('LICENSE'), name);
    const others = files.filter(
      (file) => !/\.js$|\.d\.ts$|^(texts|package\.json|LICENSE|README\.md)$/.test(file),
    );
    assert.deepEqual(others, [], name);
    for (const file of files.filter((path) => /\.(js|d\.ts)$/.test(path))) {
      const text = readFileSync(join(packages, name, file), 'utf8');
      assert.doesNotMatch(text, /from ['"]node:|['"]\.{1,2}\/[^'"]*(?<!\.d)\.ts['"]/, `${name}/${file}`);
    }
    const published = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')) as {
      private?: boolean;
    };
    assert.equal(published.private, undefined, `${name} can be published`);
  }
});

test('the published client runs in plain Node', async () => {
  const program = `
    import { createClient, PalatineError } from '@palatine/client';
    const client = createClient({ url: process.env.PALATINE_URL, token: process.env.PALATINE_TOKEN });
    const { Meta } = await client.getPlayers();
    const error = await client.kickPlayer({ params: { player_identifier: 'steam_0' } }).catch((error) => error);
    console.log(Meta.PlayerCount, error instanceof PalatineError, error.code);`;
  const printed = await runUntil(['--input-type=module', '--eval', program], undefined);
  assert.match(printed, /^[1-9][0-9]* true PLAYER_NOT_FOUND\n$/);
});

interface Example {
  prints: RegExp;
  meanwhile?: () => Promise<unknown>;
  skip?: string | false;
  /** Starts further services for the program. @returns their addresses. */
  starts?: () => Promise<AsyncDisposable & { env: NodeJS.ProcessEnv }>;
}

const EXAMPLES: Record<string, Example> = {
  online: { prints: /^.+: Online$/m },
  shop: { prints: /^order-4711 is delivered$/m },
  announcer: {
    prints: /^.*: the server is about to restart$/m,
    meanwhile: () => service.api.broadcast({ body: { Message: 'the server is about to restart' } }),
  },
  dashboard: { prints: /^\d+ of \d+ online: .+\n(.+ \d+ \d+\n)+/m },
  fleet: {
    prints: /^World .+ is Online: \d+ of \d+ online\n.+ is banned$/m,
    skip: noNats,
    starts: startsFleet,
  },
};

for (const [name, code] of examples()) {
  const example = EXAMPLES[name];
  const skip = example?.skip ?? false;
  test(`the example ${name} compiles, runs, and prints what it should`, { skip }, async () => {
    assert.ok(example, `there is no test of what ${name} prints`);
    const file = project.write(`${name}.ts`, code);
    assert.equal(project.compilerErrors(file), '');
    await using further = await example.starts?.();
    const printed = await runUntil(
      [file],
      example.prints,
      { BUYER: await someoneWithRoom(), ...further?.env },
      example.meanwhile,
    );
    assert.match(printed, example.prints);
  });
}

test('each example of the documents is tested', () => {
  const actual = examples().map(([name]) => name);
  assert.deepEqual(actual, Object.keys(EXAMPLES));
});

/** A gateway with one world and the list that the example bans by. */
async function startsFleet() {
  const fleet = await startFleet();
  const { url, token } = fleet.gateway;
  fleet.gateway.lists.putList('main', { Kind: 'Ban' }, 'Admin');
  return {
    env: { PALATINE_FLEET_URL: url, PALATINE_TOKEN: token },
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  };
}

async function someoneWithRoom(): Promise<string> {
  const { Players } = await service.api.getPlayers();
  for (const { UserId } of Players.filter(({ Status }) => Status === 'Online')) {
    const items = await service.api
      .getItems({ params: { player_identifier: UserId } })
      .catch(() => undefined);
    if ((items?.Inventory.Items.FreeSlots ?? 0) > 0) return UserId;
  }
  throw new Error('no player has room');
}
