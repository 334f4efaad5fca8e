import { jetstreamManager } from '@nats-io/jetstream';
import { STREAMS } from '@palatine/fleet';
import { roundsSeed } from '@palatine/save/testing';
import { anEvent } from '@palatine/server/testing/fleet-messages.ts';
import { makeStreams } from '../harness/fleet-streams.ts';
import { natsClient, startNatsCluster, natsTest as test } from '../harness/nats-server.ts';
import { until } from '../harness/until.ts';
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
  await until('the cluster has a leader', () =>
    makeStreams(nc, 3).then(
      () => true,
      () => false,
    ),
  );
  const worlds = newWorlds(2);
  await using opened = await open(newFile(context), cluster);
  await happen(nc, worlds, 1, 9);
  await assertWhole(opened.projection, worlds);
  const jsm = await jetstreamManager(nc, { checkAPI: false });
  const { cluster: placed } = await jsm.streams.info(STREAMS.events.name);
  await cluster.nodes[Number(placed?.leader?.slice(1)) - 1]?.kill();
  for (const world of worlds) for (let id = 10; id <= 18; id++) world.add(anEvent(id));
  for (const world of worlds) {
    await until('the world can publish again', () =>
      world.publish(nc).then(
        () => true,
        () => false,
      ),
    );
  }
  await assertWhole(opened.projection, worlds);
});
