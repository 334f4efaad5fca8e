import { connectBroker } from '@palatine/fleet/connection';
import { startNats, natsTest as test } from '@palatine/testing/nats-server';

test('a connection whose broker hangs is given up, and made again when the broker goes on', async () => {
  await using nats = await startNats();
  await using connection = await connectBroker({ ...nats, name: 'a world' });
  const status = connection.status()[Symbol.asyncIterator]();
  await nats.kill('SIGSTOP');
  while ((await status.next()).value?.type !== 'disconnect');
  await nats.kill('SIGCONT');
  while ((await status.next()).value?.type !== 'reconnect');
  await connection.flush();
});
