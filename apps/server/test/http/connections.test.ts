import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { testFolder } from '@palatine/platform/testing';
import { type RawResponse, rawRequest } from '@palatine/testing/raw-request';
import { selfSigned } from '@palatine/testing/self-signed';
import { openConnections, type ServerRequest, serverRequests } from '@palatine/testing/server-side';
import { startService, type TestOptions, type TestService } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';

const signed = selfSigned();
const folder = testFolder();
const [Certificate, Key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
writeFileSync(Certificate, signed.cert);
writeFileSync(Key, signed.key);

const CLIENTS = 40;

const startTls = (more: TestOptions = {}) =>
  startService({ restConfig: { TLS: { Certificate, Key } }, ...more });

/** An answer to a request over TLS, on a new connection. */
function fetched({ url, token }: TestService, path: string): Promise<RawResponse> {
  const headers = { authorization: `Bearer ${token}`, connection: 'close' };
  return rawRequest(url + path, { headers, ca: signed.cert, agent: false });
}

const metricsOf = async (service: TestService) => (await fetched(service, '/metrics')).text;

async function serverOf(service: TestService): Promise<Server> {
  using requests = serverRequests();
  await fetched(service, '/healthz');
  return requests.requests[0]?.server ?? assert.fail('no request arrived');
}

async function connected(service: TestService, count: number, bytes: Buffer): Promise<Socket[]> {
  const port = Number(new URL(service.url).port);
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => {}));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.write(bytes);
  return sockets;
}

for (const [what, bytes] of [
  ['nothing', Buffer.alloc(0)],
  ['half a ClientHello', Buffer.from('1603010200010001fc0303', 'hex')], // of the 512 bytes that it announces
] as const) {
  for (const leaves of [true, false]) {
    test(`a TLS connection that sends ${what} ${leaves ? 'and leaves' : 'and stays'} is closed, and counted until then`, async () => {
      await using service = await startTls({ timeouts: { headMs: 3000 } });
      const server = await serverOf(service);
      await until('the first connection is closed', async () => (await openConnections(server)) === 0);
      const clients = await connected(service, CLIENTS, bytes);
      await until('all are open', async () => (await openConnections(server)) >= CLIENTS);
      const counted = new RegExp(`^palatine_connections ${CLIENTS + 1}$`, 'm');
      assert.match(await metricsOf(service), counted);
      if (leaves) for (const client of clients) client.end();
      await until('the service has closed them', async () => (await openConnections(server)) === 0);
      for (const client of clients) client.destroy();
      assert.match(await metricsOf(service), /^palatine_connections 1$/m);
    });
  }

  test(`a service stops although TLS connections have sent ${what}`, async () => {
    const service = await startTls();
    const server = await serverOf(service);
    const clients = await connected(service, CLIENTS, bytes);
    await until('all are open', async () => (await openConnections(server)) >= CLIENTS);
    await service[Symbol.asyncDispose]();
    assert.equal(await openConnections(server), 0);
    for (const client of clients) client.destroy();
  });
}

test('a TLS connection that is reset with its first request is closed', async () => {
  await using service = await startTls({ timeouts: { closedMs: 100 } });
  const server = await serverOf(service);
  using requests = serverRequests();
  const rawRequest = `GET /v1/pdapi/players HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.token}\r\n\r\n`;
  for (const tcp of await connected(service, CLIENTS, Buffer.alloc(0))) {
    const caller = connectTls({ socket: tcp, ca: signed.cert }).on('error', () => {});
    await once(caller, 'secureConnect');
    caller.write(rawRequest);
    tcp.resetAndDestroy(); // before the service has read anything of it
  }
  await until('the requests have arrived', () => requests.requests.length >= CLIENTS);
  await until('the service has closed them', async () => (await openConnections(server)) === 0);
});

/** Bytes of a large answer that a connection may hold: a waiting piece, and the next. */
const MAX_UNSENT_BYTES = 192 * 1024;
const unsentBytes = ({ socket, response }: ServerRequest) => socket.writableLength + response.writableLength;

test('TLS callers who do not read a large answer hold pieces of it, not copies', async () => {
  await using service = await startTls();
  await fetched(service, '/docs/scalar.js');
  using requests = serverRequests();
  const port = Number(new URL(service.url).port);
  const rawRequest = `GET /docs/scalar.js HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(5); // more than the system takes
  const callers = Array.from({ length: CLIENTS }, () => {
    const caller = connectTls({ port, host: '127.0.0.1', ca: signed.cert }).on('error', () => {});
    caller.pause().write(rawRequest);
    return caller;
  });
  const waiting = () =>
    new Set(requests.requests.map(({ socket }) => socket).filter((socket) => socket.writableNeedDrain));
  await until('every caller has an answer that waits', () => waiting().size === CLIENTS);
  for (const socket of requests.requests)
    assert.ok(unsentBytes(socket) <= MAX_UNSENT_BYTES, `${unsentBytes(socket)}`);
  for (const caller of callers) caller.destroy();
});

test('a large answer over TLS has its length, and every byte of the one over plain HTTP', async () => {
  await using encrypted = await startTls();
  await using plain = await startService();
  for (const path of ['/docs/scalar.js', '/openapi.json']) {
    const response = await plain.fetch(path, { headers: { 'accept-encoding': 'identity' } });
    const text = await response.text();
    assert.ok(text.length > 64 * 1024);
    const overTls = await fetched(encrypted, path);
    assert.equal(overTls.text, text);
    for (const length of [response.headers.get('content-length'), overTls.headers['content-length']])
      assert.equal(length, String(Buffer.byteLength(text)));
  }
});
