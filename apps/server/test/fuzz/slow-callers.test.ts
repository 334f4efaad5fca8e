import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { logOf } from '@palatine/testing/log-lines';
import { pluck } from '@palatine/testing/pluck';
import { sharedService, startService } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';
import { BROADCAST_LINE, broadcast, codeOf, exchange, head, open, VERSION_LINE } from './wire.ts';

const MAX_CONNECTIONS = 60;

const { log, lines } = logOf('error');
const service = await sharedService({
  log,
  timeouts: { headMs: 300, requestMs: 600, keepAliveMs: 400, silenceMs: 1500 },
  restConfig: { Limits: { 'Max-Connections': MAX_CONNECTIONS } },
});
afterEach(async () => {
  assert.deepEqual(lines.splice(0), [], 'the service logged no error');
  assert.equal((await service.fetch('/v1/pdapi/version')).status, 200);
});

/** Sends one byte after another until the connection closes. */
function trickle(bytes: string): (socket: ReturnType<typeof open>) => void {
  return (socket) => {
    let at = 0;
    const timer = setInterval(() => {
      if (!socket.writable) clearInterval(timer);
      else socket.write(bytes[at++ % bytes.length] ?? '');
    }, 50);
    socket.on('close', () => clearInterval(timer));
  };
}

test('headers that trickle in are cut off with 408', async () => {
  const { answers, closed } = await exchange(service.url, 'GET ', { next: trickle('/v1/pdapi/version') });
  assert.ok(closed);
  assert.deepEqual(pluck(answers, 'status'), [408]);
  assert.deepEqual(answers.map(codeOf), ['INVALID_REQUEST']);
});

test('a body that trickles in is cut off with 408, and nothing is done', async () => {
  for (const framing of ['Content-Length: 1000', 'Transfer-Encoding: chunked']) {
    const started = `${head(BROADCAST_LINE, framing)}`;
    const { answers, closed } = await exchange(service.url, started, { next: trickle('1') });
    assert.ok(closed);
    assert.deepEqual(answers.map(codeOf), ['INVALID_REQUEST'], framing);
    assert.equal(answers[0]?.status, answers[0]?.status === 400 ? 400 : 408); // that many ones are not a valid chunk size
  }
});

test('an oversized body that trickles in is refused at once, and cut off later', async () => {
  const started = head(BROADCAST_LINE, 'Content-Length: 20000000');
  const { answers, closed } = await exchange(service.url, started, { next: trickle('x') });
  assert.ok(closed);
  assert.deepEqual(answers.map(codeOf), ['PAYLOAD_TOO_LARGE']);
});

test('a caller refused before the body is read is cut off when it keeps sending', async () => {
  const started = head(BROADCAST_LINE, 'Content-Length: 1000').replace('test-', 'no-');
  const { answers, closed } = await exchange(service.url, started, { next: trickle('x') });
  assert.ok(closed);
  assert.deepEqual(answers.map(codeOf), ['INVALID_TOKEN']);
});

test('a connection without a request, or without another one, is closed', async () => {
  assert.ok((await exchange(service.url, '')).closed);
  const { answers, closed } = await exchange(service.url, head(VERSION_LINE));
  assert.ok(closed);
  assert.deepEqual(answers.map(codeOf), ['OK']);
});

test('a caller that does not read the answers is disconnected', async () => {
  const socket = open(service.url);
  socket.pause();
  const closed = new Promise((resolve) => socket.on('close', resolve)); // with an error or without
  const ask = head('GET /v1/pdapi/guilds HTTP/1.1').repeat(20);
  const timer = setInterval(() => socket.writable && socket.writableLength === 0 && socket.write(ask), 5);
  await closed;
  clearInterval(timer);
});

test('a caller that closes its half after the request still gets the answer', async () => {
  const { answers } = await exchange(service.url, broadcast('half'), { next: (socket) => socket.end() });
  assert.deepEqual(answers.map(codeOf), ['OK']);
});

test('a caller that closes its half in the middle of a request is disconnected', async () => {
  const bytes = [head(BROADCAST_LINE, 'Content-Length: 100'), '{"Message":"half'].join('');
  for (const part of [bytes, bytes.slice(0, 40), bytes.slice(0, 2)]) {
    const { answers, closed } = await exchange(service.url, part, { next: (socket) => socket.end() });
    assert.ok(closed);
    for (const answer of answers) assert.notEqual(codeOf(answer), 'OK');
  }
});

test('connections torn down in the middle of bodies and answers do not disturb anyone', async () => {
  const others = (async () => {
    for (let round = 0; round < 50; round++) {
      assert.equal((await service.fetch('/v1/pdapi/players')).status, 200);
    }
  })();
  const parts = [
    head(BROADCAST_LINE, 'Content-Length: 100000') + 'x'.repeat(5000),
    `${head(BROADCAST_LINE, 'Transfer-Encoding: chunked')}ffff\r\nxxxx`,
    head('GET /v1/pdapi/guilds HTTP/1.1').repeat(20),
    broadcast('torn').repeat(5),
    'POST /v1/pd',
  ];
  for (let round = 0; round < 20; round++) {
    await Promise.all(
      parts.map(async (part) => {
        const socket = open(service.url);
        await new Promise((sent) => socket.write(part, sent));
        if (round % 2 === 0) await delay(round);
        socket.resetAndDestroy();
      }),
    );
  }
  await others;
});

test('a body of 20 MB is refused, and the connection is either good for more or closed', async () => {
  await using service = await startService(); // whose timeouts a busy machine does not pass meanwhile
  const large = Buffer.alloc(20_000_000, 'x');
  for (const framing of [`Content-Length: ${large.length}`, 'Transfer-Encoding: chunked']) {
    const begin = framing.startsWith('T') ? `${large.length.toString(16)}\r\n` : '';
    const bytes = Buffer.concat([Buffer.from(head(BROADCAST_LINE, framing) + begin), large]);
    const { answers } = await exchange(service.url, bytes, { until: 1 });
    assert.deepEqual(answers.map(codeOf), ['PAYLOAD_TOO_LARGE']);
  }
});

test('a connection beyond Max-Connections is closed, and counted', async () => {
  const sockets: Socket[] = [];
  await until('a connection is turned away', async () => {
    while (sockets.filter(({ readableEnded }) => !readableEnded).length < MAX_CONNECTIONS) {
      sockets.push(open(service.url).resume());
      await once(sockets.at(-1) as Socket, 'connect');
    }
    const { answers, closed } = await exchange(service.url, head(VERSION_LINE));
    return closed && answers.length === 0;
  });
  for (const socket of sockets) socket.destroy();
  await until('there is room again', () =>
    service.fetch('/readyz').then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  assert.ok((await service.metric('palatine_connections_refused_total')) >= 1);
});
