import assert from 'node:assert/strict';
import { test } from 'node:test';
import { responds, scriptedService } from './testing/scripted-service.ts';

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
