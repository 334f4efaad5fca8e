import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { FastClock } from '@palatine/testing/fast-clock';
import { callGame } from '../src/call-game.ts';
import { openGameServer } from '../src/open-game-server.ts';
import type { AnswerFault } from '../src/variants.ts';

const clock = new FastClock();

const game = await openGameServer({ variants: { autosaveMs: 0, loadingMs: 0 } }, clock);
after(async () => {
  await game[Symbol.asyncDispose]();
  clock[Symbol.dispose]();
});
beforeEach(async () => {
  await game.control('clearAnswerFaults');
});

test('a truncated body is half of the JSON', async () => {
  await game.control('answerFault', { fault: 'truncated', endpoint: 'info', times: 1 });
  const { status, text } = await callGame(game, 'info');
  assert.equal(status, 200);
  assert.match(text, /^\{/);
  assert.throws(() => JSON.parse(text));
  assert.equal((await callGame(game, 'info')).json().worldguid, game.worldGuid, 'only once');
});

const ANSWERS: [fault: AnswerFault, status: number, type: string, text: RegExp][] = [
  ['html', 502, 'text/html', /^<!DOCTYPE html>/],
  ['htmlOk', 200, 'text/html', /^<!DOCTYPE html>/],
  ['empty', 200, 'application/json', /^$/],
  ['wrongShape', 200, 'application/json', /^\[/],
  ['status500', 500, 'application/json', /^/],
];

for (const [fault, status, type, text] of ANSWERS) {
  test(`an answer with the fault ${fault} has status ${status}, and its own body`, async () => {
    await game.control('answerFault', { fault, times: 1 });
    const answer = await callGame(game, 'players');
    assert.deepEqual([answer.status, answer.type], [status, type]);
    assert.match(answer.text, text);
  });
}

test('a huge body has 10 MiB more', async () => {
  await game.control('answerFault', { fault: 'huge', times: 1 });
  assert.ok((await callGame(game, 'players')).text.length > 10 * 1024 * 1024);
});

test('an answer that never comes outlasts a patient client', async () => {
  await game.control('answerFault', { fault: 'hang', times: 1 });
  await assert.rejects(callGame(game, 'info', { timeoutMs: 200 }), /timeout/);
});

test('a slow drip says how long it will be and sends a byte', async () => {
  await game.control('answerFault', { fault: 'drip', times: 1 });
  const authorization = `Basic ${Buffer.from(`admin:${game.password}`).toString('base64')}`;
  const response = await fetch(`${game.url}/v1/api/info`, { headers: { authorization } });
  const reader = response.body?.getReader();
  const first = await reader?.read();
  assert.equal(first?.value?.length, 1);
  assert.ok(Number(response.headers.get('content-length')) > 100);
  await reader?.cancel();
});

test('a connection that is reset has had its effect', async () => {
  await game.control('answerFault', { fault: 'reset', endpoint: 'ban', times: 1 });
  await assert.rejects(callGame(game, 'ban', { body: { userid: 'steam_76561190000000101' } }));
  assert.deepEqual((await game.control('audit')).banned, ['steam_76561190000000101']);
});

test('a paused server accepts connections, answers nothing, and goes on where it was', async () => {
  await game.control('pause');
  const call = callGame(game, 'info');
  await assert.rejects(callGame(game, 'info', { timeoutMs: 200 }), /timeout/);
  assert.equal((await game.control('status')).state, 'paused');
  await game.control('resume');
  assert.equal((await call).status, 200);
});

test('a server whose REST hangs answers again afterwards', async () => {
  {
    using _ = clock.hold();
    await game.control('hang', { ms: 300 });
    await assert.rejects(callGame(game, 'info', { timeoutMs: 50 }), /timeout/);
    assert.equal((await game.control('status')).state, 'hanging');
  }
  assert.equal((await callGame(game, 'info')).status, 200);
});
