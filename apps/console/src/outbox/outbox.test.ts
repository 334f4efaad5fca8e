import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { PalatineError, UnansweredError } from '@palatine/client';
import type { Write } from './entry.ts';
import { createOutbox } from './outbox.ts';

/** A write that kicks a player, under a key. */
const kick = (key: string): Write<'kickPlayer'> => ({
  route: 'kickPlayer',
  label: `Kick ${key}`,
  key,
  params: { player_identifier: 'steam_1' },
  body: { Reason: 'afk' },
});

/** An outbox whose calls end when the test says so. */
function anOutbox({ stored = '' } = {}) {
  let content = stored;
  let nowMs = 1000;
  let issuer = 'zoe';
  const calls: {
    route: string;
    options: object;
    end: (reply: unknown) => void;
    fail: (error: unknown) => void;
  }[] = [];
  const outbox = createOutbox({
    storage: {
      read: () => content,
      write: (text) => (content = text),
    },
    now: () => nowMs,
    issuer: () => issuer,
    call: (route, options) =>
      new Promise((end, fail) => {
        calls.push({ route, options, end, fail });
      }),
  });
  return {
    outbox,
    calls,
    stored: () => content,
    pass: (ms: number) => (nowMs += ms),
    signInAs: (name: string) => (issuer = name),
    states: () => outbox.entries.value.map(({ state }) => state),
  };
}

const lost = () => new UnansweredError('UNREACHABLE', 'the network is gone');

test('a write is sent with its key, and done when the service says so', async () => {
  const { outbox, calls, states } = anOutbox();
  const outcome = outbox.send(kick('a'));
  await settled();
  assert.deepEqual([states(), outbox.open.value], [['sent'], 1]);
  assert.deepEqual(calls[0]?.options, {
    params: { player_identifier: 'steam_1' },
    body: { Reason: 'afk' },
    idempotencyKey: 'a',
  });
  calls[0]?.end({ Success: true });
  assert.deepEqual(await outcome, { state: 'done', reply: { Success: true } });
  assert.deepEqual([states(), outbox.open.value], [['done'], 0]);
});

test('a refusal is told with its code, message and request id', async () => {
  const { outbox, calls } = anOutbox();
  const outcome = outbox.send(kick('a'));
  await settled();
  calls[0]?.fail(new PalatineError(404, 'PLAYER_NOT_FOUND', 'nobody', {}, { requestId: 'r-1' }));
  assert.equal((await outcome).state, 'refused');
  const [entry] = outbox.entries.value;
  assert.deepEqual(
    [entry?.state, entry?.code, entry?.message, entry?.requestId],
    ['refused', 'PLAYER_NOT_FOUND', 'nobody', 'r-1'],
  );
});

for (const [title, error] of [
  ['whose answer was lost', lost()],
  [
    'whose end the world behind a gateway does not tell',
    new PalatineError(504, 'OUTCOME_UNKNOWN', 'the world does not answer', {}),
  ],
] as const) {
  test(`a write ${title} is unknown, and is asked for again with the same key`, async () => {
    const { outbox, calls, states } = anOutbox();
    const outcome = outbox.send(kick('a'));
    await settled();
    calls[0]?.fail(error);
    assert.equal((await outcome).state, 'unknown');
    assert.deepEqual([states(), outbox.open.value], [['unknown'], 1]);
    const again = outbox.retry('a');
    await settled();
    assert.deepEqual(calls[1]?.options, calls[0]?.options);
    calls[1]?.end({});
    assert.equal((await again).state, 'done');
    assert.deepEqual(states(), ['done']);
  });
}

test('a write that is under way is not sent a second time', async () => {
  const { outbox, calls } = anOutbox();
  const outcomes = [outbox.send(kick('a')), outbox.send(kick('a'))];
  await settled();
  assert.equal(calls.length, 1);
  calls[0]?.end({});
  const states = (await Promise.all(outcomes)).map(({ state }) => state);
  assert.deepEqual(states, ['done', 'done']);
});

test('of many writes four are under way at once, in their order', async () => {
  const { outbox, calls, states } = anOutbox();
  const all = outbox.sendAll(['a', 'b', 'c', 'd', 'e', 'f'].map(kick));
  await settled();
  assert.equal(calls.length, 4);
  assert.deepEqual(states(), ['waiting', 'waiting', 'sent', 'sent', 'sent', 'sent']);
  calls[1]?.end({});
  await settled();
  const idempotencyKeys = calls.map(({ options }) => (options as { idempotencyKey: string }).idempotencyKey);
  assert.deepEqual(idempotencyKeys, ['a', 'b', 'c', 'd', 'e']);
  for (let at = 0; at < 6; at++) {
    calls[at]?.end({});
    await settled();
  }
  assert.equal((await all).length, 6);
});

test('stopping a bulk leaves out what has not begun', async () => {
  const { outbox, calls } = anOutbox();
  const stop = new AbortController();
  const outcomes: string[] = [];
  const all = outbox.sendAll(['a', 'b', 'c', 'd', 'e', 'f'].map(kick), {
    signal: stop.signal,
    onOutcome: ({ key }, { state }) => outcomes.push(`${key} ${state}`),
  });
  await settled();
  stop.abort();
  for (const call of calls) call.end({});
  await all;
  assert.equal(calls.length, 4);
  assert.deepEqual(outcomes.toSorted(), ['a done', 'b done', 'c done', 'd done', 'e stopped', 'f stopped']);
});

test('after a reload, what was sent is unknown and what waited was never sent', async () => {
  const before = anOutbox();
  void before.outbox.sendAll(['a', 'b', 'c', 'd', 'e'].map(kick));
  await settled();
  const after = anOutbox({ stored: before.stored() });
  assert.deepEqual(after.states(), ['stopped', 'unknown', 'unknown', 'unknown', 'unknown']);
  assert.equal(after.outbox.open.value, 4);
});

test('an entry cannot be asked for again by another token, nor when its key is forgotten', async () => {
  const { outbox, calls, pass, signInAs } = anOutbox();
  const outcome = outbox.send(kick('a'));
  await settled();
  calls[0]?.fail(lost());
  await outcome;
  const blocked = () => outbox.entries.value.map((entry) => outbox.blockedBecause(entry));
  assert.deepEqual(blocked(), [undefined]);
  signInAs('mo');
  assert.deepEqual(blocked(), ['token']);
  signInAs('zoe');
  pass(24 * 60 * 60 * 1000);
  assert.deepEqual(blocked(), ['age']);
});

test('tidying keeps what has an unknown end; a stored text that is not ours is ignored', async () => {
  const { outbox, calls, states, stored } = anOutbox();
  const outcomes = outbox.sendAll([kick('a'), kick('b')]);
  await settled();
  calls[0]?.end({});
  calls[1]?.fail(lost());
  await outcomes;
  outbox.tidy();
  assert.deepEqual(states(), ['unknown']);
  outbox.clear();
  assert.equal(stored(), '');
  for (const text of [
    '{',
    '[null]',
    '[{"key":"a"}]',
    JSON.stringify([{ ...kick('a'), route: 'toString' }]),
  ]) {
    assert.deepEqual(anOutbox({ stored: text }).outbox.entries.value, [], text);
  }
});
