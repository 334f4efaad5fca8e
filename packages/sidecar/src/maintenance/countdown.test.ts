import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { TestClock } from '@palatine/testing/test-clock';
import { succeeded } from '../rest/outcome.ts';
import { type CountdownOptions, countdown, timeInWords } from './stop-steps.ts';

/** A running countdown: its announcements by second, and its end. */
function begin({
  playersOnline,
  announce,
  ...options
}: Partial<CountdownOptions & CountdownOptions['link']> = {}) {
  const clock = new TestClock();
  const announced: [number, string][] = [];
  const startMs = clock.elapsed();
  const ended: { how?: string } = {};
  const over = countdown({
    seconds: [900, 600, 300, 180, 60, 30, 10],
    lengthSeconds: 900,
    message: 'Restart in {time}.',
    clock,
    link: {
      playersOnline: playersOnline ?? (() => 3),
      announce:
        announce ??
        (async (text) => {
          announced.push([(clock.elapsed() - startMs) / 1000, text]);
          return succeeded(undefined);
        }),
    },
    report: { info() {}, warn() {} },
    signal: new AbortController().signal,
    ...options,
  }).then((how) => (ended.how = how));
  const passes = async (seconds: number, even = true) => {
    if (even) clock.advance(seconds * 1000);
    else clock.suspend(seconds * 1000); // the machine sleeps
    await turn();
  };
  return { announced, ended, over, passes, clock };
}

test('players are warned at once, and at each mark, how much time is left', async () => {
  const { announced, over, passes, clock } = begin();
  for (let second = 0; second < 900; second++) await passes(1);
  assert.equal(await over, 'Over');
  assert.deepEqual(announced, [
    [0, 'Restart in 15 minutes.'],
    [300, 'Restart in 10 minutes.'],
    [600, 'Restart in 5 minutes.'],
    [720, 'Restart in 3 minutes.'],
    [840, 'Restart in 1 minute.'],
    [870, 'Restart in 30 seconds.'],
    [890, 'Restart in 10 seconds.'],
  ]);
  assert.equal(clock.timers, 0);
});

test('a shorter one uses the marks below its length; one without a length or a mark is over at once', async () => {
  const { announced, over, passes } = begin({ lengthSeconds: 45, message: '{time} to go, {time}!' });
  for (let second = 0; second < 45; second++) await passes(1);
  assert.equal(await over, 'Over');
  const texts = announced.map(([, text]) => text);
  assert.deepEqual(texts, [
    '45 seconds to go, 45 seconds!',
    '30 seconds to go, 30 seconds!',
    '10 seconds to go, 10 seconds!',
  ]);
  assert.equal(await begin({ lengthSeconds: 0, seconds: [] }).over, 'Over');
});

test('it ends early if no player is online, at the beginning or later', async () => {
  const empty = begin({ playersOnline: () => 0 });
  assert.equal(await empty.over, 'NobodyOnline');
  assert.deepEqual(empty.announced, []);

  let online = 2;
  const leaving = begin({ playersOnline: () => online });
  await leaving.passes(100);
  assert.equal(leaving.ended.how, undefined);
  online = 0;
  await leaving.passes(1);
  assert.equal(leaving.ended.how, 'NobodyOnline');
  assert.equal(leaving.clock.timers, 0);
});

test('if it is unknown who is online, it waits to the end', async () => {
  const { ended, passes } = begin({ playersOnline: () => undefined });
  await passes(899);
  assert.equal(ended.how, undefined);
  await passes(1);
  assert.equal(ended.how, 'Over');
});

test('it can be canceled at any time, and then announces nothing more', async () => {
  const cancel = new AbortController();
  const { announced, over, passes, clock } = begin({ signal: cancel.signal });
  for (let second = 0; second < 650; second++) await passes(1);
  cancel.abort();
  assert.equal(await over, 'Canceled');
  await passes(1000);
  assert.equal(announced.length, 3);
  assert.equal(clock.timers, 0);
  assert.equal(await begin({ signal: AbortSignal.abort() }).over, 'Canceled');
});

test('announcements that fail, throw or never settle do not delay it', async () => {
  const errors: unknown[] = [];
  let calls = 0;
  const { ended, passes } = begin({
    seconds: [30, 20, 10],
    lengthSeconds: 30,
    announce() {
      calls += 1;
      if (calls === 1) throw new Error('thrown');
      return calls === 2 ? Promise.reject(new Error('rejected')) : new Promise(() => {});
    },
    report: { info() {}, warn: ({ err }: { err?: Error }) => errors.push(err?.message) },
  });
  for (let second = 0; second < 30; second++) await passes(1);
  assert.equal(ended.how, 'Over');
  assert.equal(calls, 3);
  assert.deepEqual(errors, ['thrown', 'rejected']);
});

test('of marks that passed while the machine slept only the last is announced', async () => {
  const { announced, passes } = begin();
  await passes(0);
  await passes(730, false);
  const texts = announced.map(([, text]) => text);
  assert.deepEqual(texts, ['Restart in 15 minutes.', 'Restart in 3 minutes.']);
});

test('the message may contain replacement patterns', async () => {
  const { announced, passes } = begin({ message: "$& $1 {time} $'" });
  await passes(0);
  assert.equal(announced[0]?.[1], "$& $1 15 minutes $'");
});

test('a duration is formatted for players', () => {
  const spans = [0, 1, 10, 30, 59.9, 60, 90, 121, 180, 900, 3600, 5400, 7322, -5];
  assert.deepEqual(spans.map(timeInWords), [
    '0 seconds',
    '1 second',
    '10 seconds',
    '30 seconds',
    '59 seconds',
    '1 minute',
    '1 minute 30 seconds',
    '2 minutes 1 second',
    '3 minutes',
    '15 minutes',
    '1 hour',
    '1 hour 30 minutes',
    '2 hours 2 minutes 2 seconds',
    '0 seconds',
  ]);
});
