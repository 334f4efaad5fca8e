import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';
import { gameServerClient } from '../../src/rest/game-server-client.ts';
import type { CallOutcome } from '../../src/rest/outcome.ts';
import { closedPort, serveHttp, serveTcp } from './http-server.ts';

const ZOE = 'steam_76561190000000101';

function clientOf(url: string, clock = new TestClock()) {
  return gameServerClient({ url, password: () => 'gate-keeper', clock });
}

function kindOf(outcome: CallOutcome<void>) {
  return outcome.ok ? 'done' : outcome.failure.kind;
}

test('each write sends the fields of the game, with a length', async () => {
  await using server = await serveHttp((_, response) => response.end());
  const client = clientOf(server.url);
  const outcomes = [
    await client.announce('Restart in five minutes'),
    await client.kick(ZOE, 'afk'),
    await client.ban(ZOE),
    await client.unban(ZOE),
    await client.save(),
    await client.shutdown(10, 'See you'),
    await client.shutdown(0),
  ];
  assert.deepEqual(new Set(outcomes.map(kindOf)), new Set(['done']));
  const sent = server.calls.map(({ method, path, body }) => `${method} ${path} ${body}`);
  assert.deepEqual(sent, [
    'POST /v1/api/announce {"message":"Restart in five minutes"}',
    `POST /v1/api/kick {"userid":"${ZOE}","message":"afk"}`,
    `POST /v1/api/ban {"userid":"${ZOE}"}`,
    `POST /v1/api/unban {"userid":"${ZOE}"}`,
    'POST /v1/api/save ',
    'POST /v1/api/shutdown {"waittime":10,"message":"See you"}',
    'POST /v1/api/shutdown {"waittime":1}',
  ]);
  for (const { headers, body } of server.calls) {
    assert.equal(headers['content-length'], String(Buffer.byteLength(body)));
    assert.equal(headers['transfer-encoding'], undefined);
  }
  assert.equal(new Set(server.calls.map(({ connection }) => connection)).size, server.calls.length);
});

test('several lines are announced one by one, a second apart', async () => {
  const clock = new TestClock();
  const times: number[] = [];
  await using server = await serveHttp((_, response) => {
    times.push(clock.elapsed());
    response.end('OK');
  });
  const outcome = clientOf(server.url, clock).announce('one\n\n  two\u0007 \r\nthree');
  await until('every line is announced', () => {
    clock.advance(10);
    return times.length === 3;
  });
  assert.equal(kindOf(await outcome), 'done');
  const [first = 0, second = 0, third = 0] = times;
  assert.ok(second - first >= 1000 && third - second >= 1000, times.join());
  const bodies = server.calls.map(({ body }) => body);
  assert.deepEqual(bodies, ['{"message":"one"}', '{"message":"two"}', '{"message":"three"}']);
});

test('a message without a visible character is not announced', async () => {
  const url = await closedPort();
  assert.equal(kindOf(await clientOf(url).announce(' \n\u0000\t')), 'rejected');
});

test('the response decides the outcome of a write', async () => {
  for (const [status, kind] of [
    [200, 'done'],
    [400, 'rejected'],
    [404, 'rejected'],
    [411, 'rejected'],
    [401, 'unauthorized'],
    [302, 'bad-response'],
    [500, 'unknown'],
    [502, 'unknown'],
  ] as const) {
    await using server = await serveHttp((_, response) => response.writeHead(status).end('Bad Request'));
    assert.equal(kindOf(await clientOf(server.url).kick(ZOE)), kind, String(status));
    assert.equal(server.calls.length, 1);
  }
});

test('a write without a response is unknown, and is never repeated', async () => {
  let received = 0;
  await using server = await serveTcp((socket) => {
    socket.on('data', () => {
      received += 1;
      socket.resetAndDestroy();
    });
  });
  const client = clientOf(server.url);
  assert.equal(kindOf(await client.ban(ZOE)), 'unknown');
  assert.equal(kindOf(await client.save()), 'unknown');
  assert.equal(received, 2);
});

test('a write that hangs is unknown after 10 s, a save after 60 s', async () => {
  let asked = 0;
  await using server = await serveTcp((socket) => socket.on('data', () => (asked += 1)));
  const clock = new TestClock();
  const client = clientOf(server.url, clock);
  const kick = client.kick(ZOE);
  await until('the kick was received', () => asked === 1);
  clock.advance(10_000);
  assert.equal(kindOf(await kick), 'unknown');
  const save = client.save();
  await until('the save was received', () => asked === 2);
  clock.advance(59_999);
  clock.advance(1);
  assert.equal(kindOf(await save), 'unknown');
});

test('a write to a closed port was not done', async () => {
  assert.equal(kindOf(await clientOf(await closedPort()).save()), 'refused');
});

test('a success needs no body', async () => {
  await using server = await serveTcp((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n'));
  });
  assert.equal(kindOf(await clientOf(server.url).shutdown(5)), 'done');
});

test('a read that hangs does not delay a write', async () => {
  await using server = await serveHttp(({ method }, response) => method === 'POST' && response.end());
  const clock = new TestClock();
  const client = clientOf(server.url, clock);
  const read = client.players();
  await until('the read was received', () => server.calls.length === 1);
  assert.equal(kindOf(await client.kick(ZOE)), 'done');
  clock.advance(5000);
  assert.equal((await read).ok, false);
});
