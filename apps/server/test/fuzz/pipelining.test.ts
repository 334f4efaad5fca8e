import assert from 'node:assert/strict';
import { test } from 'node:test';
import { controlSimulation } from '@palatine/contract';
import { type ServerRequest, serverRequests } from '@palatine/testing/server-side';
import { sharedService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';
import { broadcast, codeOf, exchange, head, open, VERSION_LINE } from './wire.ts';

/** Requests that may wait behind the one that is answered. */
const MAX_WAITING = 64;
const SCRIPT_LINE = 'GET /docs/scalar.js HTTP/1.1';

const clock = new TestClock();
const service = await sharedService({ clock, faults: true });

const cutConnections = () => service.metric('palatine_pipelines_cut_total');

const isBegun = ({ response }: ServerRequest) => response.headersSent;

test('fifty pipelined requests are answered in order, and the connection stays open', async () => {
  const expected = Array.from({ length: 50 }, (_, at) => at);
  const requests = expected.map((at) =>
    at % 2 === 0 ? broadcast(`${at}`) : head(`GET /none/${at} HTTP/1.1`),
  );
  const { answers, closed } = await exchange(service.url, requests.join(''), { until: 50 });
  assert.equal(closed, false);
  assert.deepEqual(
    answers.map((answer) =>
      answer.status === 200 ? 'broadcast' : (/none\/\d+/.exec(answer.body)?.[0] ?? ''),
    ),
    expected.map((at) => (at % 2 === 0 ? 'broadcast' : `none/${at}`)),
  );
  const { events } = service.game.reads.eventsSince(0);
  assert.deepEqual(
    events.map(({ data }) => (data as { text?: string }).text),
    expected.filter((at) => at % 2 === 0).map(String),
  );
});

test('of 600 requests of a caller that does not read, only those are begun whose answers are taken', async () => {
  using requests = serverRequests();
  const script = await service.fetch('/docs/scalar.js', { headers: { 'accept-encoding': 'identity' } });
  const { byteLength } = await script.arrayBuffer();
  requests.requests.length = 0;
  const cutBefore = await cutConnections();
  const socket = open(service.url);
  socket.pause();
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(head(SCRIPT_LINE).repeat(600));
  const onSocket = () => requests.requests.filter(({ request }) => request.url === '/docs/scalar.js');
  await until('an answer waits', () =>
    onSocket().some((request) => isBegun(request) && request.response.writableLength > 0),
  );
  await until('the connection is cut', async () => (await cutConnections()) === cutBefore + 1);
  const begun = onSocket().filter(isBegun);
  const buffered = begun.reduce((sum, { response }) => sum + response.writableLength, 0);
  assert.ok(buffered <= byteLength + 1000, `${buffered} bytes wait, and an answer has ${byteLength}`);
  assert.ok(begun.length <= MAX_WAITING, `${begun.length} requests are begun`);
  socket.destroy();
  await closed;
});

test('of 600 pipelined requests 65 are answered, and the last answer says that the connection closes', async () => {
  const cutBefore = await cutConnections();
  const { answers, closed } = await exchange(service.url, head(VERSION_LINE).repeat(600));
  assert.ok(closed);
  assert.deepEqual(new Set(answers.map(codeOf)), new Set(['OK']));
  assert.equal(answers.length, 1 + MAX_WAITING);
  assert.equal(answers.at(-1)?.headers.get('connection'), 'close');
  assert.equal(await cutConnections(), cutBefore + 1);
});

test('a request behind an event stream is not begun', async () => {
  using requests = serverRequests();
  const socket = open(service.url);
  socket.write(head('GET /v1/palatine/events HTTP/1.1') + broadcast('behind the stream'));
  await until('both have arrived', () => requests.requests.length === 2);
  await service.api.broadcast({ body: { Message: 'from elsewhere' } });
  assert.deepEqual(requests.requests.slice(0, 2).map(isBegun), [true, false]);
  const { events } = service.game.reads.eventsSince(0);
  assert.ok(!JSON.stringify(events).includes('behind the stream'));
  socket.destroy();
});

test('a caller that leaves takes its waiting requests with it', async () => {
  using requests = serverRequests();
  const socket = open(service.url);
  await service.api.call(controlSimulation, { body: { FreezeMs: 1000 } });
  requests.requests.length = 0;
  socket.write(['first', 'second', 'third'].map((text) => broadcast(text)).join(''));
  await until('the first waits for the game', () => service.game.writes.queue.depth === 1);
  await until('all have arrived', () => requests.requests.length === 3);
  socket.resetAndDestroy();
  await until('the connection is closed', () => requests.requests[0]?.socket.destroyed === true);
  clock.advance(1000);
  await until('the first is done', () => service.game.writes.queue.depth === 0);
  const { events } = service.game.reads.eventsSince(0);
  const texts = JSON.stringify(events);
  const done = ['first', 'second', 'third'].filter((text) => texts.includes(`"${text}"`));
  assert.deepEqual(done, ['first']);
});

test('CONNECT and malformed HTTP are refused after the requests before them are answered', async () => {
  for (const broken of [head('CONNECT example.com:443 HTTP/1.1'), 'nonsense\r\n\r\n']) {
    await service.api.call(controlSimulation, { body: { FreezeMs: 1000 } });
    const waiting = exchange(service.url, [broadcast('one'), broadcast('two'), broken].join(''));
    await until('the first waits for the game', () => service.game.writes.queue.depth === 1);
    clock.advance(1000);
    const { answers, closed } = await waiting;
    assert.ok(closed);
    assert.deepEqual(answers.map(codeOf), ['OK', 'OK', 'INVALID_REQUEST']);
  }
});
