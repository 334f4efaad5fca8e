import assert from 'node:assert/strict';
import type { FleetPlayerSearch } from '@palatine/contract';
import { SUBJECTS, type WorldKey } from '@palatine/fleet';
import { sendHeartbeats } from '@palatine/server/fleet/roster.ts';
import { publishWithAck } from '@palatine/server/fleet/stream-end.ts';
import { systemClock } from '@palatine/server/game/clock.ts';
import { aHeartbeat, aRoster, aRosterPlayer } from '@palatine/server/testing/fleet-messages.ts';
import { natsClient, natsTest as test } from '../harness/nats-server.ts';
import { newWorldKey, startFleet, type TestFleet, type TestWorld } from '../harness/start-fleet.ts';
import { until } from '../harness/until.ts';

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

/** A world that is there and says how it is, and does not answer when it is asked who is there. */
async function startDeafWorld({ nats, gateway }: TestFleet, key: WorldKey): Promise<AsyncDisposable> {
  const nc = await natsClient(nats);
  const instance = 'deaf';
  nc.subscribe(SUBJECTS.probe(key, instance), { callback: (_error, message) => void message.respond() });
  nc.subscribe(SUBJECTS.rosterNow(key), { callback() {} });
  await publishWithAck(nc, SUBJECTS.roster(key), await aRoster([aRosterPlayer(1, { online: true })]));
  const endHeartbeats = sendHeartbeats(nc, key, systemClock, () => ({
    ...aHeartbeat({ name: 'Deaf', instance, players: 1 }),
    nowMs: Date.now(),
  }));
  await until('the deaf world', () => gateway.directory.get(key)?.state === 'Online');
  return {
    async [Symbol.asyncDispose]() {
      endHeartbeats();
      await nc.close();
    },
  };
}

test('a live search names the worlds that did not answer, and asks those of the query only', async () => {
  await using fleet = await startFleet({ worlds: 1 });
  const [one] = fleet.worlds as [TestWorld];
  const deaf = newWorldKey();
  await using _deaf = await startDeafWorld(fleet, deaf);
  await untilAllKnown(fleet);
  const reply = await fleet.gateway.fetch('/v1/fleet/tokens', {
    method: 'POST',
    body: JSON.stringify({ Name: 'One', Permissions: ['Palatine.Fleet.Players.Read'], Worlds: [one.key] }),
  });
  const { Secret } = (await reply.json()) as { Secret: string };
  const all = await search(fleet, 'Live=true&Limit=500');
  assert.deepEqual(all.Unanswered, [deaf]);
  const players = all.Rows.filter(({ World }) => World === deaf).map(({ Name, Online }) => [Name, Online]);
  assert.deepEqual(players, [['Player 1', true]], 'its players are as they were last known');
  assert.deepEqual((await search(fleet, `Live=true&World=${one.key}`)).Unanswered, []);
  assert.deepEqual((await search(fleet, 'Live=true', Secret)).Unanswered, [], 'the token sees the deaf one');
});
