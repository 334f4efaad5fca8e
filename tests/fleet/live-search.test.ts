import assert from 'node:assert/strict';
import test from 'node:test';
import type { FleetPlayerSearch } from '@palatine/contract';
import { noNats } from '../harness/nats-server.ts';
import { startFleet, type TestFleet, type TestWorld } from '../harness/start-fleet.ts';
import { until } from '../harness/until.ts';

async function search(
  { gateway }: TestFleet,
  query: string,
  token = gateway.token,
): Promise<FleetPlayerSearch> {
  const authorization = `Bearer ${token}`;
  const response = await gateway.fetch(`/v1/fleet/players?${query}`, { authorization });
  assert.equal(response.status, 200);
  return (await response.json()) as FleetPlayerSearch;
}

async function untilAllKnown(fleet: TestFleet): Promise<void> {
  await until('the players of every world are known', async () => {
    const { Rows } = await search(fleet, 'Limit=500');
    return fleet.worlds.every(({ key }) => Rows.some(({ World }) => World === key));
  });
}

async function anybodyOnline(world: TestWorld) {
  const { Rows } = await world.api.searchPlayers({ query: { Status: 'Online', Limit: 1 } });
  const [player] = Rows;
  assert.ok(player?.UserId);
  return { uid: player.Uid, userId: player.UserId };
}

test('a live search knows at once who has left a world, and any other one later', {
  skip: noNats,
}, async () => {
  await using fleet = await startFleet({ worlds: 2 });
  const [one, two] = fleet.worlds as [TestWorld, TestWorld];
  await untilAllKnown(fleet);
  const { uid, userId } = await anybodyOnline(one);
  await one.api.kickPlayer({ params: { player_identifier: userId } });
  const live = await search(fleet, `Live=true&Find=${userId}`);
  assert.deepEqual(live.Unanswered, []);
  assert.deepEqual(
    live.Rows.filter(({ Uid }) => Uid === uid)
      .map(({ World, Online }) => [World, Online])
      .sort(),
    [
      [one.key, false],
      [two.key, true],
    ].sort(),
  );
  const { Rows, Unanswered } = await search(fleet, `Find=${userId}&World=${one.key}`);
  assert.deepEqual([Rows[0]?.Online, Unanswered], [false, undefined]);
});

test('a live search names the worlds that did not answer, and asks those of the query only', {
  skip: noNats,
}, async () => {
  await using fleet = await startFleet({ worlds: 2 });
  const [one, two] = fleet.worlds as [TestWorld, TestWorld];
  await untilAllKnown(fleet);
  const reply = await fleet.gateway.fetch('/v1/fleet/tokens', {
    method: 'POST',
    body: JSON.stringify({ Name: 'Second', Permissions: ['Palatine.Fleet.Players.Read'], Worlds: [two.key] }),
  });
  const { Secret } = (await reply.json()) as { Secret: string };
  await one.stop();
  assert.equal(fleet.gateway.directory.get(one.key)?.state, 'Online', 'the gateway has not missed it yet');
  const all = await search(fleet, 'Live=true&Limit=500');
  assert.deepEqual(all.Unanswered, [one.key]);
  assert.ok(
    all.Rows.some(({ World }) => World === one.key),
    'its players are as they were last known',
  );
  assert.deepEqual((await search(fleet, `Live=true&World=${two.key}`)).Unanswered, []);
  assert.deepEqual((await search(fleet, 'Live=true', Secret)).Unanswered, [], 'the token sees the other one');
});
