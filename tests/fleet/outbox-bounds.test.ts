import assert from 'node:assert/strict';
import { prepareStreams } from '@palatine/fleet';
import { natsClient, startNats, natsTest as test } from '../harness/nats-server.ts';
import { until } from '../harness/until.ts';
import { aStoredWorld } from './stored-world.ts';
import { historyOf } from './stream-rows.ts';

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
    Array.from({ length: 34 }, (_, index) => index + 1).filter((id) => id !== 4),
  );
  assert.deepEqual([history?.gaps, history?.breaks], [[{ from: 4, to: 4 }], []]);
});
