import assert from 'node:assert/strict';
import test, { after, before, describe } from 'node:test';
import { FLEET_ROUTES, type FleetRouteName, fillPath, type RouteShape } from '@palatine/contract';
import { noNats } from '@palatine/testing/nats-server';
import { pluck } from '@palatine/testing/pluck';
import { startFleet, type TestFleet, type TestWorld } from '@palatine/testing/start-fleet';

// A token that counts for one world must not rule the rest of the fleet.

describe('a token with every permission that counts for one of two worlds', { skip: noNats }, () => {
  let fleet: TestFleet;
  let own: TestWorld;
  let foreign: TestWorld;
  let secret: string;
  before(async () => {
    fleet = await startFleet({ worlds: 2 });
    [own, foreign] = fleet.worlds as [TestWorld, TestWorld];
    const body = { Name: 'One', Permissions: ['*'], Worlds: [own.key] };
    ({ Secret: secret } = await fleet.gateway.client.createFleetToken({ body }));
    await fleet.gateway.client.putFleetList({ params: { list: 'main' }, body: {} });
  });
  after(() => fleet[Symbol.asyncDispose]());

  async function call(name: FleetRouteName, params: Record<string, string> = {}, body?: object) {
    const route: RouteShape = FLEET_ROUTES[name];
    const response = await fleet.gateway.fetch(fillPath(route, params), {
      method: route.method,
      authorization: `Bearer ${secret}`,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  }

  for (const [name, { concerns, examples }] of Object.entries<RouteShape>(FLEET_ROUTES))
    if (concerns === 'WholeFleet')
      test(`may not use ${name}, which concerns the whole fleet`, async () => {
        const { params = {}, body } = examples[0];
        const { status, text } = await call(name as FleetRouteName, params, body);
        assert.equal(status, 403);
        assert.match(text, /MISSING_PERMISSION.*whole fleet/);
      });

  test('admits no new world, and removes none that it does not see', async () => {
    assert.equal((await call('createJoinCode', {}, {})).status, 404); // somebody else runs this broker
    assert.equal((await call('removeWorld', { world: foreign.key })).status, 404);
  });

  test('sees its own world alone, and no token that counts for others', async () => {
    const worlds = JSON.parse((await call('getFleetWorlds')).text) as { Worlds: { World: string }[] };
    assert.deepEqual(pluck(worlds.Worlds, 'World'), [own.key]);
    const body = { Name: 'Wide', Permissions: ['*'], Worlds: ['*'] };
    const wide = await fleet.gateway.client.createFleetToken({ body });
    const { text } = await call('getFleetTokens');
    assert.deepEqual(
      (JSON.parse(text) as { Tokens: { Name: string }[] }).Tokens.map(({ Name }) => Name),
      ['One'],
    );
    assert.equal((await call('revokeFleetToken', { id: wide.Token.Id })).status, 404);
    assert.ok((await fleet.gateway.client.getFleetTokens()).Tokens.every(({ Revoked }) => !Revoked));
  });
});
