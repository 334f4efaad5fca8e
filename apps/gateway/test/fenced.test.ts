import assert from 'node:assert/strict';
import { fastClock } from '@palatine/testing/fast-clock';
import { natsTest as test } from '@palatine/testing/nats-server';
import { startFleet, startTestWorld, type TestWorld } from '@palatine/testing/start-fleet';
import { until } from '@palatine/testing/until';

async function broadcastsOf(world: TestWorld): Promise<number> {
  const { Entries } = await world.api.getAudit({ query: { Route: 'broadcast', Outcome: 'OK' } });
  return Entries.length;
}

test('a second process that says it is the same world gets no request, until the first one has ended', async () => {
  const clock = fastClock(5);
  await using fleet = await startFleet({ worlds: 1, gateway: { clock }, world: { clock } });
  const [first] = fleet.worlds as [TestWorld];
  const { worlds } = fleet.gateway;
  const counting = worlds.instanceOf(first.key);
  await using copy = await startTestWorld(fleet.nats, { key: first.key, clock });
  await until('the copy is noticed', () => worlds.get(first.key)?.status === 'Fenced');
  const write = () =>
    fleet.gateway.fetch(`/worlds/${first.key}/v1/pdapi/Broadcast`, {
      method: 'POST',
      body: JSON.stringify({ Message: 'hello' }),
    });
  assert.equal((await write()).status, 200);
  assert.deepEqual([await broadcastsOf(first), await broadcastsOf(copy)], [1, 0]);

  await first.stop();
  await until('the copy counts', () => worlds.instanceOf(first.key) !== counting);
  assert.equal((await write()).status, 200);
  assert.equal(await broadcastsOf(copy), 1);
});

test('a process takes the place of one that has ended, and a world chooses neither its tags nor a long name', async () => {
  const clock = fastClock(5);
  await using fleet = await startFleet({ worlds: 1, gateway: { clock }, world: { clock } });
  const [first] = fleet.worlds as [TestWorld];
  const { worlds } = fleet.gateway;
  worlds.admit(first.key, 'First', ['eu']);
  const before = worlds.instanceOf(first.key);
  await first.stop();
  await using _again = await startTestWorld(fleet.nats, {
    key: first.key,
    clock,
    fleet: { Name: 'x'.repeat(128) },
  });
  const isAnother = () => worlds.instanceOf(first.key) !== before;
  await until('it counts', () => isAnother() && worlds.get(first.key)?.status === 'Online');
  const { tags, name } = worlds.get(first.key) ?? {};
  assert.deepEqual([tags, name], [['eu'], 'x'.repeat(128)]);
});
