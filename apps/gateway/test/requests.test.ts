import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe } from 'node:test';
import { getFleetAudit } from '@palatine/contract';
import { noNats, natsTest as test } from '@palatine/testing/nats-server';
import {
  newWorldKey,
  startFleet,
  startTestWorld,
  type TestFleet,
  type TestWorld,
} from '@palatine/testing/start-fleet';
import { until } from '@palatine/testing/until';

const ONE_SPHERE = { Items: [{ ItemID: 'PalSphere', Count: 1 }] };

async function anOnlinePlayer(world: TestWorld): Promise<string> {
  const { Players } = await world.api.getPlayers();
  const player = Object.values(Players).find(({ UserId }) => UserId !== '');
  assert.ok(player);
  return player.UserId;
}

async function spheresOf(world: TestWorld, player: string): Promise<number> {
  const reply = (await (await world.fetch(`/v1/pdapi/items/${player}`)).json()) as {
    Inventory: Record<string, { Slots: Record<string, { ItemID: string; Count: number }> }>;
  };
  const slots = Object.values(reply.Inventory).flatMap(({ Slots }) => Object.values(Slots));
  return slots.filter(({ ItemID }) => ItemID === 'PalSphere').reduce((sum, { Count }) => sum + Count, 0);
}

describe('a world behind a gateway', { skip: noNats }, () => {
  let fleet: TestFleet;
  let world: TestWorld;
  let neighbor: TestWorld;
  before(async () => {
    fleet = await startFleet({ worlds: 2 });
    [world, neighbor] = fleet.worlds as [TestWorld, TestWorld];
  });
  after(() => fleet[Symbol.asyncDispose]());

  function give(player: string, headers: Record<string, string> = {}, body: unknown = ONE_SPHERE) {
    const path = `/worlds/${world.key}/v1/pdapi/give/items/${player}`;
    return fleet.gateway.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  test('answers a read as it does at its own port, with the same ETag', async () => {
    const path = '/v1/pdapi/players';
    const direct = await world.fetch(path);
    const behind = await fleet.gateway.fetch(`/worlds/${world.key}${path}`);
    assert.equal(behind.status, 200);
    assert.equal(behind.headers.get('etag'), direct.headers.get('etag'));
    assert.deepEqual(await behind.json(), await direct.json());
  });

  test('gives to an offline player with the header, for a token with the permission', async () => {
    const { Rows } = await world.api.searchPlayers({ query: { Status: 'Offline' } });
    const player = Rows[0]?.Uid ?? assert.fail();
    assert.equal((await give(player)).status, 400);
    assert.equal((await give(player, { 'palatine-offline-players': 'allow' })).status, 200);
    const { Entries } = await world.api.getAudit({ query: { Limit: 1 } });
    assert.match(Entries[0]?.Summary ?? '', /PalSphere \(offline\)$/);
    const Permissions = ['REST.Items.*'];
    const body = { Name: 'Shop', Permissions, Worlds: ['*'] };
    const { Secret } = await fleet.gateway.client.createFleetToken({ body });
    const refused = await fleet.gateway.fetch(`/worlds/${world.key}/v1/pdapi/give/items/${player}`, {
      method: 'POST',
      authorization: `Bearer ${Secret}`,
      headers: { 'palatine-offline-players': 'allow' },
      body: JSON.stringify(ONE_SPHERE),
    });
    assert.equal(refused.status, 403);
  });

  test('is found by every spelling of its key', async () => {
    const spelled = world.key.toUpperCase().replace(/(.{8})(?=.)/g, '$1-');
    assert.equal((await fleet.gateway.fetch(`/worlds/${spelled}/v1/pdapi/version`)).status, 200);
  });

  test('takes a grant that the other world does not get', async () => {
    const player = await anOnlinePlayer(world);
    const [before, beforeThere] = [await spheresOf(world, player), await spheresOf(neighbor, player)];
    const response = await give(player);
    assert.equal(response.status, 200, await response.text());
    assert.equal(await spheresOf(world, player), before + 1);
    assert.equal(await spheresOf(neighbor, player), beforeThere);
  });

  test('repeats the answer to a repeated key, and refuses the key for another body', async () => {
    const player = await anOnlinePlayer(world);
    const before = await spheresOf(world, player);
    const key = { 'idempotency-key': randomUUID() };
    assert.equal((await give(player, key)).headers.get('idempotent-replayed'), null);
    assert.equal((await give(player, key)).headers.get('idempotent-replayed'), 'true');
    const reused = await give(player, key, { Items: [{ ItemID: 'PalSphere', Count: 2 }] });
    assert.equal(reused.status, 422);
    assert.equal(await spheresOf(world, player), before + 1);
  });

  for (const name of ['steam_nobody', 'Zoë 名\r\nA: b\u2028'])
    test(`refuses what it refuses at its own port, with the same body, of ${JSON.stringify(name)}`, async () => {
      const path = `/v1/pdapi/give/items/${encodeURIComponent(name)}?${encodeURIComponent(name)}=${encodeURIComponent(name)}`;
      const call = { method: 'POST', body: JSON.stringify(ONE_SPHERE) };
      const direct = await world.fetch(path, call);
      const behind = await fleet.gateway.fetch(`/worlds/${world.key}${path}`, call);
      assert.equal(behind.status, direct.status);
      assert.deepEqual(await behind.json(), await direct.json());
      const [entry, ownEntry] = (await world.api.getAudit({ query: { Limit: 2 } })).Entries;
      assert.equal(entry?.Target, ownEntry?.Target);
    });

  test('names the token of the fleet and the address of the client in its audit', async () => {
    const player = await anOnlinePlayer(world);
    const id = `fleet-${randomUUID()}`;
    await give(player, { 'x-request-id': id });
    const { Entries } = await world.api.getAudit({ query: { Limit: 5 } });
    const { Token, IP, Outcome } = Entries.find(({ Request }) => Request === id) ?? {};
    assert.deepEqual([Token, IP, Outcome], ['fleet:Admin', '127.0.0.1', 'OK']);
  });

  test('sends its events as they happen, and resumes after one of them', async () => {
    const player = await anOnlinePlayer(world);
    const path = `/worlds/${world.key}/v1/palatine/events`;
    const stop = new AbortController();
    const stream = await fleet.gateway.fetch(path, { signal: stop.signal });
    assert.match(stream.headers.get('content-type') ?? '', /^text\/event-stream/);
    let text = '';
    const reading = (async () => {
      for await (const bytes of stream.body ?? []) text += Buffer.from(bytes).toString();
    })().catch(() => {}); // aborted below
    await until('the stream to begin', () => text.includes('id: '));
    await give(player);
    await until('the grant on the stream', () => /event: grant/.test(text));
    stop.abort();
    await reading;
    const id = /id: (\d+)/.exec(text)?.[1] ?? '';
    const resumed = await fleet.gateway.fetch(path, {
      headers: { 'last-event-id': id },
      signal: AbortSignal.timeout(10_000),
    });
    for await (const bytes of resumed.body ?? []) {
      if (Buffer.from(bytes).toString().includes('event: grant')) break;
    }
  });

  test('sends a response of many megabytes whole', async () => {
    const path = '/v1/palatine/catalogue';
    const plain = { headers: { 'accept-encoding': 'identity' } };
    const direct = await (await world.fetch(path, plain)).text();
    const behind = await (await fleet.gateway.fetch(`/worlds/${world.key}${path}`, plain)).text();
    assert.ok(direct.length > 600_000, `the catalogue has ${direct.length} characters`);
    assert.equal(behind, direct);
  });

  test('is not found when the fleet does not know it', async () => {
    for (const key of [newWorldKey(), 'nonsense', '..%2f..']) {
      const response = await fleet.gateway.fetch(`/worlds/${key}/v1/pdapi/version`);
      assert.equal(response.status, 404);
      const { Error: error } = (await response.json()) as { Error: { Code: string } };
      assert.equal(error.Code, 'WORLD_NOT_FOUND');
    }
  });

  test('is not reached without a token', async () => {
    const path = `/worlds/${world.key}/v1/pdapi/players`;
    assert.equal((await fleet.gateway.fetch(path, { authorization: '' })).status, 401);
    assert.equal((await fleet.gateway.fetch(path, { authorization: 'Bearer wrong' })).status, 401);
    assert.equal((await fleet.gateway.fetch(path, { authorization: `Bearer ${world.token}` })).status, 401);
  });
});

test('a world without fleet.json, or whose broker is not there, works at its own port', async () => {
  await using alone = await startTestWorld({ servers: ['nats://127.0.0.1:9'] });
  assert.equal((await alone.fetch('/v1/pdapi/players')).status, 200);
  assert.equal((await alone.fetch('/readyz')).status, 200);
});

test('a world that has stopped is answered for at once, its writes are audited, and it answers when it has started', async () => {
  await using fleet = await startFleet({ worlds: 1 });
  const [first] = fleet.worlds as [TestWorld];
  const path = `/worlds/${first.key}/v1/pdapi/players`;
  await first.stop();
  const missing = await fleet.gateway.fetch(path);
  assert.equal(missing.status, 503);
  const { Error: error } = (await missing.json()) as { Error: { Code: string; Details: { Reason: string } } };
  assert.deepEqual([error.Code, error.Details.Reason], ['SERVER_BUSY', 'WORLD_OFFLINE']);
  const unheard = `/worlds/${first.key}/v1/pdapi/give/items/steam_1`;
  assert.equal((await fleet.gateway.fetch(unheard, { method: 'POST', body: '{}' })).status, 503);
  const { Entries } = await fleet.gateway.client.call(getFleetAudit);
  const { Target, Route, Summary } = Entries.find(({ Outcome }) => Outcome === 'SERVER_BUSY') ?? {};
  const route = 'POST /v1/pdapi/give/items/:player_identifier';
  assert.deepEqual([Target, Route, Summary], ['steam_1', route, `of the world ${first.key}`]);
  await using again = await startTestWorld(fleet.nats, { key: first.key });
  await until('the world to answer', async () => (await fleet.gateway.fetch(path)).status === 200);
  const player = await anOnlinePlayer(again);
  const give = `/worlds/${first.key}/v1/pdapi/give/items/${player}`;
  const response = await fleet.gateway.fetch(give, { method: 'POST', body: JSON.stringify(ONE_SPHERE) });
  assert.equal(response.status, 200, await response.text());
});
