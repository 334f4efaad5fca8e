import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ErrorEnvelope } from '@palatine/contract';
import { natsTest as test } from '@palatine/testing/nats-server';
import { gatewayBefore, jsonAnswer, type WorldBehavior } from './simulated-world.ts';

const ONE_SPHERE = JSON.stringify({ Items: [{ ItemID: 'PalSphere', Count: 1 }] });

/** Gives a sphere to a player of a world, through a gateway with short deadlines. */
async function aGatewayWith(world: WorldBehavior, deadlineMs = 100) {
  const fleet = await gatewayBefore(world, { deadlineMs });
  const give = (idempotencyKey: string = randomUUID()) =>
    fleet.call('give/items/steam_1', {
      method: 'POST',
      headers: { 'idempotency-key': idempotencyKey },
      body: ONE_SPHERE,
    });
  return { ...fleet, give };
}

async function errorOf(response: Response): Promise<ErrorEnvelope['Error']> {
  return ((await response.json()) as ErrorEnvelope).Error;
}

test('a write that its world never begins is told as such, by the id of the attempt and not by its key', async () => {
  const attempts: string[] = [];
  await using fleet = await aGatewayWith({
    onCancel(attempt) {
      attempts.push(attempt);
      return { end: 'Never' };
    },
  });
  const key = randomUUID();
  const response = await fleet.give(key);
  assert.equal(response.status, 500);
  assert.equal((await errorOf(response)).Code, 'REQUEST_TIMEOUT');
  assert.equal(attempts.length, 1);
  assert.notEqual(attempts[0], key);
});

test('a write whose answer was lost has the end that its world knows', async () => {
  await using fleet = await aGatewayWith({
    onCancel: () => ({ end: 'Applied', status: 200, body: '{"Granted":{"Items":1}}' }),
  });
  const response = await fleet.give();
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { Granted: { Items: 1 } });
});

test('an answer that comes while the world is asked counts', async () => {
  await using fleet = await aGatewayWith({
    onCall: (_call, respond) => void delay(1500).then(() => respond(jsonAnswer('{"Granted":{"Items":1}}'))),
  });
  const response = await fleet.give();
  assert.equal(response.status, 200);
});

for (const [what, behavior] of [
  ['a world that does not answer', {}],
  ['a world that had begun it before it started again', { onCancel: () => ({ end: 'Unknown' }) }],
] as const satisfies [string, WorldBehavior][])
  test(`of a write to ${what} the end is unknown, and its key is told`, async () => {
    await using fleet = await aGatewayWith(behavior);
    const key = randomUUID();
    const response = await fleet.give(key);
    assert.equal(response.status, 504);
    const { Code, Details } = await errorOf(response);
    assert.equal(Code, 'OUTCOME_UNKNOWN');
    assert.deepEqual(Details, { IdempotencyKey: key });
  });

test('more than 64 requests under way for one world are refused at once', async () => {
  await using fleet = await aGatewayWith({ onCancel: () => ({ end: 'Never' }) }, 5000); // all arrive before the first is given up
  const responses = await Promise.all(Array.from({ length: 80 }, () => fleet.give()));
  const errors = await Promise.all(responses.map(errorOf));
  assert.equal(errors.filter(({ Details }) => Details.Reason === 'WORLD_BUSY').length, 16);
  assert.equal(errors.filter(({ Code }) => Code === 'REQUEST_TIMEOUT').length, 64);
});
