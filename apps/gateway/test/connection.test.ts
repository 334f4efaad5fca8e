import assert from 'node:assert/strict';
import { connectBroker, endConnection } from '@palatine/fleet';
import { natsAccount, startNats, natsTest as test } from '@palatine/testing/nats-server';
import { until } from '@palatine/testing/until';

test('a connection that ends delivers what was sent before', async () => {
  const nats = await natsAccount();
  const [sender, reader] = await Promise.all(
    ['sender', 'reader'].map((name) => connectBroker({ ...nats, name })),
  );
  assert.ok(sender && reader);
  const got: string[] = [];
  reader.subscribe('words', { callback: (_error, message) => void got.push(message.string()) });
  await reader.flush();
  for (let index = 0; index < 100; index++) sender.publish('words', String(index));
  await endConnection(sender);
  assert.equal(sender.isClosed(), true);
  await until('all of it is there', () => got.length === 100);
  await endConnection(reader);
});

for (const [signal, what] of [
  ['SIGKILL', 'is away'],
  ['SIGSTOP', 'hangs'],
] as const) {
  test(`a connection whose broker ${what} ends for good all the same`, async () => {
    await using nats = await startNats();
    const connection = await connectBroker({ ...nats, name: 'a world' });
    const status = connection.status()[Symbol.asyncIterator](); // it may be lost before its broker has ended
    await nats.kill(signal);
    while (signal === 'SIGKILL' && (await status.next()).value?.type !== 'disconnect');
    await endConnection(connection);
    assert.equal(connection.isClosed(), true);
  });
}

test('a broker without TLS is refused where its address says tls', async () => {
  const { servers } = await natsAccount();
  const secured = servers.map((server) => server.replace('nats:', 'tls:'));
  await assert.rejects(connectBroker({ servers: secured, name: 'a world' }), /tls/);
});
