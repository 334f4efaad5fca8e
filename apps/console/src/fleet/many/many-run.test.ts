import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ManyWorldsReply, WorldOutcome } from '@palatine/contract';
import { createManyRun, WORLDS_OF_REQUEST } from './many-run.ts';

const ok = (World: string): WorldOutcome => ({ World, Name: World, Status: 200, Code: 'OK', Body: {} });
const error = (World: string, Code: string, Details = {}): WorldOutcome => ({
  World,
  Name: World,
  Status: 500,
  Code,
  Body: { Error: { Code, Message: `${Code} here`, Details } },
});
const reply = (...Worlds: WorldOutcome[]): ManyWorldsReply => ({
  IdempotencyKey: 'k',
  Applied: 0,
  NotApplied: 0,
  Unknown: 0,
  Worlds,
});
const worlds = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ World: `w${at}`, Name: `World ${at}` }));
const failed = (reason: unknown) => ({ code: 'UNREACHABLE', message: String(reason), mayHaveBegun: true });

test('each world ends by itself', async () => {
  const run = createManyRun({
    worlds: worlds(3),
    failed,
    send: async () =>
      reply(
        ok('w0'),
        error('w1', 'PLAYER_NOT_FOUND'),
        error('w2', 'OUTCOME_UNKNOWN', { IdempotencyKey: 'k' }),
      ),
  });
  await run.start();
  const actual = run.rows.value.map(({ name, state, code }) => [name, state, code]);
  assert.deepEqual(actual, [
    ['World 0', 'applied', ''],
    ['World 1', 'refused', 'PLAYER_NOT_FOUND'],
    ['World 2', 'unknown', 'OUTCOME_UNKNOWN'],
  ]);
  assert.deepEqual(run.unknown.value, ['w2']);
});

test('a large fleet gets several requests, one after the other', async () => {
  const sent: number[] = [];
  const run = createManyRun({
    worlds: worlds(WORLDS_OF_REQUEST + 3),
    failed,
    async send(part) {
      sent.push(part.length);
      return reply(...part.map(ok));
    },
  });
  await run.start();
  assert.deepEqual(sent, [WORLDS_OF_REQUEST, 3]);
  assert.equal(run.running.value, false);
});

test('only what is asked again is sent again', async () => {
  const sent: (readonly string[])[] = [];
  const run = createManyRun({
    worlds: worlds(2),
    failed,
    async send(part) {
      sent.push(part);
      return sent.length === 1 ? reply(ok('w0'), error('w1', 'SERVER_BUSY')) : reply(ok('w1'));
    },
  });
  await run.start();
  assert.deepEqual(run.missed.value, ['w1']);
  await run.again(run.missed.value);
  assert.deepEqual(sent, [['w0', 'w1'], ['w1']]);
  assert.ok(run.rows.value.every(({ state }) => state === 'applied'));
});

test('a lost answer leaves its worlds unknown, and a world that is in no answer has left', async () => {
  const lost = createManyRun({ worlds: worlds(1), failed, send: () => Promise.reject(new Error('cut')) });
  await lost.start();
  assert.deepEqual(lost.unknown.value, ['w0']);
  const left = createManyRun({ worlds: worlds(2), failed, send: async () => reply(ok('w0')) });
  await left.start();
  const codes = left.rows.value.map(({ code }) => code);
  assert.deepEqual(codes, ['', 'WORLD_NOT_FOUND']);
});
