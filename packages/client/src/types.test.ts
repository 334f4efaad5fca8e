import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_ROUTES, FLEET_ROUTES } from '@palatine/contract';
import type { CallOptions } from './calls.ts';
import type { ClientMethodName, FleetMethodName } from './client.ts';
import { responds, scriptedService } from './testing/scripted-service.ts';

test('the compiler knows the parameters, the body and the reply of each route', async () => {
  const { client, fleet, requests } = scriptedService([responds(200, {})]);
  const params = { player_identifier: 'steam_1' };
  const calls = [
    // @ts-expect-error the route has a path parameter
    () => client.getPlayer(),
    // @ts-expect-error it is called player_identifier
    () => client.getPlayer({ params: { id: 'steam_1' } }),
    // @ts-expect-error the route needs a body
    () => client.giveItems({ params }),
    // @ts-expect-error Count is a number
    () => client.giveItems({ params, body: { Items: [{ ItemID: 'Wood', Count: '1' }] } }),
    // @ts-expect-error there is no such SendType
    () => client.sendPlayerMessage({ body: { SendType: 'Pigeon', Message: 'x', UserID: 'steam_1' } }),
    // @ts-expect-error the route has no such filter
    () => client.getBanlist({ query: { name: 'x' } }),
    // @ts-expect-error the route takes no body
    () => client.getPlayers({ body: {} }),
    // @ts-expect-error the legacy route needs a UserID
    () => client.legacyGive({ body: { EXP: 1 } }),
    // @ts-expect-error a player has no such field
    async () => (await client.getPlayer({ params })).Player.Nick,
    () => client.kickPlayer({ params }), // its body is optional
    () => client.getBanlist(),
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

type Routes = typeof ALL_ROUTES & typeof FLEET_ROUTES;
type MethodName = ClientMethodName | FleetMethodName;
type Mutable<T> = T extends object ? { -readonly [Key in keyof T]: Mutable<T[Key]> } : T;
/** True for a route whose examples a method of the client takes. */
type TakesExamples<Name extends MethodName> =
  Mutable<Routes[Name]['examples'][number]> extends CallOptions<Routes[Name]> ? true : false;

test('the compiler takes every example of the contract as a call of its method', () => {
  // Compiles only while every value is `true`.
  const taken: { [Name in MethodName]: TakesExamples<Name> } = Object.fromEntries(
    Object.keys({ ...ALL_ROUTES, ...FLEET_ROUTES }).map((name) => [name, true]),
  ) as Record<MethodName, true>;
  assert.ok(taken.giveItems && taken.addFleetBan);
});
