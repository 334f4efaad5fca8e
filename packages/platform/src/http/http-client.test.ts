import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { systemClock } from '../time/clock.ts';
import { isPrivateAddress } from './address-policy.ts';
import { HttpClient, type HttpClientOptions, NoResponseError } from './http-client.ts';

const CALL = { method: 'GET', path: '/', timeoutMs: 5000, maxBodyBytes: 1000 } as const;

/** A server that treats each connection as `answer` does, as soon as something was sent on it. */
async function aServer(answer: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {}); // the client may close at any time
    socket.on('data', () => answer(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, [Symbol.asyncDispose]: async () => void server.close() };
}

function send(port: number, options: Partial<HttpClientOptions> = {}) {
  return new HttpClient({ origin: `http://palworld:${port}`, clock: systemClock, ...options }).send(CALL);
}

const resolvesTo = (address: string) => async () => [{ address, family: 4 }];

test('loopback and private addresses are private in each spelling', () => {
  const inside = ['127.0.0.1', '127.9.9.9', '10.0.0.7', '172.16.0.1', '172.31.255.255', '192.168.1.5'];
  for (const address of [...inside, '::1', 'fd12::1', 'fe80::1%eth0', '::ffff:10.0.0.7', '::ffff:a00:7']) {
    assert.ok(isPrivateAddress(address), address);
  }
  const outside = ['8.8.8.8', '172.32.0.1', '192.169.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'];
  const others = ['224.0.0.1', '::', '2001:db8::1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', 'localhost', ''];
  for (const address of [...outside, ...others]) {
    assert.equal(isPrivateAddress(address), false, address);
  }
});

test('a connection goes to the address that was checked, and to none that is public', async () => {
  await using server = await aServer((socket) =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi'),
  );
  const policy = { privateBecause: 'it is secret' };
  const { body } = await send(server.port, { ...policy, resolve: resolvesTo('127.0.0.1') });
  assert.equal(body.toString(), 'hi');
  const outside = { name: 'NoResponseError', code: 'PUBLIC_ADDRESS', sent: false };
  await assert.rejects(send(server.port, { ...policy, resolve: resolvesTo('203.0.113.7') }), {
    ...outside,
    message: 'palworld (203.0.113.7) is outside loopback and private addresses: it is secret',
  });
  await assert.rejects(send(server.port, { ...policy, origin: 'http://203.0.113.7:1' }), outside);
});

test('a response that breaks off is never whole, whatever should have ended it', async () => {
  const heads = [
    'HTTP/1.1 200 OK\r\nContent-Length: 100\r\nConnection: close',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close',
    'HTTP/1.1 200 OK\r\nConnection: close',
  ];
  for (const head of heads) {
    await using server = await aServer((socket) => {
      socket.write(`${head}\r\n\r\n3\r\nabc\r\n`, () => setTimeout(() => socket.resetAndDestroy(), 20));
    });
    const sent = send(server.port, { resolve: resolvesTo('127.0.0.1'), privateBecause: '' });
    await assert.rejects(sent, (error) => {
      assert.ok(error instanceof NoResponseError);
      assert.deepEqual([error.code, error.partial?.status], ['ECONNRESET', 200], head);
      return true;
    });
  }
});
