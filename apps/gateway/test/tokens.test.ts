import assert from 'node:assert/strict';
import test, { after, before, describe } from 'node:test';
import type { ErrorEnvelope } from '@palatine/contract';
import { noNats } from '@palatine/testing/nats-server';
import { startFleet, startTestWorld, type TestFleet, type TestWorld } from '@palatine/testing/start-fleet';
import { until } from '@palatine/testing/until';

describe('a token of the fleet', { skip: noNats }, () => {
  let fleet: TestFleet;
  let eu: TestWorld;
  let neighbor: TestWorld;
  before(async () => {
    const Allow = ['REST.Players.Read', 'REST.Guilds.Read'];
    fleet = await startFleet({ world: { fleet: { Allow } } });
    [neighbor] = fleet.worlds as [TestWorld];
    eu = await startTestWorld(fleet.nats);
    fleet.gateway.worlds.admit(eu.key, 'World EU', ['eu']);
    await until('the second world', () => fleet.gateway.worlds.get(eu.key)?.status === 'Online');
  });
  after(async () => {
    await eu[Symbol.asyncDispose]();
    await fleet[Symbol.asyncDispose]();
  });

  const post = (body: object, authorization?: string) =>
    fleet.gateway.fetch('/v1/fleet/tokens', {
      method: 'POST',
      body: JSON.stringify(body),
      ...(authorization && { authorization }),
    });
  const create = (Name: string, Permissions: string[], Worlds: string[], more: { Until?: string } = {}) =>
    fleet.gateway.client.createFleetToken({ body: { Name, Permissions, Worlds, ...more } });
  const players = (key: string, secret: string) =>
    fleet.gateway.fetch(`/worlds/${key}/v1/pdapi/players`, { authorization: `Bearer ${secret}` });
  const atWorld = (world: TestWorld, secret: string, path = '/v1/pdapi/players') =>
    world.fetch(path, { authorization: `Bearer ${secret}` });
  const revoke = (id: string) => fleet.gateway.client.revokeFleetToken({ params: { id } });

  test('counts for the worlds of its tag, at the gateway and at their own ports', async () => {
    const { Secret } = await create('Panel', ['REST.*'], ['eu']);
    assert.equal((await players(eu.key, Secret)).status, 200);
    assert.equal((await players(neighbor.key, Secret)).status, 404, 'a world that it may not see');
    await until('it counts at the port of its world', async () => (await atWorld(eu, Secret)).status === 200);
    assert.equal((await atWorld(neighbor, Secret)).status, 401);
  });

  test('is held to what the owner of a world allows the fleet', async () => {
    const { Secret } = await create('Wide', ['*'], ['*']);
    await until('it counts there', async () => (await atWorld(neighbor, Secret)).status === 200);
    assert.equal((await atWorld(neighbor, Secret, '/v1/palatine/audit')).status, 403);
    assert.equal((await players(neighbor.key, Secret)).status, 200);
    const behind = `/worlds/${neighbor.key}/v1/palatine/audit`;
    assert.equal((await fleet.gateway.fetch(behind)).status, 403, 'nor is a token of the gateway');
  });

  test('counts nowhere once it is revoked', async () => {
    const { Secret, Token } = await create('Gone', ['REST.*'], ['*']);
    await until('it counts there', async () => (await atWorld(eu, Secret)).status === 200);
    await revoke(Token.Id);
    assert.equal((await players(eu.key, Secret)).status, 401);
    await until('it counts there no more', async () => (await atWorld(eu, Secret)).status === 401);
    await assert.rejects(revoke('0'.repeat(64)), { code: 'TOKEN_NOT_FOUND' });
  });

  test('is limited with its secret kept, by one that has as much and is another', async () => {
    const { Secret, Token } = await create('Limited', ['REST.*'], ['*']);
    const params = { id: Token.Id };
    const body = { Permissions: ['REST.Guilds.Read'], Worlds: ['*'] };
    const changed = await fleet.gateway.client.changeFleetToken({ params, body });
    assert.deepEqual(changed.Token.Permissions, body.Permissions);
    assert.equal((await players(eu.key, Secret)).status, 403);

    const deputy = await create('Deputy', ['Palatine.Fleet.Tokens.Write', 'REST.Players.Read'], ['*']);
    const by = (method: string, id: string) =>
      fleet.gateway.fetch(`/v1/fleet/tokens/${id}`, {
        method,
        authorization: `Bearer ${deputy.Secret}`,
        ...(method === 'PUT' && {
          body: JSON.stringify({ Permissions: ['REST.Players.Read'], Worlds: ['*'] }),
        }),
      });
    for (const method of ['PUT', 'DELETE']) {
      assert.equal((await by(method, Token.Id)).status, 403, 'one with more');
      assert.equal((await by(method, deputy.Token.Id)).status, 400, 'itself');
    }
    await revoke(Token.Id);
    await assert.rejects(fleet.gateway.client.changeFleetToken({ params, body }), {
      code: 'VALIDATION_FAILED',
    });
  });

  test('counts until its time is over', async () => {
    const past = new Date(Date.now() - 1000).toISOString();
    const { Secret } = await create('Over', ['REST.*'], ['*'], { Until: past });
    assert.equal((await players(eu.key, Secret)).status, 401);
  });

  test('is not made with an end that is no time', async () => {
    for (const Until of ['tomorrow', '2027-02-30', '2027-13-01T00:00:00Z', '', 1_800_000_000]) {
      const response = await post({ Name: 'Vague', Permissions: ['REST.*'], Worlds: ['*'], Until });
      const { Error: error } = (await response.json()) as ErrorEnvelope;
      assert.deepEqual([response.status, error.Code], [400, 'VALIDATION_FAILED'], String(Until));
      assert.match(JSON.stringify(error.Details), /"Path":"\/Until"/);
    }
    const list = await (await fleet.gateway.fetch('/v1/fleet/tokens')).text();
    assert.ok(!list.includes('Vague'));
  });

  test('is given by nobody who has less', async () => {
    const Permissions = ['Palatine.Fleet.Tokens.*', 'REST.Players.Read'];
    const { Secret } = await create('Keeper', Permissions, ['eu']);
    const by = `Bearer ${Secret}`;
    const make = (body: object) => post({ Name: 'Child', ...body }, by);
    assert.equal((await make({ Permissions: ['REST.Players.Read'], Worlds: ['eu'] })).status, 200);
    assert.equal((await make({ Permissions: ['REST.Items.Give'], Worlds: ['eu'] })).status, 403);
    assert.equal((await make({ Permissions: ['REST.Players.Read'], Worlds: ['*'] })).status, 403);
    assert.equal((await make({ Permissions: ['REST.Players.Read'], Worlds: [neighbor.key] })).status, 403);
  });

  test('is listed without its secret, and is in the audit without it', async () => {
    const { Secret, Token } = await create('Listed', ['REST.*'], ['*']);
    const list = await (await fleet.gateway.fetch('/v1/fleet/tokens')).text();
    assert.ok(list.includes(Token.Id) && !list.includes(Secret));
    await until('it is in the audit of the fleet', async () => {
      const audit = await (await fleet.gateway.fetch('/v1/fleet/audit?Route=POST /v1/fleet/tokens')).text();
      assert.ok(!audit.includes(Secret));
      return audit.includes('Listed');
    });
  });
});
