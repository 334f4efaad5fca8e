import assert from 'node:assert/strict';
import { connectBroker, endConnection } from '@palatine/fleet/connection';
import { natsAccount, startNats, natsTest as test } from '@palatine/testing/nats-server';
import { until } from '@palatine/testing/until';
import { Answers } from '../src/worlds/answers.ts';

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

const MESSAGES = 60_000;
/** Those of four reads of the socket, of 64 KiB each and 19 bytes a message. */
const MAX_OF_TURN = 14_000;

test('a gateway handles a flood of messages in many turns of the event loop', async () => {
  const address = await natsAccount();
  await using sender = await connectBroker({ ...address, name: 'sender' });
  await using receiver = await connectBroker({ ...address, name: 'receiver' });
  const answers = new Answers(receiver, () => {});
  let [received, ofTurn, most] = [0, 0, 0];
  receiver.subscribe('flood', {
    callback() {
      received += 1;
      ofTurn += 1;
      if (ofTurn > 1) return;
      setImmediate(() => {
        most = Math.max(most, ofTurn);
        ofTurn = 0;
      });
    },
  });
  await receiver.flush();
  for (let sent = 0; sent < MESSAGES; sent++) sender.publish('flood', '{}');
  // The broker fills the socket of the receiver while this process does nothing.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
  await until('all arrive', () => received === MESSAGES);
  await until('the last turn ends', () => ofTurn === 0);
  assert.ok(most <= MAX_OF_TURN, `${most} in one turn`);
  answers.close();
});
