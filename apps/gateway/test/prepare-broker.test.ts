import assert from 'node:assert/strict';
import { jetstreamManager } from '@nats-io/jetstream';
import { FLEET_STREAM } from '@palatine/fleet';
import { natsAccount, natsClient, natsTest as test } from '@palatine/testing/nats-server';
import { prepareStream } from '../src/broker/prepare-broker.ts';

test('the stream of a fleet is made once, and keeps what worlds say for a while', async () => {
  await using connection = await natsClient(await natsAccount());
  await prepareStream(connection, { replicas: 1 });
  await prepareStream(connection, { replicas: 1 });
  const { streams } = await jetstreamManager(connection);
  const [info, ...others] = (await streams.list().next()).map(({ config }) => config);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [info?.name, info?.storage, info?.max_age],
    [FLEET_STREAM.name, 'file', 30 * 86_400 * 1e9],
  );
});

test('a broker that can never take the stream is told at once', async () => {
  await using connection = await natsClient(await natsAccount());
  await assert.rejects(prepareStream(connection, { replicas: 3 }), {
    name: 'BrokerError',
    message: 'the broker does not accept the stream FLEET',
  });
});
