import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';
import { type GameServerClient, gameServerClient } from '../../src/rest/game-server-client.ts';
import type { CallOutcome } from '../../src/rest/outcome.ts';
import { closedPort, serveHttp, serveTcp } from './http-server.ts';

const SECRET = 'gate-keeper "1"';
const INFO = { version: 'v1.0.5.102999', servername: 'Isle', description: '', worldguid: 'D09C'.repeat(8) };

function clientOf(url: string, clock = new TestClock()): GameServerClient {
  return gameServerClient({ url, password: () => SECRET, clock });
}

function failureOf(outcome: CallOutcome<unknown>) {
  assert.ok(!outcome.ok, 'it has failed');
  assert.ok(!outcome.failure.text.includes(SECRET), 'no password in a text');
  assert.ok(outcome.failure.text.length <= 300);
  return outcome.failure;
}

test('each call has its credentials and host', async () => {
  await using server = await serveHttp((_, response) => response.end(JSON.stringify(INFO)));
  const outcome = await clientOf(server.url).info();
  assert.equal(outcome.ok && outcome.value.name, 'Isle');
  const [call] = server.calls;
  assert.deepEqual([call?.method, call?.path], ['GET', '/v1/api/info']);
  const basic = Buffer.from(`admin:${SECRET}`).toString('base64');
  assert.equal(call?.headers.authorization, `Basic ${basic}`);
});

test('JSON is read as text/plain, with tabs, and behind a byte order mark', async () => {
  const body = `\uFEFF${JSON.stringify({ players: [] }, null, '\t')}`;
  await using server = await serveHttp((_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain;charset=utf-8' }).end(body),
  );
  assert.deepEqual(await clientOf(server.url).players(), { ok: true, value: [] });
});

test('anything but JSON of the game is a bad response, with the beginning of the body', async () => {
  const bodies = ['{"players":[', '', '<html>\n  <b>proxy</b>', '{"players":{}}', '[]', '[['.repeat(300_000)];
  for (const body of bodies) {
    await using server = await serveHttp((_, response) => response.end(body));
    const { kind, status, text } = failureOf(await clientOf(server.url).players());
    assert.deepEqual([kind, status], ['bad-response', 200]);
    assert.ok(text.includes(body.slice(0, 6)));
    assert.ok(!text.includes('\n'));
  }
});

test('a rejected password is distinguished from a server without one', async () => {
  const bodies = ['Unauthorized', 'Unauthorized (AdminPassword is empty)'];
  // Some versions of the game refuse with 200.
  for (const [status, body] of [200, 401].flatMap((code) => bodies.map((body) => [code, body] as const))) {
    await using server = await serveHttp((_, response) => response.writeHead(status).end(body));
    const failure = failureOf(await clientOf(server.url).info());
    assert.deepEqual(failure, { kind: 'unauthorized', status, text: body });
    assert.deepEqual(failureOf(await clientOf(server.url).save()), failure, 'a write was not done');
  }
});

test('a server that repeats the request does not reveal the password', async () => {
  await using server = await serveHttp(({ headers }, response) =>
    response.writeHead(500).end(`${headers.authorization} ${SECRET} ${JSON.stringify({ SECRET })}`),
  );
  const basic = Buffer.from(`admin:${SECRET}`).toString('base64');
  const { text } = failureOf(await clientOf(server.url).info());
  assert.equal(text.match(/\[password\]/g)?.length, 3, text);
  assert.ok(!text.includes(basic));
});

test('an unreadable password prevents the call', async () => {
  await using server = await serveHttp((_, response) => response.end());
  const password = () => {
    throw new Error(`no such file: ${SECRET}`);
  };
  const client = gameServerClient({ url: server.url, password, clock: new TestClock() });
  assert.equal(failureOf(await client.info()).kind, 'unauthorized');
  assert.equal(failureOf(await client.save()).kind, 'unauthorized');
  assert.deepEqual(server.calls, []);
});

test('a redirect is not followed', async () => {
  await using elsewhere = await serveHttp((_, response) => response.end(JSON.stringify(INFO)));
  await using server = await serveHttp((_, response) =>
    response.writeHead(302, { location: `${elsewhere.url}/v1/api/info` }).end(),
  );
  assert.equal(failureOf(await clientOf(server.url).info()).kind, 'bad-response');
  assert.deepEqual(elsewhere.calls, []);
});

test('an unknown route is a bad response, a proxy without a server behind it is no connection', async () => {
  const engine = '{"errorCode":"errors.com.epicgames.httpserver.route_handler_not_found","errorMessage":""}';
  for (const [status, kind] of [
    [404, 'bad-response'],
    [500, 'bad-response'],
    [502, 'unreachable'],
    [503, 'unreachable'],
  ] as const) {
    await using server = await serveHttp((_, response) => response.writeHead(status).end(engine));
    assert.equal(failureOf(await clientOf(server.url).metrics()).kind, kind);
  }
});

test('a port on which nobody listens refuses', async () => {
  const url = await closedPort();
  assert.equal(failureOf(await clientOf(url).info()).kind, 'refused');
});

test('a server that takes the connection without a response times out after 5 s', async () => {
  await using server = await serveTcp((socket) => socket.resume());
  const clock = new TestClock();
  let ended = false;
  const call = clientOf(server.url, clock)
    .info()
    .finally(() => (ended = true));
  await until('it is connected', () => server.sockets.size === 1);
  clock.advance(4999);
  await turn();
  assert.equal(ended, false);
  clock.advance(1);
  assert.equal(failureOf(await call).kind, 'timeout');
  await until('the connection is closed', () => [...server.sockets].every((socket) => socket.destroyed));
});

test('a slow body is cut off at the timeout', async () => {
  const clock = new TestClock();
  let asked = false;
  await using server = await serveTcp((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n{');
    socket.on('data', () => (asked = true));
    clock.every(1000, () => {
      if (!socket.destroyed) socket.write(' ');
    });
  });
  const call = clientOf(server.url, clock).players();
  await until('it was asked', () => asked);
  for (let second = 0; second < 5; second += 1) clock.advance(1000);
  assert.equal(failureOf(await call).kind, 'timeout');
});

test('a body is read up to 1 MiB', async () => {
  let padding = 1024 * 1024 - 14;
  await using server = await serveHttp((_, response) => response.end(`{"players":[]}${' '.repeat(padding)}`));
  const client = clientOf(server.url);
  assert.deepEqual(await client.players(), { ok: true, value: [] });
  padding += 1;
  assert.match(failureOf(await client.players()).text, /larger than 1048576 bytes/);
});

test('an incomplete body is a bad response', async () => {
  await using server = await serveTcp((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"players":[]'));
  });
  assert.equal(failureOf(await clientOf(server.url).players()).kind, 'bad-response');
});

test('anything but a web server is a bad response', async () => {
  await using server = await serveTcp((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
  assert.equal(failureOf(await clientOf(server.url).info()).kind, 'bad-response');
});

test('concurrent callers of the same endpoint share one call', async () => {
  await using server = await serveHttp((_, response) => response.end('{"players":[]}'));
  const client = clientOf(server.url);
  const outcomes = await Promise.all([client.players(), client.players(), client.players()]);
  assert.ok(outcomes.every(({ ok }) => ok));
  assert.equal(server.calls.length, 1);
  await client.players();
  assert.equal(server.calls.length, 2);
});

test('a connection is used again while it has been idle for less than 14 s', async () => {
  await using server = await serveHttp((_, response) => response.end('{"players":[]}'));
  const clock = new TestClock();
  const client = clientOf(server.url, clock);
  for (const idleMs of [0, 13_999, 14_000]) {
    clock.advance(idleMs);
    assert.ok((await client.players()).ok);
    await turn(); // the connection is free
  }
  const connections = server.calls.map(({ connection }) => connection);
  assert.deepEqual(connections, [1, 1, 2]);
});

test('a read on a connection that was just closed is repeated once', async () => {
  let closing = false;
  await using server = await serveTcp((socket) => {
    socket.on('data', () => {
      if (closing) return socket.resetAndDestroy();
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{"players":[]}');
    });
  });
  const client = clientOf(server.url);
  assert.ok((await client.players()).ok);
  closing = true;
  const second = client.players();
  assert.equal(failureOf(await second).kind, 'unreachable', 'the second connection is reset as well');
  assert.equal(server.sockets.size, 2, 'and not tried a third time');
});
