import assert from 'node:assert/strict';
import { getAudit } from '@palatine/contract';
import { LeaveDesk } from '@palatine/server/gateway/leave-desk.ts';
import pino from 'pino';
import { fastClock } from '../harness/fast-clock.ts';
import { natsAccount, natsClient, natsTest as test } from '../harness/nats-server.ts';
import { startFleet, startTestWorld, type TestWorld } from '../harness/start-fleet.ts';
import { TestClock } from '../harness/test-clock.ts';
import { until } from '../harness/until.ts';

const WORLD = 'a'.repeat(32);

test('a write is begun once, and one that was given up never', async () => {
  const nats = await natsAccount();
  const connection = await natsClient(nats);
  const clock = new TestClock();
  const log = pino({ level: 'silent' });
  const desk = new LeaveDesk({ connection, clock, log, admit: () => Promise.resolve(undefined) });

  const begun = desk.open('one', WORLD, 1000);
  assert.deepEqual(await desk.grant('one', WORLD, 'i'), { beginWithinMs: 1000 });
  assert.equal(await desk.grant('one', WORLD, 'i'), 'GivenUp', 'leave is given once');
  assert.equal(begun.giveUp(), false);

  const givenUp = desk.open('two', WORLD, 1000);
  assert.equal(givenUp.giveUp(), true);
  assert.equal(await desk.grant('two', WORLD, 'i'), 'GivenUp');

  const late = desk.open('three', WORLD, 1000);
  clock.advance(1000);
  assert.equal(await desk.grant('three', WORLD, 'i'), 'GivenUp');
  assert.equal(late.giveUp(), true);

  desk.open('four', WORLD, 1000);
  assert.equal(
    await desk.grant('four', 'b'.repeat(32), 'i'),
    'GivenUp',
    'a world gets leave for its own writes',
  );
  assert.equal(await desk.grant('never opened', WORLD, 'i'), 'GivenUp');
  desk.close();
  await connection.close();
});

test('whoever is first decides, while the registration of the instance is looked up', async () => {
  const nats = await natsAccount();
  const connection = await natsClient(nats);
  let admit: (denial: undefined) => void = () => {};
  const desk = new LeaveDesk({
    connection,
    clock: new TestClock(),
    log: pino({ level: 'silent' }),
    admit: () => new Promise((resolve) => (admit = resolve)),
  });
  const word = desk.open('one', WORLD, 1000);
  const granted = desk.grant('one', WORLD, 'i');
  assert.equal(word.giveUp(), true);
  admit(undefined);
  assert.equal(await granted, 'GivenUp');
  desk.close();
  await connection.close();
});

test('a second process that says it is the same world changes nothing, until the operator decides for it', async () => {
  const clock = fastClock(5);
  await using fleet = await startFleet({ worlds: 1, gateway: { clock }, world: { clock } });
  const [first] = fleet.worlds as [TestWorld];
  await using copy = await startTestWorld(fleet.nats, { key: first.key, clock });
  const { desk, directory } = fleet.gateway;
  await until('the copy to be noticed', () => directory.fencedInstance(first.key) !== undefined);
  const instance = directory.fencedInstance(first.key) ?? '';
  desk.open('to the copy', first.key, 5000);
  assert.equal(await desk.grant('to the copy', first.key, instance), 'Fenced');
  await directory.takeOver(first.key, instance);
  assert.notEqual(await desk.grant('to the copy', first.key, instance), 'Fenced');
  const path = `/worlds/${first.key}/v1/pdapi/Broadcast`;
  await until('the copy to take writes, and it alone', async () => {
    await fleet.gateway.fetch(path, { method: 'POST', body: JSON.stringify({ Message: 'hello' }) });
    return (await broadcastsOf(copy)) > 0;
  });
});

async function broadcastsOf(world: TestWorld): Promise<number> {
  const { Entries } = await world.api.call(getAudit, { query: { Route: 'broadcast', Outcome: 'OK' } });
  return Entries.length;
}
