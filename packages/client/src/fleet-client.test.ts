import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FLEET_ROUTES } from '@palatine/contract';
import type { CallOptions } from './calls.ts';
import type { FleetMethodName } from './fleet-client.ts';
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

test('the compiler knows the parameters, the body and the reply of each route of a gateway', async () => {
  const { fleet, requests } = scriptedService([responds(200, {})]);
  const calls = [
    // @ts-expect-error the route has a path parameter
    () => fleet.revokeFleetToken(),
    // @ts-expect-error a token needs its worlds
    () => fleet.createFleetToken({ body: { Name: 'Shop', Permissions: ['*'] } }),
    // @ts-expect-error there is no such kind
    () => fleet.putFleetList({ params: { list: 'main' }, body: { Kind: 'Maybe' } }),
    // @ts-expect-error a stream has no method under its name
    async () => fleet.watchFleetEvents(),
    () => fleet.createJoinCode(), // its body is optional
  ];
  for (const call of calls) await call().catch(() => {}); // the compiler is the check
  assert.ok(requests.length > 0);
});

type Routes = typeof FLEET_ROUTES;
type Mutable<T> = T extends object ? { -readonly [Key in keyof T]: Mutable<T[Key]> } : T;
type TakesExamples<Name extends FleetMethodName> =
  Mutable<Routes[Name]['examples'][number]> extends CallOptions<Routes[Name]> ? true : false;

test('the compiler takes every example of the routes of a gateway as a call of its method', () => {
  // Compiles only while every value is `true`.
  const taken: { [Name in FleetMethodName]: TakesExamples<Name> } = Object.fromEntries(
    Object.keys(FLEET_ROUTES).map((name) => [name, true]),
  ) as Record<FleetMethodName, true>;
  assert.ok(taken.addFleetBan);
});
