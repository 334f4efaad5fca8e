import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { answerPart, SUBJECTS, worldState } from '@palatine/fleet/messages';
import { aWorldState } from '@palatine/testing/fleet-messages';
import { natsClient, startNats, natsTest as test } from '@palatine/testing/nats-server';
import { newWorldKey, startTestGateway, type TestGateway } from '@palatine/testing/start-fleet';
import { until } from '@palatine/testing/until';
import { type AnswerPart, jsonAnswer, simulatedWorld } from './simulated-world.ts';

const MIB = 1024 * 1024;
/** More than the gateway, the broker and the sockets hold of one answer. */
const MAX_SENT = 200 * MIB;
const EVENTS = 'text/event-stream; charset=utf-8';

/** Answers a read of a world that behaves. */
const version = jsonAnswer('{"Version":"1"}', { etag: '"one"', code: undefined });

/** A gateway over a broker that it alone uses, with a neighbor that answers. */
async function aGateway(deadlineMs = 5000) {
  await using undo = new AsyncDisposableStack();
  const nats = undo.use(await startNats());
  const gateway = undo.use(await startTestGateway(nats, { deadlineMs }));
  const connection = await natsClient(nats);
  undo.defer(() => connection.close());
  const neighbor = newWorldKey();
  await simulatedWorld(connection, neighbor, { onCall: (_call, respond) => respond(version) });
  await until('the neighbor is there', () => gateway.worlds.get(neighbor) !== undefined);
  const running = undo.move();
  return {
    ...{ nats, gateway, connection },
    assertNeighborAnswers: async () =>
      assert.equal((await gateway.fetch(`/worlds/${neighbor}/v1/pdapi/version`)).status, 200),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Requests a path, and reads nothing. */
function readNothing({ url, token }: TestGateway, path: string): Socket {
  const { host, hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {}); // it is reset
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  return socket.pause();
}

test('a client that reads nothing of a stream is cut off, and its world gets the cancellation', async () => {
  await using fleet = await aGateway();
  const { gateway, connection } = fleet;
  const slow = newWorldKey();
  let sent = 0;
  let isCanceled = false;
  async function stream(respond: (part: AnswerPart) => void): Promise<void> {
    respond(jsonAnswer('data: 1\n\n', { contentType: EVENTS, code: undefined, more: true }));
    for (let part = 1; !isCanceled && sent < MAX_SENT; part++, sent += MIB) {
      respond({ headers: answerPart.asHeaders({ part, more: true }), data: 'x'.repeat(MIB) });
      await connection.flush();
    }
  }
  await simulatedWorld(connection, slow, { onCall: (_call, respond) => void stream(respond) });
  connection.subscribe(SUBJECTS.toWorld(slow, '*', 'cancel'), {
    callback: () => {
      isCanceled = true;
    },
  });
  await until('the world is there', () => gateway.worlds.get(slow) !== undefined);
  const socket = readNothing(gateway, `/worlds/${slow}/v1/palatine/events`);
  await fleet.assertNeighborAnswers();
  await until('the world gets the cancellation', () => isCanceled);
  assert.ok(sent < MAX_SENT, `${sent / MIB} MiB`);
  await fleet.assertNeighborAnswers();
  const closed = once(socket, 'close');
  socket.resume();
  await closed;
});

test('a world that reads nothing is cut off, and no other world waits for it', async () => {
  await using fleet = await aGateway(200);
  const { gateway, nats } = fleet;
  const world = newWorldKey();
  const instance = 'slow';
  const socket = connect(nats.port, '127.0.0.1').on('error', () => {}); // it is reset
  const state = worldState.pack(aWorldState({ instance }));
  const verbose = JSON.stringify({ verbose: false, pedantic: false, headers: true, no_responders: true });
  const lines = [
    `CONNECT ${verbose}`,
    `SUB ${SUBJECTS.toWorld(world, instance, '*')} 1`,
    `PUB ${SUBJECTS.state(world)} ${Buffer.byteLength(state)}`,
    state,
    '',
  ];
  socket.write(lines.join('\r\n'));
  socket.pause();
  await until('the world is there', () => gateway.worlds.get(world) !== undefined);

  const body = JSON.stringify({ Message: 'x'.repeat(MIB / 4) });
  let isCut = false;
  socket.once('close', () => {
    isCut = true;
  });
  const write = () =>
    gateway
      .fetch(`/worlds/${world}/v1/pdapi/Broadcast`, { method: 'POST', body })
      .then((response) => response.json());
  const codes = new Set<string>();
  await until('the broker has cut it off', async () => {
    const answers = (await Promise.all(Array.from({ length: 8 }, write))) as {
      Error: { Code: string; Details: { Reason?: string } };
    }[];
    for (const {
      Error: { Code, Details },
    } of answers)
      codes.add(`${Code} ${Details.Reason ?? ''}`.trim());
    await fleet.assertNeighborAnswers();
    return codes.has('SERVER_BUSY WORLD_OFFLINE');
  });
  assert.deepEqual([...codes].sort(), ['OUTCOME_UNKNOWN', 'SERVER_BUSY WORLD_OFFLINE']);
  socket.resume();
  await until('its socket is closed', () => isCut);
});
