import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Reaction, responds, scriptedService } from './testing/scripted-service.ts';

/** Sends these messages and ends. */
function sends(...messages: readonly object[]): Reaction {
  const text = messages.map((data) => `event: x\ndata: ${JSON.stringify(data)}\n\n`).join('');
  return () => new Response(text, { headers: { 'content-type': 'text/event-stream' } });
}

const snapshot = { Type: 'snapshot', At: '2026-07-12T18:15:02.113Z', Rows: [['A', 1, 2, 3, 1]] };
const moves = { Type: 'moves', At: '2026-07-12T18:15:03.113Z', Rows: [[0, 2, 2, 3]] };

test('positions begin with a snapshot, and again after a lost connection', async () => {
  const { client, requests } = scriptedService([sends(snapshot, moves), sends(snapshot)]);
  const types: string[] = [];
  for await (const { Type } of client.positions({ query: { Region: 'Tree' } })) {
    types.push(Type);
    if (types.length === 3) break;
  }
  assert.deepEqual(types, ['snapshot', 'moves', 'snapshot']);
  const positions = requests.map(({ url, headers }) => [new URL(url).search, headers.get('last-event-id')]);
  assert.deepEqual(positions, [
    ['?Region=Tree', null],
    ['?Region=Tree', null],
  ]);
});

test('an invalid message of this stream ends it with an error', async () => {
  const { client } = scriptedService([sends({ Id: 4, Type: 'message' })]);
  await assert.rejects(client.positions().next(), { code: 'UNREADABLE' });
});

const WORLD = '0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d';

test('a client of a gateway has a method for each of its routes', async () => {
  const { fleet, requests } = scriptedService([responds(200, { Worlds: [] })]);
  assert.deepEqual(await fleet.getFleetWorlds(), { Worlds: [] });
  await fleet.removeWorld({ params: { world: WORLD } });
  await fleet.addFleetBan({ params: { list: 'main' }, body: { Id: 'steam_1', Reason: 'cheating' } });
  const calls = requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
  assert.deepEqual(calls, [
    'GET /v1/fleet/worlds',
    `DELETE /v1/fleet/worlds/${WORLD}`,
    'POST /v1/fleet/lists/main/bans',
  ]);
  assert.ok(requests[2]?.headers.get('idempotency-key'));
});

test('a world behind a gateway has the methods of a world', async () => {
  const { fleet, requests } = scriptedService([responds(200, {})]);
  await fleet.world(WORLD).getPlayers();
  assert.equal(requests[0]?.url, `http://service.test/worlds/${WORLD}/v1/pdapi/players`);
  assert.equal(requests[0]?.headers.get('authorization'), 'Bearer a-token');
});

test('events of a fleet come with their world', async () => {
  const event = {
    Id: 7,
    World: WORLD,
    WorldName: 'EU 1',
    Incarnation: 'a',
    Event: { Id: 3, Type: 'message' },
  };
  const stream = () =>
    new Response(`: 6\n\nid: 7\nevent: message\ndata: ${JSON.stringify(event)}\n\n`, {
      headers: { 'content-type': 'text/event-stream' },
    });
  const { fleet, requests } = scriptedService([stream]);
  for await (const event of fleet.events({ since: 6 })) {
    assert.deepEqual([event.Id, event.WorldName, event.Event.Type], [7, 'EU 1', 'message']);
    break;
  }
  assert.equal(requests[0]?.headers.get('last-event-id'), '6');
});
