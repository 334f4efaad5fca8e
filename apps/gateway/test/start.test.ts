import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { natsTest as test } from '@palatine/testing/nats-server';
import { startProcess } from '@palatine/testing/start-process';
import { newFolder } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';

const CLI = resolve(import.meta.dirname, '../../cli/src/main.ts');

test('a gateway and worlds start by the commands of the documents, and a ban on one list reaches all of them', async () => {
  const folder = newFolder();
  await using stack = new AsyncDisposableStack();
  const flags = '--advertise 127.0.0.1 --broker-address 127.0.0.1 --broker-port 0 --join-port 0';
  const args = ['fleet', 'start', '--data', join(folder, 'fleet'), ...flags.split(' ')];
  const gateway = await startProcess(args, {}, undefined, CLI);
  stack.defer(async () => void (await gateway.end('SIGTERM'))); // its broker ends with it
  const { token } = gateway;
  const url = / API +(http:\/\/127\.0\.0\.1:\d+)\/v1\/fleet,/.exec(gateway.output())?.[1] ?? '';
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
  await call('POST', '/v1/fleet/lists/main/bans', { Id: 'steam_76561190000000001', Reason: 'cheating' });
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
