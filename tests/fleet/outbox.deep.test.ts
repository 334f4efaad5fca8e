import assert from 'node:assert/strict';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { connectBroker, endConnection, prepareStreams, STREAMS } from '@palatine/fleet';
import { startNatsCluster, natsTest as test } from '../harness/nats-server.ts';
import { until } from '../harness/until.ts';
import { aStoredWorld } from './stored-world.ts';
import { type History, historyOf } from './stream-rows.ts';

/** Whether every copy of the streams is up to date. */
async function isWhole(nc: NatsConnection): Promise<boolean> {
  const { streams } = await jetstreamManager(nc, { checkAPI: false });
  for (const { name } of [STREAMS.events, STREAMS.audit]) {
    const cluster = await streams.info(name).then(
      (info) => info.cluster,
      () => undefined, // its leader changes
    );
    const copies = cluster?.replicas ?? [];
    if (!cluster?.leader || copies.length !== 2 || copies.some(({ current, offline }) => !current || offline))
      return false;
  }
  return true;
}

/** Until the copies of a node that was away are up to date again. */
const CATCH_UP_MS = 120_000;

test('three nodes of which one after the other is killed have every row in order', async () => {
  await using cluster = await startNatsCluster();
  await using undo = new AsyncDisposableStack();
  const nc = await connectBroker({ ...cluster, name: 'world' });
  undo.defer(() => endConnection(nc)); // one that lost its broker would keep this process alive
  await prepareStreams(nc, { replicas: 3 });
  {
    using world = aStoredWorld(nc);
    let count = 0;
    const grow = () => {
      world.emit(7);
      world.audit(7);
      count += 7;
    };
    for (const node of cluster.nodes) {
      grow();
      await node.kill();
      grow();
      await until('what was written while a node is away is there', () => world.isSent());
      await node.restart();
      grow();
      await until('the streams have all', () => world.isSent());
      // Else the next would be the second that is lacking.
      await until('every node has the streams', () => isWhole(nc), CATCH_UP_MS);
    }
    const ids = Array.from({ length: count }, (_, index) => index + 1);
    for (const kind of ['events', 'audit'] as const) {
      let history: History | undefined;
      await until(`all ${kind} are read`, async () => {
        history = await historyOf(nc, world, kind).catch(() => undefined); // its leader changes
        return history?.ids.at(-1) === count;
      });
      assert.deepEqual([history?.ids, history?.gaps, history?.breaks], [ids, [], []], kind);
    }
  }
});
