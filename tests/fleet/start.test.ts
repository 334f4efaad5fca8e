import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePorts } from '../harness/free-ports.ts';
import { natsTest as test } from '../harness/nats-server.ts';
import { startProcess } from '../harness/start-process.ts';
import { newFolder } from '../harness/start-service.ts';
import { until } from '../harness/until.ts';

const CLI = resolve(import.meta.dirname, '../../packages/server/src/cli/main.ts');

test('a gateway and worlds start by the commands of the documents, and a ban on one list reaches all of them', async () => {
  const folder = newFolder();
  const [brokerPort = 0, joinPort = 0] = await freePorts(2);
  const address = '127.0.0.1';
  await using gateway = await startProgram([
    ...['fleet', 'start', '--data', join(folder, 'fleet'), '--port', '0', '--advertise', address],
    ...['--broker-address', address, '--broker-port', String(brokerPort), '--join-port', String(joinPort)],
  ]);
  const token = /Bearer ([\w-]+)/.exec(gateway.output())?.[1] ?? '';
  const url = /^Console: (http:\/\/127\.0\.0\.1:\d+)\/console\//m.exec(gateway.output())?.[1] ?? '';
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return JSON.parse(text) as T;
  }
  assert.notEqual(url, '');
  const first = /--join '(\S+)'/.exec(gateway.output())?.[1] ?? '';

  const lines = [first];
  while (lines.length < 3)
    lines.push((await call<{ Line: string }>('POST', '/v1/fleet/join-codes', {})).Line);
  await using stack = new AsyncDisposableStack();
  const worlds = [];
  for (const [index, line] of lines.entries()) {
    const data = join(folder, `world-${index}`);
    const args = ['--data', data, '--no-simulate', '--join', line, '--world-name', `World ${index}`];
    worlds.push(stack.use(await startProcess(args)));
  }
  const isOnline = async (count: number) => {
    const { Worlds } = await call<{ Worlds: { State: string; Name: string }[] }>('GET', '/v1/fleet/worlds');
    return Worlds.filter(({ State }) => State === 'Online').length === count;
  };
  await until('three worlds', () => isOnline(3));

  // One of them is away while the ban is given.
  const away = worlds[2];
  assert.ok(away);
  await away.end('SIGTERM');
  await call('PUT', '/v1/fleet/lists/main', { Kind: 'Ban' });
  await call('POST', '/v1/fleet/lists/main/bans', { UserId: 'steam_76561190000000001', Reason: 'cheating' });
  const again = stack.use(await startProcess(['--data', join(folder, 'world-2'), '--no-simulate']));
  await until('three worlds again', () => isOnline(3));

  const banned = async ({ url: world, token: secret }: { url: string; token: string }) => {
    const response = await fetch(`${world}/v1/pdapi/banlist`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    const { Banlist } = (await response.json()) as {
      Banlist: { UserEntries: { UserId: string; Active: boolean }[] };
    };
    return Banlist.UserEntries.some(({ UserId, Active }) => Active && UserId === 'steam_76561190000000001');
  };
  const all = [worlds[0], worlds[1], { ...again, token: away.token }];
  await until('the ban at all of them', async () => {
    for (const world of all) if (world === undefined || !(await banned(world))) return false;
    return true;
  });
  rmSync(folder, { recursive: true, force: true });
});

const START_MS = 60_000;

/** Starts a command that prints its welcome with an empty line at the end, and goes on until it is disposed of. */
async function startProgram(args: readonly string[]) {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await new Promise<void>((started, failed) => {
    const limit = setTimeout(() => failed(new Error(`it did not start:\n${printed}${output}`)), START_MS);
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (!printed.endsWith('\n\n')) return;
      clearTimeout(limit);
      started();
    });
    child.once('exit', (code) => {
      clearTimeout(limit);
      failed(new Error(`it ended with ${code}:\n${printed}${output}`));
    });
  });
  return {
    output: () => printed,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
