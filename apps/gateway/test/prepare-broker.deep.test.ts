import assert from 'node:assert/strict';
import { jetstreamManager } from '@nats-io/jetstream';
import { FLEET_STREAM } from '@palatine/fleet';
import { natsClient, startNatsCluster, natsTest as test } from '@palatine/testing/nats-server';
import { prepareStream } from '../src/broker/prepare-broker.ts';

test('a cluster that has no leader yet is asked again until it has one', async () => {
  await using cluster = await startNatsCluster();
  await Promise.all(cluster.nodes.map((node) => node.restart()));
  await using connection = await natsClient(cluster);
  await prepareStream(connection, { replicas: 3 });
  const { streams } = await jetstreamManager(connection);
  assert.equal((await streams.info(FLEET_STREAM.name)).config.num_replicas, 3);
});
