import assert from 'node:assert/strict';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { connectBroker, endConnection, prepareStreams, STREAMS, SUBJECTS } from '@palatine/fleet';
import { natsClient, startNats, startNatsCluster, natsTest as test } from '../harness/nats-server.ts';
import { until } from '../harness/until.ts';
import { aStoredWorld, type StoredWorld } from './stored-world.ts';
import { batchesOf, type History, historiesOf } from './stream-rows.ts';

async function historyOf(
  nc: NatsConnection,
  world: StoredWorld,
  kind: 'events' | 'audit',
): Promise<History | undefined> {
  const batches = await batchesOf(nc, STREAMS[kind].name, SUBJECTS[kind](world.key));
  return historiesOf(batches).get(world.store.incarnation());
}

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

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test('a row that fits into no message is a gap, and all others arrive', async () => {
  await using node = await startNats({ config: 'max_payload: 8KB' });
  await using nc = await natsClient(node);
  await prepareStreams(nc, { replicas: 1 });
  using world = aStoredWorld(nc);
  world.audit(3);
  world.audit(1, 'x'.repeat(10_000));
  world.audit(30, 'y'.repeat(1000));
  await until('the newest row is there', async () => {
    return (await historyOf(nc, world, 'audit'))?.ids.at(-1) === 34;
  });
  const history = await historyOf(nc, world, 'audit');
  assert.deepEqual(
    history?.ids,
    upTo(34).filter((id) => id !== 4),
  );
  assert.deepEqual([history?.gaps, history?.breaks], [[{ from: 4, to: 4 }], []]);
});

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
      await until('every node has the streams', () => isWhole(nc)); // else the next would be the second that is lacking
    }
    for (const kind of ['events', 'audit'] as const) {
      let history: History | undefined;
      await until(`all ${kind} are read`, async () => {
        history = await historyOf(nc, world, kind).catch(() => undefined); // its leader changes
        return history?.ids.at(-1) === count;
      });
      assert.deepEqual([history?.ids, history?.gaps, history?.breaks], [upTo(count), [], []], kind);
    }
  }
});
