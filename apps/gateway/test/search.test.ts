import assert from 'node:assert/strict';
import type { RouteReply, searchFleetPlayers } from '@palatine/contract';
import { fastClock } from '@palatine/testing/fast-clock';
import { natsTest as test } from '@palatine/testing/nats-server';
import { startFleet, type TestFleet, type TestWorld } from '@palatine/testing/start-fleet';
import { until } from '@palatine/testing/until';

async function search({ gateway }: TestFleet, query: string) {
  const response = await gateway.fetch(`/v1/fleet/players?${query}`);
  assert.equal(response.status, 200);
  return (await response.json()) as RouteReply<typeof searchFleetPlayers>;
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

test('every world tells whom it knows, those who are online first, and what changes', async () => {
  await using fleet = await startFleet({ worlds: 1, world: { clock: fastClock(5) } });
  const [world] = fleet.worlds as [TestWorld];
  await untilAllKnown(fleet);
  const { Rows, Total } = await world.api.searchPlayers({ query: { Limit: 500 } });
  const allRows = async () => (await search(fleet, 'Limit=500')).Rows;
  const facts = (await allRows()).map(({ Uid, Name, Online, Level, Guild }) => ({
    Uid,
    Name,
    Online,
    Level,
    Guild,
  }));
  assert.equal(facts.length, Total);
  for (const { Uid, Name, Online, Level, GuildName: Guild } of Rows)
    assert.deepEqual(
      facts.find((fact) => fact.Uid === Uid),
      { Uid, Name, Online, Level, Guild },
    );
  const { uid, userId } = await anybodyOnline(world);
  await world.api.kickPlayer({ params: { player_identifier: userId } });
  await until('the change is there', async () =>
    (await allRows()).some(({ Uid, Online }) => Uid === uid && !Online),
  );
});
