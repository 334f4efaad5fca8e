import { jetstreamManager } from '@nats-io/jetstream';
import { FLEET_STREAM } from '@palatine/fleet';
import { roundsSeed } from '@palatine/save/testing';
import { anEvent } from '@palatine/testing/fleet-messages';
import { natsClient, startNatsCluster, natsTest as test } from '@palatine/testing/nats-server';
import { until } from '@palatine/testing/until';
import { prepareStream } from '../src/broker/prepare-broker.ts';
import {
  assertKillsLoseNothing,
  assertStopsLoseNothing,
  assertWhole,
  happen,
  newFile,
  newWorlds,
  open,
} from './projection-harness.ts';

test('a gateway that is stopped and started many times misses no event and has none twice', (context) =>
  assertStopsLoseNothing(context, 40, roundsSeed(7)));

test('a gateway that is killed many times goes on without a gap and without a double', (context) =>
  assertKillsLoseNothing(context, 15, roundsSeed(3)));

test('the reading goes on when the leader of the streams is killed', async (context) => {
  await using cluster = await startNatsCluster(3);
  const nc = await natsClient(cluster);
  context.after(() => nc.close());
  await prepareStream(nc, { replicas: 3 });
  const worlds = newWorlds(2);
  await using opened = await open(newFile(context), cluster);
  await happen(nc, worlds, 1, 9);
  await assertWhole(opened.projection, worlds);
  const jsm = await jetstreamManager(nc, { checkAPI: false });
  const { cluster: placed } = await jsm.streams.info(FLEET_STREAM.name);
  await cluster.nodes[Number(placed?.leader?.slice(1)) - 1]?.kill();
  for (const world of worlds) for (let id = 10; id <= 18; id++) world.add(anEvent(id));
  for (const world of worlds) {
    const isPublished = async () => (await world.publish(nc).catch(() => false)) !== false;
    await until('the world can publish again', isPublished);
  }
  await assertWhole(opened.projection, worlds);
});
