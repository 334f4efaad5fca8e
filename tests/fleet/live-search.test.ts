import assert from 'node:assert/strict';
import type { FleetPlayerSearch } from '@palatine/contract';
import { fastClock } from '../harness/fast-clock.ts';
import { natsClient, natsTest as test } from '../harness/nats-server.ts';
import { newWorldKey, startFleet, type TestFleet, type TestWorld } from '../harness/start-fleet.ts';
import { until } from '../harness/until.ts';
import { simulatedWorld } from './simulated-world.ts';

async function search({ gateway }: TestFleet, query: string, token = gateway.token) {
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

test('a live search knows at once who has left a world, and any other one later', async () => {
  await using fleet = await startFleet({ worlds: 2 });
  const [one, two] = fleet.worlds as [TestWorld, TestWorld];
  await untilAllKnown(fleet);
  const { uid, userId } = await anybodyOnline(one);
  await one.api.kickPlayer({ params: { player_identifier: userId } });
  const live = await search(fleet, `Live=true&Find=${userId}`);
  assert.deepEqual(live.Unanswered, []);
  const rows = live.Rows.filter(({ Uid }) => Uid === uid);
  const online = new Map(rows.map(({ World, Online }) => [World, Online]));
  assert.deepEqual([rows.length, online.get(one.key), online.get(two.key)], [2, false, true]);
  const { Rows, Unanswered } = await search(fleet, `Find=${userId}&World=${one.key}`);
  assert.deepEqual([Rows[0]?.Online, Unanswered], [false, undefined]);
});

test('a live search names the worlds that did not answer, and asks those of the query only', async () => {
  await using fleet = await startFleet({ worlds: 1 });
  const [one] = fleet.worlds as [TestWorld];
  await untilAllKnown(fleet);
  const deaf = newWorldKey();
  await using connection = await natsClient(fleet.nats);
  await simulatedWorld(connection, deaf, {}); // it says how it is, and gives no snapshot
  await until('the deaf world', () => fleet.gateway.worlds.get(deaf)?.status === 'Online');
  const reply = await fleet.gateway.fetch('/v1/fleet/tokens', {
    method: 'POST',
    body: JSON.stringify({ Name: 'One', Permissions: ['Palatine.Fleet.Players.Read'], Worlds: [one.key] }),
  });
  const { Secret } = (await reply.json()) as { Secret: string };
  const all = await search(fleet, 'Live=true&Limit=500');
  assert.deepEqual(all.Unanswered, [deaf]);
  assert.ok(all.Rows.some(({ World }) => World === one.key));
  assert.deepEqual((await search(fleet, `Live=true&World=${one.key}`)).Unanswered, []);
  assert.deepEqual((await search(fleet, 'Live=true', Secret)).Unanswered, [], 'the token sees the deaf one');
});

test('every world tells whom it knows, those who are online first, and what changes', async () => {
  await using fleet = await startFleet({ worlds: 1, world: { clock: fastClock(5) } });
  const [one] = fleet.worlds as [TestWorld];
  await untilAllKnown(fleet);
  const { Rows, Total } = await one.api.searchPlayers({ query: { Limit: 500 } });
  const known = async () => (await search(fleet, 'Limit=500')).Rows;
  const facts = (await known()).map(({ Uid, Name, Online, Level, Guild }) => [
    Uid,
    Name,
    Online,
    Level,
    Guild,
  ]);
  assert.equal(facts.length, Total);
  const wanted = Rows.map(({ Uid, Name, Online, Level, GuildName }) => [Uid, Name, Online, Level, GuildName]);
  assert.deepEqual(facts.sort(), wanted.sort());
  const { uid, userId } = await anybodyOnline(one);
  await one.api.kickPlayer({ params: { player_identifier: userId } });
  await until('the change is there', async () =>
    (await known()).some(({ Uid, Online }) => Uid === uid && !Online),
  );
});
