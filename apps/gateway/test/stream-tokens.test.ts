import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before, describe } from 'node:test';
import { noNats } from '@palatine/testing/nats-server';
import { startFleet, type TestFleet, type TestWorld } from '@palatine/testing/start-fleet';
import { newFolder } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';

// A request is checked once, and a stream goes on for days.

const PATHS = ['/v1/palatine/events', '/v1/palatine/positions'];

/** Opens a stream, and says whether it goes on. */
async function watch(url: string, secret: string): Promise<{ goesOn: boolean }> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${secret}` } });
  assert.equal(response.status, 200, url);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  await reader.read(); // it has begun
  const state = { goesOn: true };
  const read = async () => {
    while (!(await reader.read()).done);
  };
  void read()
    .catch(() => {})
    .finally(() => {
      state.goesOn = false;
    });
  return state;
}

describe('a stream ends once its token is revoked', { skip: noNats }, () => {
  const folder = newFolder();
  let fleet: TestFleet;
  let world: TestWorld;
  before(async () => {
    fleet = await startFleet({ worlds: 1, gateway: { folder } });
    [world] = fleet.worlds as [TestWorld];
  });
  after(() => fleet[Symbol.asyncDispose]());

  const create = (Worlds = ['*']) =>
    fleet.gateway.client.createFleetToken({ body: { Name: 'Panel', Permissions: ['*'], Worlds } });
  const throughGateway = () => PATHS.map((path) => `${fleet.gateway.url}/worlds/${world.key}${path}`);

  test('through the gateway and at the port of the world, of a token of the fleet that both know', async () => {
    const { Secret, Token } = await create();
    const atWorld = PATHS.map((path) => `${world.url}${path}`);
    await until('it counts at the world', async () => (await world.statusFor(Secret)) === 200);
    const urls = [...throughGateway(), ...atWorld, `${fleet.gateway.url}/v1/fleet/events`];
    const streams = await Promise.all(urls.map((url) => watch(url, Secret)));
    const stays = await watch(throughGateway()[0] ?? '', fleet.gateway.token);
    await fleet.gateway.client.revokeFleetToken({ params: { id: Token.Id } });
    await until('all of them end', () => streams.every(({ goesOn }) => !goesOn));
    assert.equal(stays.goesOn, true);
  });

  test('through the gateway and at the port of the world, of a token whose tag the world has lost', async () => {
    const { Secret } = await create(['eu']);
    const change = (Tags: string[]) =>
      fleet.gateway.client.putFleetWorld({ params: { world: world.key }, body: { Tags } });
    await change(['eu']);
    await until('it counts at the world', async () => (await world.statusFor(Secret)) === 200);
    const urls = [...throughGateway(), `${world.url}${PATHS[0]}`];
    const streams = await Promise.all(urls.map((url) => watch(url, Secret)));
    await change([]);
    await until('all of them end', () => streams.every(({ goesOn }) => !goesOn));
  });

  test('through the gateway, of a token file of the gateway', async () => {
    const file = join(folder, 'RESTAPI', 'Tokens', 'Panel.json');
    const Token = 'a-secret-of-the-test-0123456789';
    writeFileSync(file, JSON.stringify({ Name: 'Panel', Token, Permissions: ['*'] }));
    const headers = { authorization: `Bearer ${Token}` };
    await until(
      'it counts',
      async () => (await fetch(`${fleet.gateway.url}/v1/fleet/session`, { headers })).ok,
    );
    const streams = await Promise.all(throughGateway().map((url) => watch(url, Token)));
    rmSync(file);
    await until('both end', () => streams.every(({ goesOn }) => !goesOn));
  });
});
