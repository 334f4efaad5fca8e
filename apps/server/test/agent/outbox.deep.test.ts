import { startNatsCluster, natsTest as test } from '@palatine/testing/nats-server';
import { aStoredWorld, assertWhole } from './stored-world.ts';

test('three nodes of which one after the other is killed have every row in order', async () => {
  await using cluster = await startNatsCluster();
  await using world = await aStoredWorld(cluster);
  for (const node of cluster.nodes) {
    world.emit(7);
    await node.kill();
    world.audit(7);
    await assertWhole(world);
    await node.restart();
    world.emit(7);
    await assertWhole(world);
  }
});
