import { roundsSeed } from '@palatine/platform/testing';
import { natsClient, startNatsCluster, natsTest as test } from '@palatine/testing/nats-server';
import {
  assertKillsLoseNothing,
  assertStopsLoseNothing,
  assertWhole,
  happen,
  newFile,
  newWorlds,
  open,
} from './projection-harness.ts';

test('a gateway that is stopped and started many times misses no event and has none twice', () =>
  assertStopsLoseNothing(40, roundsSeed(7)));

test('a gateway that is killed many times goes on without a gap and without a double', () =>
  assertKillsLoseNothing(15, roundsSeed(3)));

test('the storing goes on when a node of the broker is killed', async (context) => {
  await using cluster = await startNatsCluster(3);
  const nc = await natsClient(cluster);
  context.after(() => nc.close());
  const worlds = newWorlds(2);
  await using opened = await open(newFile(), cluster);
  await happen(nc, worlds, 1, 9);
  await assertWhole(opened.projection, worlds);
  await cluster.nodes[0]?.kill(); // to which both connected first
  await happen(nc, worlds, 10, 18);
  await assertWhole(opened.projection, worlds);
});
