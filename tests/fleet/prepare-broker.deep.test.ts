import assert from 'node:assert/strict';
import { jetstreamManager } from '@nats-io/jetstream';
import { BUCKETS, prepareStreams, STREAMS } from '@palatine/fleet';
import { natsClient, startNatsCluster, natsTest as test } from '../harness/nats-server.ts';

test('a cluster that has no leader yet is asked again until it has one', async () => {
  await using cluster = await startNatsCluster();
  await Promise.all(cluster.nodes.map((node) => node.restart()));
  await using nc = await natsClient(cluster);
  await prepareStreams(nc, { replicas: 3 });
  const jsm = await jetstreamManager(nc);
  const names = [
    ...Object.values(STREAMS).map(({ name }) => name),
    ...Object.values(BUCKETS).map(({ name }) => `KV_${name}`),
  ];
  for (const name of names) assert.equal((await jsm.streams.info(name)).config.num_replicas, 3, name);
});
