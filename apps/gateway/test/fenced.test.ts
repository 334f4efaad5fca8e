import assert from 'node:assert/strict';
import { fastClock } from '@palatine/testing/fast-clock';
import { natsTest as test } from '@palatine/testing/nats-server';
import { runCommand } from '@palatine/testing/run-cli';
import { startFleet, startTestWorld, type TestWorld } from '@palatine/testing/start-fleet';
import { until } from '@palatine/testing/until';

async function broadcastsOf(world: TestWorld): Promise<number> {
  const { Entries } = await world.api.getAudit({ query: { Route: 'broadcast', Outcome: 'OK' } });
  return Entries.length;
}

test('a second process of a world is listed as such, gets no request until the first has ended, and chooses no tags', async () => {
  const clock = fastClock(5);
  await using fleet = await startFleet({ worlds: 1, gateway: { clock }, world: { clock } });
  const [first] = fleet.worlds as [TestWorld];
  const { worlds } = fleet.gateway;
  worlds.admit(first.key, 'First', ['eu']);
  const active = worlds.instanceOf(first.key);
  const Name = 'x'.repeat(128);
  await using copy = await startTestWorld(fleet.nats, { key: first.key, clock, fleet: { Name } });
  await until('the copy is noticed', () => worlds.get(first.key)?.status === 'Fenced');
  const { stdout } = await runCommand(['fleet', 'worlds', '--data', fleet.gateway.folder]);
  assert.match(stdout, /^First: two processes claim to be this world.+; stop the wrong one/m);
  const write = () =>
    fleet.gateway.fetch(`/worlds/${first.key}/v1/pdapi/Broadcast`, {
      method: 'POST',
      body: JSON.stringify({ Message: 'hello' }),
    });
  assert.equal((await write()).status, 200);
  assert.deepEqual([await broadcastsOf(first), await broadcastsOf(copy)], [1, 0]);

  await first.stop();
  await until('the copy is active', () => worlds.instanceOf(first.key) !== active);
  const { tags, name } = worlds.get(first.key) ?? {};
  assert.deepEqual([tags, name], [['eu'], Name]);
  assert.equal((await write()).status, 200);
  assert.equal(await broadcastsOf(copy), 1);
});
