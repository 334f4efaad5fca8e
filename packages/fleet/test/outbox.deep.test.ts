import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { startNatsCluster, natsTest as test } from '@palatine/testing/nats-server';
import { until } from '@palatine/testing/until';
import { FLEET_STREAM } from '../src/messages/index.ts';
import { aStoredWorld, assertWhole } from './stored-world.ts';

/** Whether every copy of the stream is up to date. */
async function isWhole(connection: NatsConnection): Promise<boolean> {
  const { streams } = await jetstreamManager(connection, { checkAPI: false });
  const cluster = await streams.info(FLEET_STREAM.name).then(
    (info) => info.cluster,
    () => undefined, // its leader changes
  );
  const copies = cluster?.replicas ?? [];
  return (
    cluster?.leader !== undefined &&
    copies.length === 2 &&
    copies.every(({ current, offline }) => current && !offline)
  );
}

/** Until the copies of a node that was away are up to date again. */
const CATCH_UP_MS = 120_000;

test('three nodes of which one after the other is killed have every row in order', async () => {
  await using cluster = await startNatsCluster();
  await using world = await aStoredWorld(cluster, { replicas: 3 });
  for (const node of cluster.nodes) {
    world.emit(7);
    await node.kill();
    world.audit(7);
    await assertWhole(world);
    await node.restart();
    world.emit(7);
    await assertWhole(world);
    // Else the next would be the second that is lacking.
    await until('every node has the stream', () => isWhole(world.connection), CATCH_UP_MS);
  }
});
