import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { createStore } from '@palatine/engine/store';
import { testFolder } from '@palatine/platform/testing';
import { outputOf } from '@palatine/testing/child-process';
import { type StartedProcess, startProcess } from '@palatine/testing/start-process';
import { until } from '@palatine/testing/until';
import { aDemo } from '@palatine/testing/worlds';
import { type Client, createClient } from '../src/index.ts';
import { examples } from './npm-project.ts';

const CLIENT = resolve(import.meta.dirname, '..');
const TOKEN = 'shop-secret';
/** A shop that never delivers is killed after so long. */
const LIMIT_MS = 60_000;

const folder = testFolder();
const program = join(folder, 'shop.mts');
const shop = examples().find(([name]) => name === 'shop') ?? assert.fail('docs/client.md has no shop');
writeFileSync(program, shop[1]);
mkdirSync(join(folder, 'node_modules', '@palatine'), { recursive: true });
symlinkSync(CLIENT, join(folder, 'node_modules', '@palatine', 'client'), 'dir');

/** A data folder with the demo world, in which one player is offline and owns nothing. */
function demoFolder(): { data: string; buyer: string } {
  const data = testFolder();
  mkdirSync(join(data, 'RESTAPI', 'Tokens'), { recursive: true });
  const token = { Name: 'Shop', Token: TOKEN, Permissions: '*' };
  writeFileSync(join(data, 'RESTAPI', 'Tokens', 'Shop.json'), JSON.stringify(token));
  const { world, beginner } = aDemo();
  world.sessions.remove(beginner.uid);
  createStore(join(data, 'world.db'), world);
  return { data, buyer: beginner.userId };
}

/** The shop of docs/client.md, as a separate process. */
function startShop(url: string, buyer: string, file = program) {
  const env = { PALATINE_URL: url, PALATINE_TOKEN: TOKEN, BUYER: buyer, RETRY_SECONDS: '0.05' };
  const child = spawn(process.execPath, [file], { env: { ...process.env, ...env }, timeout: LIMIT_MS });
  const ended = once(child, 'exit');
  const printed = outputOf(child.stdout, child.stderr);
  return {
    prints: (pattern: RegExp) => until(`${pattern} is printed`, () => pattern.test(printed())),
    async end(signal?: 'SIGKILL') {
      if (signal !== undefined) child.kill(signal);
      const [code] = (await ended) as [number | null];
      return { code, printed: printed() };
    },
  };
}

const portOf = ({ url }: StartedProcess) => new URL(url).port;
const start = (data: string, port = '0') =>
  startProcess(['--data', data, '--no-simulate', '--faults', '--port', port]);

async function logIn(api: Client, buyer: string): Promise<void> {
  await api.controlSimulation({ body: { LogIn: buyer } });
  await api.controlSimulation({ body: { LoadCharacter: { Player: buyer, Loaded: true } } });
}

async function spheresOf(api: Client, buyer: string): Promise<number> {
  const { Inventory } = await api.getItems({ params: { player_identifier: buyer } });
  const spheres = Object.values(Inventory.Items.Slots).filter(({ ItemID }) => ItemID === 'PalSphere');
  return spheres.reduce((sum, { Count }) => sum + Count, 0);
}

test('the shop of docs/client.md delivers once: to a buyer who comes later, over kill -9 of the service and of the shop', async () => {
  const { data, buyer } = demoFolder();
  let server = await start(data);
  const { url } = server;
  const api = createClient({ url, token: TOKEN });
  const shop = startShop(url, buyer);
  await shop.prints(/^order-4711 waits: .* is known, but offline/m);

  await server.end('SIGKILL');
  await shop.prints(/^order-4711 waits: .* cannot be reached/m);
  server = await start(data, portOf(server));
  await logIn(api, buyer);
  assert.deepEqual((await shop.end()).code, 0);
  await shop.prints(/^order-4711 is delivered$/m);
  assert.equal(await spheresOf(api, buyer), 10);

  await server.end('SIGKILL');
  server = await start(data, portOf(server));
  const again = startShop(url, buyer); // a shop that crashed before it had noted the delivery
  assert.match((await again.end()).printed, /^order-4711 is delivered\n$/);
  assert.equal(await spheresOf(api, buyer), 10);
  await server.end('SIGKILL');
});

test('a shop that is killed while it waits delivers once when it is started again', async () => {
  const { data, buyer } = demoFolder();
  await using server = await start(data);
  const api = createClient({ url: server.url, token: TOKEN });
  const first = startShop(server.url, buyer);
  await first.prints(/^order-4711 waits: /m);
  await first.end('SIGKILL');
  await logIn(api, buyer);
  const shops = [startShop(server.url, buyer), startShop(server.url, buyer)];
  for (const shop of shops) assert.match((await shop.end()).printed, /^order-4711 is delivered\n$/);
  assert.equal(await spheresOf(api, buyer), 10);
});

test('an order that cannot be delivered ends the shop with code, message and place', async () => {
  const { data, buyer } = demoFolder();
  await using server = await start(data);
  const wrong = join(folder, 'wrong.mts');
  writeFileSync(wrong, readFileSync(program, 'utf8').replace('PalSphere', 'Pal_Sphere_X'));
  const { code, printed } = await startShop(server.url, buyer, wrong).end();
  assert.equal(code, 1);
  const expected = /PalatineError: VALIDATION_FAILED: Items\[0\]\.ItemID: unknown ItemID "Pal_Sphere_X"/;
  assert.match(printed, expected);
});

test('a shop ends when the world does not know its buyer', async () => {
  const { data } = demoFolder();
  await using server = await start(data);
  const { code, printed } = await startShop(server.url, 'steam_1').end();
  assert.equal(code, 1);
  assert.match(printed, /this world knows no player with the UserId steam_1/);
  assert.doesNotMatch(printed, /waits/);
});
