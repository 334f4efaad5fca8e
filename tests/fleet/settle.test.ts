import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { headers } from '@nats-io/transport-node';
import { endedRequest, SUBJECTS } from '@palatine/fleet';
import { natsAccount, natsClient, natsTest as test } from '../harness/nats-server.ts';
import { newWorldKey, startFleet, startTestGateway, type TestWorld } from '../harness/start-fleet.ts';
import { until } from '../harness/until.ts';
import { simulatedWorld } from './simulated-world.ts';

interface ErrorBody {
  Error: { Code: string; Details: { Applied?: unknown; IdempotencyKey?: string; Reason?: string } };
}
const ONE_SPHERE = JSON.stringify({ Items: [{ ItemID: 'PalSphere', Count: 1 }] });

/** A gateway with short deadlines, and a world of the test's own making behind it. */
async function aGatewayWith(world: Parameters<typeof simulatedWorld>[2], deadlineMs = 300) {
  await using undo = new AsyncDisposableStack();
  const nats = await natsAccount();
  const gateway = undo.use(await startTestGateway(nats, { deadlineMs, endMs: 300 }));
  const connection = await natsClient(nats);
  undo.defer(() => connection.close());
  const key = newWorldKey();
  await simulatedWorld(connection, key, world);
  const running = undo.move();
  const give = (idempotencyKey: string = randomUUID()) =>
    gateway.fetch(`/worlds/${key}/v1/pdapi/give/items/steam_1`, {
      method: 'POST',
      headers: { 'idempotency-key': idempotencyKey },
      body: ONE_SPHERE,
    });
  return { give, gateway, key, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

async function errorOf(response: Response): Promise<ErrorBody['Error']> {
  return ((await response.json()) as ErrorBody).Error;
}

test('a write that its world never asks leave for is given up, for good', async () => {
  const givenUp = Promise.withResolvers<void>();
  const late = Promise.withResolvers<string>();
  await using fleet = await aGatewayWith({
    async onWrite({ askLeave }) {
      await givenUp.promise; // as a world that stood still
      late.resolve(await askLeave());
    },
  });
  const response = await fleet.give();
  assert.equal(response.status, 500);
  assert.equal((await errorOf(response)).Code, 'REQUEST_TIMEOUT');
  givenUp.resolve();
  assert.equal(await late.promise, 'GivenUp');
});

test('a write that was begun and whose answer was lost has the end that its world knows', async () => {
  await using fleet = await aGatewayWith({
    onWrite: async ({ askLeave }) => void (await askLeave()),
    onEnded: () => ({ state: 'Ended', status: 200, body: '{"Granted":{"Items":1}}' }),
  });
  const response = await fleet.give();
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { Granted: { Items: 1 } });
});

test('a write that was begun and that its world never ended was not applied', async () => {
  await using fleet = await aGatewayWith({
    onWrite: async ({ askLeave }) => void (await askLeave()),
    onEnded: () => ({ state: 'Never' }),
  });
  assert.equal((await errorOf(await fleet.give())).Code, 'REQUEST_TIMEOUT');
});

test('a write that was begun by a world that cannot be reached since is told as such, with its key', async () => {
  await using fleet = await aGatewayWith({ onWrite: async ({ askLeave }) => void (await askLeave()) });
  const key = randomUUID();
  const { Code, Details } = await errorOf(await fleet.give(key));
  assert.equal(Code, 'INTERNAL_ERROR');
  assert.deepEqual(Details, { Applied: 'unknown', IdempotencyKey: key });
});

test('more than 64 requests under way for one world are refused at once', async () => {
  await using fleet = await aGatewayWith({ onWrite: () => new Promise(() => {}) }, 5000); // all arrive before the first is given up
  const responses = await Promise.all(Array.from({ length: 80 }, () => fleet.give()));
  const errors = await Promise.all(responses.map(errorOf));
  assert.equal(errors.filter(({ Details }) => Details.Reason === 'WORLD_BUSY').length, 16);
  assert.equal(errors.filter(({ Code }) => Code === 'REQUEST_TIMEOUT').length, 64);
});

test('a message to a world that another world has the broker send is no request', async () => {
  await using fleet = await startFleet({ worlds: 1 });
  const [world] = fleet.worlds as [TestWorld];
  await using connection = await natsClient(fleet.nats);
  const request = endedRequest.pack({
    id: 'one',
    issuer: { id: 'a', name: 'b' },
    key: 'c',
    kept: true,
    live: false,
  });
  // As a direct get with the reply subject of another world delivers it.
  const forged = headers();
  forged.set('Nats-Stream', 'EVENTS');
  const answers: string[] = [];
  connection.subscribe('answers.*', { callback: (_, { subject }) => void answers.push(subject) });
  connection.publish(SUBJECTS.ended(world.key), request, { headers: forged, reply: 'answers.forged' });
  connection.publish(SUBJECTS.ended(world.key), request, { reply: 'answers.true' });
  await until('the true one is answered', () => answers.includes('answers.true'));
  assert.deepEqual(answers, ['answers.true']);
});
